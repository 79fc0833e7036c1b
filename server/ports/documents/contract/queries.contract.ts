import { describe, expect, it } from 'vitest';
import { ids, required, scanAll, type ContractRun } from '../testing/contract-tools.ts';
import type { Fields, FieldValue } from '../document-store.ts';

export function describeQueries({ name, store: current, nextCollection }: ContractRun): void {
  describe(`${name}: queries`, () => {
    const field = (value: FieldValue, extra: Fields = {}): Fields => ({ f: value, ...extra });

    it('compares values by type and content, also within lists', async () => {
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

    it('returns a collection by id in byte order, also ids with line ends and tabs', async () => {
      const store = current();
      const collection = nextCollection();
      const inOrder = ['-', '10', '9', 'A', 'Z', '_', 'a', 'a\t', 'a\n', 'a\r', 'a b', 'a-b', 'a.b', 'b', 'é', 'ñ', '中', '𝄞'];
      await store.batch(inOrder.map((id) => ({ kind: 'set', path: `${collection}/${id}`, data: { id } })));
      expect(ids(await store.query({ collection }))).toEqual(inOrder);
      expect(ids(await store.query({ collection, limit: 3 }))).toEqual(['-', '10', '9']);
      expect((await store.getMany(inOrder.map((id) => `${collection}/${id}`))).map((document) => document?.id)).toEqual(inOrder);
      expect((await scanAll(store.scan(collection, { pageSize: 4 }))).flat()).toEqual(inOrder.map((id) => `${collection}/${id}`));
    });

    it('keeps sub-collections apart from collections, and finds both in a group scan', async () => {
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
      const inOrder = [paths[0], paths[4], paths[1], paths[2], paths[3]];
      expect((await scanAll(store.scan(group, { group: true, pageSize: 2 }))).flat()).toEqual(inOrder);
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
      const malformed = [
        { collection: `${collection}/a` },
        { collection, limit: 0 },
        { collection, limit: 1.5 },
        { collection, where: [{ field: 'a', op: '==' as const, value: NaN }] },
        { collection, where: [{ field: '', op: '==' as const, value: 1 }] },
        { collection, where: [{ field: 'a', op: '!=' as '==', value: 1 }] },
      ];
      for (const query of malformed)
        await expect(store.query(query), String(malformed.indexOf(query))).rejects.toMatchObject({ code: 'invalid-input' });
      const scanned = scanAll(store.scan(`${collection}/a/b`, { group: true }));
      await expect(scanned).rejects.toMatchObject({ code: 'invalid-input' });
    });

    it('scans in pages of the requested size, and omits the data when `bare` is set', async () => {
      const store = current();
      const collection = nextCollection();
      const all = Array.from({ length: 10 }, (_, index) => `${collection}/${index}`);
      await store.batch(all.map((path) => ({ kind: 'set', path, data: {} })));
      expect((await scanAll(store.scan(collection, { pageSize: 4 }))).map((page) => page.length)).toEqual([4, 4, 2]);
      expect((await scanAll(store.scan(collection, { pageSize: 5 }))).flat()).toEqual(all);
      expect(await scanAll(store.scan(`${collection}_none`))).toEqual([]);
      await store.update(`${collection}/3`, { n: 1 });
      for await (const page of store.scan(collection, { pageSize: 4, bare: true }))
        for (const { path, ...bare } of page) expect(bare).toEqual({ ...(await required(store, path)), path: undefined, data: {} });
    });
  });
}
