import { describe, expect, it } from 'vitest';
import { recordChanges, type ContractRun } from '../testing/contract-tools.ts';

export function describeWatch({ name, store: current, nextCollection }: ContractRun): void {
  describe(`${name}: watch`, () => {
    it('reports existing documents, changes and deletions', async () => {
      const store = current();
      const collection = nextCollection();
      await store.create(`${collection}/before`, {});
      const watching = await recordChanges(store, { collection });
      await expect.poll(() => watching.paths(), WAIT).toContain(`${collection}/before`);
      const version = await store.create(`${collection}/a`, { n: 1 });
      await expect.poll(() => watching.last(`${collection}/a`), WAIT).toMatchObject({ kind: 'changed', version });
      const updated = await store.update(`${collection}/a`, { n: 2 });
      await expect.poll(() => watching.last(`${collection}/a`), WAIT).toMatchObject({ kind: 'changed', version: updated });
      await store.delete(`${collection}/a`);
      await expect.poll(() => watching.last(`${collection}/a`), WAIT).toMatchObject({ kind: 'deleted' });
      expect(watching.last(`${collection}/a`)?.version).toBeGreaterThan(updated);
      await watching.close();
      expect(watching.errors).toEqual([]);
    });

    it('resumes from a position with every change made in the meantime', async () => {
      const store = current();
      const collection = nextCollection();
      const first = await recordChanges(store, { collection });
      await store.create(`${collection}/a`, {});
      await expect.poll(() => new Set(first.paths()), WAIT).toEqual(new Set([`${collection}/a`]));
      await first.close();
      const meanwhile = Array.from({ length: 20 }, (_, index) => `${collection}/m${index}`);
      await store.batch(meanwhile.map((path) => ({ kind: 'create', path, data: {} })));
      const second = await recordChanges(store, { collection, from: first.position() });
      await expect.poll(() => meanwhile.filter((path) => !second.paths().includes(path)), WAIT).toEqual([]);
      await second.close();
      expect(new Set(first.paths())).toEqual(new Set([`${collection}/a`]));
    });

    it('redelivers a failed batch until it is accepted, without letting a later one overtake it', async () => {
      const store = current();
      const collection = nextCollection();
      let refusals = 3;
      const watching = await recordChanges(store, {
        collection,
        before: () => {
          if (refusals-- > 0) throw new Error('read model is down');
        },
      });
      await store.create(`${collection}/a`, {});
      await store.create(`${collection}/b`, {});
      await expect.poll(() => new Set(watching.paths()), WAIT).toEqual(new Set([`${collection}/a`, `${collection}/b`]));
      expect(watching.errors.map(String)).toEqual(Array.from({ length: 3 }, () => 'Error: read model is down'));
      expect(watching.positions.slice(0, 4).every((position) => position === watching.positions[0])).toBe(true);
      await watching.close();
    });

    it('misses no document of two concurrent writers', async () => {
      const store = current();
      const collection = nextCollection();
      const watching = await recordChanges(store, { collection });
      const write = async (writer: string) => {
        const paths = Array.from({ length: 25 }, (_, index) => `${collection}/${writer}${index}`);
        for (const path of paths) await store.transaction(async (tx) => tx.create(path, { writer }));
        return paths;
      };
      const written = (await Promise.all([write('x'), write('y')])).flat();
      await expect.poll(() => [...new Set(watching.paths())].sort(), WAIT).toEqual([...written].sort());
      await watching.close();
    });

    it('reports the documents of a collection group under every parent, and no others', async () => {
      const store = current();
      const collection = nextCollection();
      const group = `${collection}_sub`;
      const watching = await recordChanges(store, { collection: group, group: true });
      const wanted = [`${collection}/a/${group}/1`, `${collection}/b/${group}/1`, `${group}/1`];
      await store.batch([`${collection}/a`, `other/a/${collection}/1`, ...wanted].map((path) => ({ kind: 'create', path, data: {} })));
      await expect.poll(() => [...new Set(watching.paths())].sort(), WAIT).toEqual([...wanted].sort());
      await watching.close();
    });

    it('waits in `close` for the batch in progress and delivers nothing afterwards', async () => {
      const store = current();
      const collection = nextCollection();
      let finish = () => undefined as void;
      let taken = false;
      const gate = new Promise<void>((resolve) => (finish = resolve));
      let entered = 0;
      const watching = await recordChanges(store, {
        collection,
        before: async () => {
          entered += 1;
          await gate;
          taken = true;
        },
      });
      await store.create(`${collection}/a`, {});
      await expect.poll(() => entered, WAIT).toBe(1);
      const closing = watching.close().then(() => taken);
      await store.create(`${collection}/b`, {});
      finish();
      expect(await closing).toBe(true);
      expect(watching.paths()).not.toContain(`${collection}/b`);
      expect(entered).toBe(1);
    });

    it('rejects a malformed position and an invalid collection path', async () => {
      const store = current();
      const collection = nextCollection();
      const watch = (changes: object) =>
        store.watch({ collection, from: null, onBatch: async () => undefined, onError: () => undefined, ...changes });
      await expect(watch({ from: 'nonsense' })).rejects.toMatchObject({ code: 'invalid-input' });
      await expect(watch({ collection: `${collection}/a` })).rejects.toMatchObject({ code: 'invalid-input' });
    });
  });
}

const WAIT = { timeout: 15_000, interval: 10 };
