import { dictionary } from '@zxcvbn-ts/language-es-es';
import { expect, it } from 'vitest';
import { createPasswordJudge, requireGoodPassword } from './password-policy.ts';

const email = 'ana.perez2@demo.coop';
const judge = createPasswordJudge({
  cooperativeName: () => 'Cooperativa Xelajú',
  nameOf: (address) => Promise.resolve(address === email ? 'Ana Lucía Pérez Ixcot' : ''),
  samplePassword: 'Demo-2026!',
});

it.each([
  'tuxedo caballo grapa',
  'caballo sin luna ni prisa',
  'xq7 ñandú zum 10 más',
  'kR9!vLp2#tQz',
  '👍👎🎈🎉 tambor verde',
  'Demo-2026!',
])('accepts %j, whatever characters are in it', async (password) => {
  expect(await judge(password, { email })).toEqual([]);
});

it.each([
  ['', 'al menos 12'],
  ['kR9!vLp2#tQ', 'al menos 12'],
  ['👍👍👍👍👍👍', 'al menos 12'],
  ['kR9!vLp2#tQz'.repeat(11), 'como máximo 128'],
  ['kR9!vLp2#tQz'.repeat(9_000), 'como máximo 128'],
  ['123456789012', 'se adivina pronto'],
  ['Contraseña2026!', 'se adivina pronto'],
  ['P4ssw0rd2026!', 'se adivina pronto'],
  ['Guatemala2026!', 'se adivina pronto'],
  ['Administrador2026!', 'se adivina pronto'],
  ['qwertyuiopasdf', 'se adivina pronto'],
  ['a1'.repeat(64), 'se adivina pronto'],
  ['Ana.Perez2@demo.coop', 'se adivina pronto'],
  ['LuciaIxcot12', 'se adivina pronto'],
  ['Xelaju2026Xelaju', 'se adivina pronto'],
])('refuses %j', async (password, expected) => {
  expect(await judge(password, { email })).toEqual([expect.stringContaining(expected)]);
});

it('refuses a password that contains the person’s name, even before the account exists', async () => {
  const [password, nobody] = ['Ixcotzoyquiej-81', { email: 'nueva@demo.coop' }];
  expect(await judge(password, nobody)).toEqual([]);
  expect(await judge(password, { ...nobody, name: 'Eva Ixcotzoyquiej' })).not.toEqual([]);
});

/** Common Spanish words as people make passwords of them, and extended variants where twelve characters are required. */
function* commonPasswords(): Generator<string> {
  const padded = (text: string, by: string) => text.padEnd(12, by);
  const capital = (word: string) => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`;
  const own = [
    'guatemala',
    'quetzal',
    'cooperativa',
    'contraseña',
    'bienvenido',
    'diosesamor',
    'jesucristo',
    'municipal',
    'comunicaciones',
  ];
  const words = [...dictionary['commonWords-es-es']].filter((word) => /^\p{L}{5,10}$/u.test(word));
  const names = [...dictionary['firstnames-es-es']];
  for (const word of [...own, ...words.slice(0, 30), ...names.slice(0, 11)]) {
    yield padded(word, '1234567890');
    yield padded(`${capital(word)}2026!`, '!');
    yield word.repeat(Math.ceil(12 / word.length));
    yield padded(`${word.replaceAll('a', '4').replaceAll('o', '0').replaceAll('e', '3')}2026`, '1');
  }
  for (const word of [...words.slice(30, 280), ...names.slice(11, 161)]) yield* [word, `${capital(word)}1`];
}

it('refuses all of 1,000 passwords that are common in Spanish', async () => {
  const common = [...commonPasswords()];
  expect(common).toHaveLength(1_000);
  const judged = await Promise.all(common.map(async (password) => ((await judge(password, { email })).length === 0 ? [password] : [])));
  expect(judged.flat()).toEqual([]);
});

it('throws the problem under the field `password`', async () => {
  await expect(requireGoodPassword(judge, 'corta', { email })).rejects.toMatchObject({
    code: 'invalid-input',
    status: 400,
    fields: { password: [expect.stringContaining('al menos 12')] },
  });
});
