import { describe, expect, it } from 'vitest';
import { required, type ContractRun } from '../testing/contract-tools.ts';
import type { Fields } from '../document-store.ts';

export function describeValues({ name, store: current, nextCollection }: ContractRun): void {
  describe(`${name}: values`, () => {
    const values: Fields = {
      text: 'Ñandú ✓ 𝄞 "comillas" \\ \n',
      empty: '',
      zero: 0,
      negative: -12.75,
      tiny: 5e-324,
      huge: 1.7976931348623157e308,
      integer: 9_007_199_254_740_991,
      yes: true,
      nothing: null,
      date: new Date('2026-11-19T22:30:04.123Z'),
      ancient: new Date('0001-01-01T00:00:00.000Z'),
      last: new Date('9999-12-31T23:59:59.999Z'),
      list: [1, 'two', null, { three: [new Date(3), false] }],
      emptyList: [],
      emptyMap: {},
      nested: { a: { b: { c: [{ d: new Date(0) }] } } },
      'dotted.name': 1,
      'with space / slash': 2,
      $date: '2026-01-01T00:00:00.000Z',
      $map: { $date: 'not a date', $$: 1 },
    };

    it('come back unchanged', async () => {
      const store = current();
      const path = `${nextCollection()}/a`;
      await store.set(path, values);
      expect((await required(store, path)).data).toEqual(values);
    });

    const unstorable: [string, unknown][] = [
      ['undefined', undefined],
      ['NaN', NaN],
      ['infinity', Infinity],
      ['a function', () => 1],
      ['a symbol', Symbol('x')],
      ['a bigint', 1n],
      ['an invalid date', new Date(NaN)],
      ['a date after year 9999', new Date(8.64e15)],
      ['a class instance', new Map()],
      ['bytes', new Uint8Array(2)],
      ['a list in a list', [[1]]],
      ['a zero byte', 'a\0b'],
      ['half a surrogate pair', '\ud800'],
      ['more than 1 MiB', 'x'.repeat(1_048_577)],
      ['more than 1 MiB of accents', 'ñ'.repeat(600_000)],
      ['maps too deep', Array.from({ length: 30 }).reduce<unknown>((inner) => ({ inner }), 1)],
    ];
    it.each(unstorable)('refuses %s', async (_, value) => {
      const store = current();
      const path = `${nextCollection()}/a`;
      const asField = { ok: 1, wrong: value } as Fields;
      const asNested = { ok: 1, list: [{ wrong: value }] } as Fields;
      await expect(store.create(path, asField)).rejects.toMatchObject({ code: 'invalid-input', status: 400 });
      await expect(store.set(path, asNested)).rejects.toMatchObject({ code: 'invalid-input' });
      await store.set(path, { ok: 0 });
      await expect(store.update(path, asField)).rejects.toMatchObject({ code: 'invalid-input' });
      await expect(store.batch([{ kind: 'set', path, data: asField }])).rejects.toMatchObject({ code: 'invalid-input' });
      await expect(store.transaction(async (tx) => tx.update(path, asField))).rejects.toMatchObject({ code: 'invalid-input' });
      expect((await required(store, path)).data).toEqual({ ok: 0 });
    });

    it.each<[string, unknown]>([
      ['a list', [1]],
      ['a field without a name', { '': 1 }],
      ['a field of a name that is kept back', { __name__: 1 }],
      ['a field with a zero byte in its name', { 'a\0b': 1 }],
    ])('refuses a document that is or has %s', async (_what, data) => {
      const store = current();
      const path = `${nextCollection()}/a`;
      await expect(store.set(path, data as Fields)).rejects.toMatchObject({ code: 'invalid-input' });
      expect(await store.get(path)).toBeNull();
    });

    it('refuses an update that makes the document larger than 1 MiB', async () => {
      const store = current();
      const path = `${nextCollection()}/a`;
      await store.set(path, { a: 'x'.repeat(700_000) });
      await expect(store.update(path, { b: 'x'.repeat(700_000) })).rejects.toMatchObject({ code: 'invalid-input' });
      expect(Object.keys((await required(store, path)).data)).toEqual(['a']);
    });

    it.each(['', 'a', 'a/b/c', 'a//b', '/a/b', 'a/b/', 'a/.', 'a/..', 'a/__x__', 'a/\0', `a/${'x'.repeat(1_501)}`])(
      'refuses the document path %j',
      async (path) => {
        const store = current();
        await expect(store.get(path)).rejects.toMatchObject({ code: 'invalid-input' });
        await expect(store.set(path, {})).rejects.toMatchObject({ code: 'invalid-input' });
        await expect(store.delete(path)).rejects.toMatchObject({ code: 'invalid-input' });
      },
    );
  });
}
