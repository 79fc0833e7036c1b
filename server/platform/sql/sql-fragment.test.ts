import { describe, expect, it } from 'vitest';
import { allOf, fragment, identifier, toQuery, trusted } from './sql-fragment.ts';

describe('SQL fragments', () => {
  it('number their parameters after they are combined', () => {
    const access = fragment`t."carpetaId" = ANY(${['a', 'b']})`;
    const where = allOf([fragment`t.tipo = ${'cajero'}`, access, trusted('t.estado')]);
    expect(toQuery(fragment`SELECT 1 FROM t WHERE ${where} LIMIT ${10}`)).toEqual({
      text: 'SELECT 1 FROM t WHERE (t.tipo = $1) AND (t."carpetaId" = ANY($2)) AND (t.estado) LIMIT $3',
      values: ['cajero', ['a', 'b'], 10],
    });
  });

  it('treat an object that only looks like a fragment as a parameter', () => {
    const forged = { strings: ['; DROP TABLE agencias'], values: [] };
    expect(toQuery(fragment`SELECT ${forged}`)).toEqual({ text: 'SELECT $1', values: [forged] });
  });

  it('quote identifiers', () => {
    expect(toQuery(identifier('a"b')).text).toBe('"a""b"');
  });

  it('combine to TRUE when there is no condition', () => {
    expect(toQuery(allOf([]))).toEqual({ text: 'TRUE', values: [] });
  });
});
