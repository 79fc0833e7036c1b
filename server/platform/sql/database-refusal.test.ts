import { expect, it } from 'vitest';
import { describeRefusal } from './database-refusal.ts';

const URL = 'postgres://ana:CANARY@db.example.test/portal';
const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });

it.each([
  [coded('28P01'), 'La base de datos en db.example.test:5432 no admite a «ana»: revise el usuario y la contraseña de DATABASE_URL.'],
  [new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), /no admite a «ana»/],
  [coded('3D000'), /no existe la base de datos «portal»/],
  [coded('42501', 'permission denied for database portal'), /no da a «ana» el permiso que hace falta: permission denied/],
  [coded('42P01'), /npm run migrate/],
  [coded('25006'), /«portal» en [^ ]* solo se puede leer/],
  [coded('57P03'), /no admite conexiones en este momento/],
  [new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]), /^Ninguna base de datos responde en db.example.test:5432/],
  [new Error('timeout expired'), /^Ninguna base de datos responde/],
  [new Error('wrapped', { cause: coded('ENOTFOUND') }), /^Ninguna base de datos responde/],
])('explains %s', (error, sentence) => {
  expect(describeRefusal(error, URL)).toMatch(sentence);
  expect(describeRefusal(error, URL)).not.toContain('CANARY');
});

it('returns null for any other error', () => {
  expect(describeRefusal(new Error('something else'), URL)).toBeNull();
  expect(describeRefusal(coded('23505'), URL)).toBeNull();
  expect(describeRefusal('text', URL)).toBeNull();
});
