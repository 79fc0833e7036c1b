import { expect, it } from 'vitest';
import { passwordProblems, requireGoodPassword } from './password-policy.ts';

const email = 'ana.perez2@demo.coop';

it.each(['Demo-2026!', 'diez letras 1', 'ñandú y 10 más', 'a1'.repeat(64)])('accepts %j', (password) => {
  expect(passwordProblems(password, email)).toEqual([]);
});

it.each([
  ['', ['al menos 10', 'letras y números']],
  ['Corta-1', ['al menos 10']],
  ['👍👍👍👍a1', ['al menos 10']],
  ['solamente letras', ['letras y números']],
  ['12345678901234', ['letras y números']],
  ['!!!!!!!!!!!!', ['letras y números']],
  ['a1'.repeat(65), ['como máximo 128']],
  ['Ana.Perez2@demo.coop ', ['no puede ser su correo']],
  ['ANA.PEREZ2', ['no puede ser su correo']],
])('refuses %j', (password, expected) => {
  const problems = passwordProblems(password, email);
  expect(problems).toHaveLength(expected.length);
  expected.forEach((part, index) => expect(problems[index]).toContain(part));
});

it('throws every problem under the field', () => {
  expect(() => requireGoodPassword('corta', email)).toThrow(
    expect.objectContaining({
      code: 'invalid-input',
      status: 400,
      fields: { password: [expect.stringContaining('al menos 10'), expect.stringContaining('letras y números')] },
    }),
  );
});
