import { createDecipheriv, hkdfSync } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { createChallenge, readChallenge, seal, unseal } from './factor-key.ts';

const KEY = { factorKey: 'a-factor-key-that-is-long-enough' };
const OTHER = { factorKey: 'another-factor-key-long-enough' };

afterEach(() => vi.useRealTimers());

it('seals with AES-256-GCM and a fresh nonce; a changed bit, another key or another purpose opens nothing', () => {
  const sealed = seal(KEY, 'JBSWY3DPEHPK3PXP', 'factor ana 1');
  const key = Buffer.from(hkdfSync('sha256', KEY.factorKey, '', 'portal factors: seal', 32));
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from('factor ana 1'));
  const text = Buffer.concat([decipher.setAuthTag(sealed.subarray(12, 28)).update(sealed.subarray(28)), decipher.final()]);
  expect(text.toString()).toBe('JBSWY3DPEHPK3PXP');
  expect(seal(KEY, 'JBSWY3DPEHPK3PXP', 'factor ana 1')).not.toEqual(sealed);
  expect(unseal(KEY, sealed, 'factor ana 1')).toBe('JBSWY3DPEHPK3PXP');
  const altered = Array.from(sealed, (byte, at) =>
    Buffer.concat([sealed.subarray(0, at), Buffer.from([byte ^ 1]), sealed.subarray(at + 1)]),
  );
  for (const one of [...altered, sealed.subarray(0, -1), Buffer.alloc(0)]) expect(unseal(KEY, one, 'factor ana 1')).toBeNull();
  expect([unseal(OTHER, sealed, 'factor ana 1'), unseal(KEY, sealed, 'factor beto 1')]).toEqual([null, null]);
});

it('reads a challenge only before it expires, for its own purpose and with its own key', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const challenge = createChallenge(KEY, 'sign-in', 5);
  expect(readChallenge(KEY, challenge, 'sign-in')).toEqual(new Date(Date.now() + 300_000));
  for (const [key, text, purpose] of [
    [OTHER, challenge, 'sign-in'],
    [KEY, challenge, 'proof ana'],
    [KEY, createChallenge(OTHER, 'sign-in', 5), 'sign-in'],
    [KEY, `${challenge.slice(0, 5)}${challenge[5] === 'A' ? 'B' : 'A'}${challenge.slice(6)}`, 'sign-in'],
    [KEY, challenge.slice(1), 'sign-in'],
  ] as const)
    expect(readChallenge(key, text, purpose)).toBeNull();
  vi.advanceTimersByTime(300_000);
  expect(readChallenge(KEY, challenge, 'sign-in')).toBeNull();
});
