import { describe, expect, it } from 'vitest';
import { ids, required, scanAll, type ContractRun } from '../testing/contract-tools.ts';
import type { CreationPlace, StoredDocument } from '../document-store.ts';

export function describeCreationOrder({ name, store: current, nextCollection }: ContractRun): void {
  describe(`${name}: order of creation`, () => {
    const all = { after: null, minimumAgeMs: 0 };
    const collect = async (pages: AsyncIterable<StoredDocument[]>) => {
      const documents: StoredDocument[] = [];
      for await (const page of pages) documents.push(...page);
      return documents;
    };
    const flat = async (pages: AsyncIterable<StoredDocument[]>) => ids(await collect(pages));

    it('pages through documents in order of creation, whatever their ids and later updates', async () => {
      const store = current();
      const collection = nextCollection();
      const inOrder = ['z', 'm', 'a', 'x', 'b'];
      for (const id of inOrder) await store.create(`${collection}/${id}`, { id });
      await store.update(`${collection}/z`, { n: 1 });
      await store.create(`${collection}/a/${collection}/deeper`, {});
      expect(await flat(store.scanCreated(collection, all))).toEqual(inOrder);
      expect((await scanAll(store.scanCreated(collection, { ...all, pageSize: 2 }))).flat()).toEqual(
        inOrder.map((id) => `${collection}/${id}`),
      );
    });

    it('resumes after a cursor, even among documents created at the same moment', async () => {
      const store = current();
      const collection = nextCollection();
      await store.batch(['b', 'a', 'c'].map((id) => ({ kind: 'create', path: `${collection}/${id}`, data: {} })));
      await store.create(`${collection}/d`, {});
      const seen: string[] = [];
      for (let after: CreationPlace | null = null; seen.length < 4;) {
        const [first]: StoredDocument[] = await collect(store.scanCreated(collection, { after, minimumAgeMs: 0, pageSize: 1 }));
        after = first ?? null;
        seen.push(first?.id ?? '');
      }
      expect([...seen].sort()).toEqual(['a', 'b', 'c', 'd']);
      expect(seen.at(-1)).toBe('d');
      expect(await flat(store.scanCreated(collection, { after: await required(store, `${collection}/d`), minimumAgeMs: 0 }))).toEqual([]);
    });

    it('skips documents younger than the minimum age', async () => {
      const store = current();
      const collection = nextCollection();
      await store.create(`${collection}/a`, {});
      expect(await flat(store.scanCreated(collection, { ...all, minimumAgeMs: 60_000 }))).toEqual([]);
    });

    it('delivers every document exactly once while 20 transactions commit at different speeds', async () => {
      const store = current();
      const collection = nextCollection();
      await store.create(`${collection}/first`, {});
      const seen = new Set(await flat(store.scanCreated(collection, all)));
      let last = await required(store, `${collection}/first`);
      // Writers of different pace: whoever follows the order of creation meets every document, and none twice.
      const writers = Array.from({ length: 20 }, (_unused, n) =>
        store.transaction(async (tx) => {
          await tx.get(`${collection}/other-${n % 4}`);
          tx.create(`${collection}/w${n}`, {});
          tx.create(`${collection}_filler/w${n}`, { text: 'x'.repeat((n % 5) * 50_000) });
        }),
      );
      const done = Promise.all(writers).then(() => true);
      for (let isLast = false; !isLast;) {
        isLast = await Promise.race([done, Promise.resolve(false)]);
        for await (const page of store.scanCreated(collection, { after: last, minimumAgeMs: 0 })) {
          for (const document of page) {
            expect(seen.has(document.id)).toBe(false);
            seen.add(document.id);
            last = document;
          }
        }
      }
      expect(seen.size).toBe(21);
    });
  });
}
