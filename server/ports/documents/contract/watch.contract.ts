import { describe, expect, it } from 'vitest';
import { keepWatching, type ContractRun } from '../testing/contract-tools.ts';

export function describeWatch({ name, store: current, nextCollection }: ContractRun): void {
  describe(`${name}: watch`, () => {
    it('reports what is there, what changes and what is deleted', async () => {
      const store = current();
      const collection = nextCollection();
      await store.create(`${collection}/before`, {});
      const watching = await keepWatching(store, { collection });
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

    it('goes on from a position, with everything that happened meanwhile', async () => {
      const store = current();
      const collection = nextCollection();
      const first = await keepWatching(store, { collection });
      await store.create(`${collection}/a`, {});
      await expect.poll(() => new Set(first.paths()), WAIT).toEqual(new Set([`${collection}/a`]));
      await first.close();
      const meanwhile = Array.from({ length: 20 }, (_, index) => `${collection}/m${index}`);
      await store.batch(meanwhile.map((path) => ({ kind: 'create', path, data: {} })));
      const second = await keepWatching(store, { collection, from: first.position() });
      await expect.poll(() => meanwhile.filter((path) => !second.paths().includes(path)), WAIT).toEqual([]);
      await second.close();
      expect(new Set(first.paths())).toEqual(new Set([`${collection}/a`]));
    });

    it('hands a batch over again until it is taken, and nothing overtakes it', async () => {
      const store = current();
      const collection = nextCollection();
      let refusals = 3;
      const watching = await keepWatching(store, {
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

    it('misses nothing of two writers at once', async () => {
      const store = current();
      const collection = nextCollection();
      const watching = await keepWatching(store, { collection });
      const write = async (writer: string) => {
        const paths = Array.from({ length: 25 }, (_, index) => `${collection}/${writer}${index}`);
        for (const path of paths) await store.transaction(async (tx) => tx.create(path, { writer }));
        return paths;
      };
      const written = (await Promise.all([write('x'), write('y')])).flat();
      await expect.poll(() => [...new Set(watching.paths())].sort(), WAIT).toEqual([...written].sort());
      await watching.close();
    });

    it('sees a group over all parents and nothing else', async () => {
      const store = current();
      const collection = nextCollection();
      const group = `${collection}_sub`;
      const watching = await keepWatching(store, { collection: group, group: true });
      const wanted = [`${collection}/a/${group}/1`, `${collection}/b/${group}/1`, `${group}/1`];
      await store.batch([`${collection}/a`, `other/a/${collection}/1`, ...wanted].map((path) => ({ kind: 'create', path, data: {} })));
      await expect.poll(() => [...new Set(watching.paths())].sort(), WAIT).toEqual([...wanted].sort());
      await watching.close();
    });

    it('waits in close for the batch that is being taken, and calls no more afterwards', async () => {
      const store = current();
      const collection = nextCollection();
      let finish = () => undefined as void;
      let taken = false;
      const gate = new Promise<void>((resolve) => (finish = resolve));
      let entered = 0;
      const watching = await keepWatching(store, {
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

    it('refuses a position that is not its own and a collection that cannot be', async () => {
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
