import { expect, it } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

it('hashes with argon2id at OWASP’s recommended cost and a fresh salt', async () => {
  const hasher = createPasswordHasher();
  const [first, second] = [await hasher.hash('Cafetal-2026'), await hasher.hash('Cafetal-2026')];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await hasher.verify(first, 'Cafetal-2026')).toBe(true);
  expect(await hasher.verify(first, 'cafetal-2026')).toBe(false);
});

it('treats composed and decomposed letters as the same password', async () => {
  const hasher = createPasswordHasher({ memoryCost: 1_024, timeCost: 1, parallelism: 1 });
  expect(await hasher.verify(await hasher.hash('contraseña á 1'.normalize('NFC')), 'contraseña á 1'.normalize('NFD'))).toBe(true);
});
