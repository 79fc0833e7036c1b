import { describe, expect, it } from 'vitest';
import { ids, scanAll, type ContractRun } from './contract-tools.ts';
import type { Fields, FieldValue, StoredDocument } from '../document-store.ts';

export function describeQueries({ name, store: current, nextCollection }: ContractRun): void {
  describe(`${name}: queries`, () => {
    const field = (value: FieldValue, extra: Fields = {}): Fields => ({ f: value, ...extra });

    it('sorts by type as Firestore does and leaves out documents without the field', async () => {
      const store = current();
      const collection = nextCollection();
      const inOrder: FieldValue[] = [
        null,
        false,
        true,
        -1e9,
        -2.5,
        0,
        1e-9,
        2,
        10,
        1e9,
        new Date(-1),
        new Date(0),
        new Date('2026-11-19'),
        '',
        'A',
        'Z',
        'a',
        'aa',
        'b',
        'z',
        'Á',
        'é',
        'ÿ',
        '中',
        '𝄞',
        [],
        [1],
        [1, 2],
        ['a'],
        {},
        { a: 1 },
        { a: 1, b: 0 },
        { a: 2 },
        { b: 0 },
      ];
      // Written back to front, so that neither the order of writing nor that of the ids gives it away.
      const writes = inOrder
        .map((value, index) => ({ kind: 'set' as const, path: `${collection}/${99 - index}`, data: field(value) }))
        .reverse();
      await store.batch([...writes, { kind: 'set', path: `${collection}/none`, data: { g: 1 } }]);
      const up = await store.query({ collection, orderBy: [{ field: 'f', direction: 'asc' }] });
      expect(up.map((document) => document.data['f'])).toEqual(inOrder);
      const down = await store.query({ collection, orderBy: [{ field: 'f', direction: 'desc' }] });
      expect(down.map((document) => document.data['f'])).toEqual([...inOrder].reverse());
      expect(await store.query({ collection })).toHaveLength(inOrder.length + 1);
    });

    it('keeps ranges inside the type of their value', async () => {
      const store = current();
      const collection = nextCollection();
      const data: Record<string, FieldValue> = { a: 1, b: 2, c: 3, d: '2', e: new Date(2), f: null, g: true, h: [2], i: { x: 2 } };
      await store.batch(Object.entries(data).map(([id, value]) => ({ kind: 'set', path: `${collection}/${id}`, data: field(value) })));
      const find = async (op: '<' | '<=' | '>' | '>=', value: FieldValue) =>
        ids(await store.query({ collection, where: [{ field: 'f', op, value }] }));
      expect(await find('>', 1)).toEqual(['b', 'c']);
      expect(await find('>=', 2)).toEqual(['b', 'c']);
      expect(await find('<', 3)).toEqual(['a', 'b']);
      expect(await find('<=', 3)).toEqual(['a', 'b', 'c']);
      expect(await find('>=', '')).toEqual(['d']);
      expect(await find('>', new Date(1))).toEqual(['e']);
      expect(await find('<', new Date(2))).toEqual([]);
    });

    it('compares for equality by value and type, in lists too', async () => {
      const store = current();
      const collection = nextCollection();
      const data: Record<string, FieldValue> = {
        a: 1,
        b: '1',
        c: null,
        d: [1, { x: new Date(1) }],
        e: { x: 1, y: 2 },
        f: new Date(1),
        g: false,
        h: ['1'],
      };
      await store.batch(
        Object.entries(data).map(([id, value]) => ({ kind: 'set', path: `${collection}/${id}`, data: field(value, { id }) })),
      );
      for (const [id, value] of Object.entries(data)) {
        expect(ids(await store.query({ collection, where: [{ field: 'f', op: '==', value }] }))).toEqual([id]);
      }
      const where = (op: 'in' | 'array-contains', value: FieldValue) => store.query({ collection, where: [{ field: 'f', op, value }] });
      expect(ids(await where('in', [1, '1', new Date(1), 'none']))).toEqual(['a', 'b', 'f']);
      expect(ids(await where('array-contains', { x: new Date(1) }))).toEqual(['d']);
      expect(ids(await where('array-contains', 1))).toEqual(['d']);
      expect(ids(await where('array-contains', '1'))).toEqual(['h']);
      expect(ids(await store.query({ collection, where: [{ field: 'f', op: '==', value: { x: 1 } }] }))).toEqual([]);
      expect(
        ids(
          await store.query({
            collection,
            where: [
              { field: 'f', op: '==', value: 1 },
              { field: 'id', op: '==', value: 'b' },
            ],
          }),
        ),
      ).toEqual([]);
    });

    it('walks pages from document to document, through equal values', async () => {
      const store = current();
      const collection = nextCollection();
      const rows = Array.from({ length: 23 }, (_, index) => ({ id: `d${String(index).padStart(2, '0')}`, a: index % 3, b: -(index % 5) }));
      await store.batch(rows.map(({ id, a, b }) => ({ kind: 'set', path: `${collection}/${id}`, data: { a, b } })));
      const expected = [...rows].sort((x, y) => y.a - x.a || x.b - y.b || (x.id < y.id ? -1 : 1)).map((row) => row.id);
      const seen: string[] = [];
      for (let after: StoredDocument | undefined; seen.length < rows.length;) {
        const page = await store.query({
          collection,
          orderBy: [
            { field: 'a', direction: 'desc' },
            { field: 'b', direction: 'asc' },
          ],
          limit: 4,
          ...(after && { after }),
        });
        expect(page.length).toBe(Math.min(4, rows.length - seen.length));
        seen.push(...ids(page));
        after = page.at(-1);
      }
      expect(seen).toEqual(expected);
    });

    it('walks pages by the time of creation without seeing one twice', async () => {
      const store = current();
      const collection = nextCollection();
      const paths = Array.from({ length: 7 }, (_, index) => `${collection}/${index}`);
      for (const path of paths) await store.create(path, {});
      const seen: string[] = [];
      let after: StoredDocument | undefined;
      do {
        const page: StoredDocument[] = await store.query({
          collection,
          orderBy: [{ field: 'createdAt', direction: 'asc' }],
          limit: 2,
          ...(after && { after }),
        });
        seen.push(...page.map((document) => document.path));
        // As it comes back from a form or a job: only the plain values are left.
        after = page[1] && structuredClone(page[1]);
      } while (after);
      expect(seen.sort()).toEqual(paths);
    });

    it('goes through a collection by id, in the order of bytes', async () => {
      const store = current();
      const collection = nextCollection();
      const inOrder = ['-', '10', '9', 'A', 'Z', '_', 'a', 'a b', 'a-b', 'a.b', 'b', 'é', 'ñ', '中', '𝄞'];
      await store.batch(inOrder.map((id) => ({ kind: 'set', path: `${collection}/${id}`, data: { id } })));
      expect(ids(await store.query({ collection }))).toEqual(inOrder);
      const [, , third] = await store.query({ collection, limit: 3 });
      expect(ids(await store.query({ collection, ...(third && { after: third }), limit: 2 }))).toEqual(['A', 'Z']);
    });

    it('separates sub-collections from collections, and finds both as a group', async () => {
      const store = current();
      const collection = nextCollection();
      const group = `${collection}_sub`;
      const paths = [
        `${collection}/a/${group}/1`,
        `${collection}/a-b/${group}/0`,
        `${collection}/b/${group}/1`,
        `${group}/9`,
        `${collection}/a/${group}/1/${group}/2`,
      ];
      await store.batch([...paths, `${collection}/a`].map((path, n) => ({ kind: 'set', path, data: { n } })));
      expect(ids(await store.query({ collection }))).toEqual(['a']);
      expect((await store.query({ collection: `${collection}/a/${group}` })).map((document) => document.path)).toEqual([paths[0]]);
      const all = await store.query({ collection: group, group: true });
      const inOrder = [paths[0], paths[4], paths[1], paths[2], paths[3]];
      expect(all.map((document) => document.path)).toEqual(inOrder);
      expect(
        (await store.query({ collection: group, group: true, where: [{ field: 'n', op: '<', value: 2 }] })).map(
          (document) => document.path,
        ),
      ).toEqual([paths[0], paths[1]]);
      expect((await scanAll(store.scan(group, { group: true, pageSize: 2 }))).flat()).toEqual(inOrder);
      expect((await scanAll(store.scan(group, { group: true, ...(inOrder[1] && { after: inOrder[1] }) }))).flat()).toEqual(
        inOrder.slice(2),
      );
    });

    it('does not find what was deleted', async () => {
      const store = current();
      const collection = nextCollection();
      await store.batch(['a', 'b', 'c'].map((id) => ({ kind: 'set', path: `${collection}/${id}`, data: { n: 1 } })));
      await store.delete(`${collection}/b`);
      expect(ids(await store.query({ collection, where: [{ field: 'n', op: '==', value: 1 }] }))).toEqual(['a', 'c']);
      expect((await scanAll(store.scan(collection))).flat()).toEqual([`${collection}/a`, `${collection}/c`]);
    });

    it('refuses malformed queries', async () => {
      const store = current();
      const collection = nextCollection();
      const document = { path: `${collection}/a`, id: 'a', collection, data: {}, version: 1n, createdVersion: 1n };
      const malformed = [
        { collection: `${collection}/a` },
        { collection: `${collection}/a/b`, group: true },
        { collection, limit: 0 },
        { collection, limit: 1.5 },
        { collection, where: [{ field: 'a', op: '==' as const, value: NaN }] },
        { collection, where: [{ field: 'a', op: 'in' as const, value: [] }] },
        { collection, where: [{ field: 'a', op: 'in' as const, value: 'x' }] },
        { collection, where: [{ field: '', op: '==' as const, value: 1 }] },
        { collection, where: [{ field: 'a', op: '!=' as '==', value: 1 }] },
        { collection, orderBy: [{ field: 'a', direction: 'asc' as const }], after: document },
      ];
      for (const query of malformed)
        await expect(store.query(query), String(malformed.indexOf(query))).rejects.toMatchObject({ code: 'invalid-input' });
    });

    it('scans in pages of the asked size, from a path on', async () => {
      const store = current();
      const collection = nextCollection();
      const all = Array.from({ length: 10 }, (_, index) => `${collection}/${index}`);
      await store.batch(all.map((path) => ({ kind: 'set', path, data: {} })));
      expect((await scanAll(store.scan(collection, { pageSize: 4 }))).map((page) => page.length)).toEqual([4, 4, 2]);
      expect((await scanAll(store.scan(collection, { pageSize: 5 }))).flat()).toEqual(all);
      expect((await scanAll(store.scan(collection, { after: `${collection}/6` }))).flat()).toEqual(all.slice(7));
      expect(await scanAll(store.scan(`${collection}_none`))).toEqual([]);
    });
  });
}
