import { describe, expect, it } from 'vitest';
import { required, type ContractRun } from '../testing/contract-tools.ts';
import { MAX_TRANSACTION_WRITES, MAX_WRITES, type DocumentStore } from '../document-store.ts';

export function describeTogether({ name, store: current, nextCollection, rivals }: ContractRun): void {
  describe(`${name}: several documents together`, () => {
    it('writes a batch completely or not at all', async () => {
      const store = current();
      const collection = nextCollection();
      const [a, b, c] = ['a', 'b', 'c'].map((id) => `${collection}/${id}`) as [string, string, string];
      await store.batch([
        { kind: 'create', path: a, data: { n: 1 } },
        { kind: 'set', path: b, data: { n: 1 } },
      ]);
      const fails = [
        { code: 'conflict', write: { kind: 'create' as const, path: a, data: {} } },
        { code: 'not-found', write: { kind: 'update' as const, path: c, changes: { n: 2 } } },
        { code: 'conflict', write: { kind: 'update' as const, path: a, changes: { n: 2 }, ifVersion: 1n } },
        { code: 'conflict', write: { kind: 'delete' as const, path: a, ifVersion: 1n } },
        { code: 'invalid-input', write: { kind: 'set' as const, path: `${collection}/d/e`, data: {} } },
      ];
      for (const { code, write } of fails) {
        await expect(
          store.batch([{ kind: 'set', path: b, data: { n: 99 } }, { kind: 'set', path: `${collection}/other`, data: {} }, write]),
        ).rejects.toMatchObject({ code });
      }
      expect(await store.get(`${collection}/other`)).toBeNull();
      expect((await store.getMany([a, b, c])).map((document) => document?.data['n'])).toEqual([1, 1, undefined]);
      await store.batch([
        { kind: 'update', path: a, changes: { n: 2 } },
        { kind: 'delete', path: b },
        { kind: 'create', path: c, data: { n: 3 } },
      ]);
      expect((await store.getMany([a, b, c])).map((document) => document?.data['n'])).toEqual([2, undefined, 3]);
    });

    it('accepts a batch of 500 writes and refuses 501', async () => {
      const store = current();
      const collection = nextCollection();
      const writes = Array.from({ length: MAX_WRITES + 1 }, (_, n) => ({
        kind: 'create' as const,
        path: `${collection}/${n}`,
        data: { n },
      }));
      await expect(store.batch(writes)).rejects.toMatchObject({ code: 'invalid-input' });
      await store.batch(writes.slice(1));
      expect(await store.query({ collection })).toHaveLength(MAX_WRITES);
      await store.batch([]);
    });

    it('applies several writes to one document in their order', async () => {
      const store = current();
      const path = `${nextCollection()}/a`;
      await store.batch([
        { kind: 'set', path, data: { n: 1 } },
        { kind: 'delete', path },
        { kind: 'set', path, data: { m: 2 } },
        { kind: 'update', path, changes: { k: 3 } },
      ]);
      expect((await required(store, path)).data).toEqual({ m: 2, k: 3, updatedAt: expect.any(Date) });
    });

    it('commits a transaction and returns its result, or rolls back when the callback throws', async () => {
      const store = current();
      const collection = nextCollection();
      const result = await store.transaction(async (tx) => {
        expect(await tx.get(`${collection}/a`)).toBeNull();
        tx.create(`${collection}/a`, { n: 1 });
        tx.create(`${collection}/b`, { n: 2 });
        return 'done';
      });
      expect(result).toBe('done');
      const failure = new Error('stop');
      const attempt = store.transaction(async (tx) => {
        const [a, b, none] = await tx.getMany([`${collection}/a`, `${collection}/b`, `${collection}/none`]);
        expect([a?.data['n'], b?.data['n'], none]).toEqual([1, 2, null]);
        tx.update(`${collection}/a`, { n: 9 });
        throw failure;
      });
      await expect(attempt).rejects.toBe(failure);
      expect((await store.query({ collection })).map((document) => document.data['n'])).toEqual([1, 2]);
    });

    it('accepts a transaction of 2,000 writes, and refuses one of 2,001 and stores none of them', async () => {
      const store = current();
      const collection = nextCollection();
      const create = (writes: number) =>
        store.transaction(async (tx) => {
          for (let n = 0; n < writes; n += 1) tx.create(`${collection}/${n}`, { n });
        });
      await expect(create(MAX_TRANSACTION_WRITES + 1)).rejects.toMatchObject({ code: 'invalid-input' });
      expect(await store.query({ collection })).toEqual([]);
      await create(MAX_TRANSACTION_WRITES);
      expect(await store.query({ collection })).toHaveLength(2_000);
    });

    it('leaves nothing behind when a transaction only reads a missing document', async () => {
      const store = current();
      const path = `${nextCollection()}/a`;
      expect(await store.transaction((tx) => tx.get(path))).toBeNull();
      await expect(store.update(path, { n: 1 })).rejects.toMatchObject({ code: 'not-found' });
      await store.create(path, { n: 1 });
      expect((await required(store, path)).data['n']).toBe(1);
    });

    it('rolls back the whole transaction when one precondition fails', async () => {
      const store = current();
      const collection = nextCollection();
      await store.set(`${collection}/a`, { n: 1 });
      const run = (write: Parameters<DocumentStore['transaction']>[0]) =>
        store.transaction(async (tx) => {
          await tx.get(`${collection}/a`);
          tx.create(`${collection}/b`, { n: 1 });
          await write(tx);
        });
      await expect(run(async (tx) => tx.update(`${collection}/a`, { n: 2 }, { ifVersion: 1n }))).rejects.toMatchObject({
        code: 'conflict',
      });
      await expect(run(async (tx) => tx.create(`${collection}/a`, {}))).rejects.toMatchObject({ code: 'conflict' });
      await expect(run(async (tx) => tx.update(`${collection}/c`, {}))).rejects.toMatchObject({ code: 'not-found' });
      expect((await store.query({ collection })).map((document) => [document.id, document.data['n']])).toEqual([['a', 1]]);
    });

    it('refuses to read after the first write', async () => {
      const store = current();
      const path = `${nextCollection()}/a`;
      const attempt = store.transaction(async (tx) => {
        tx.create(path, {});
        return tx.get(path);
      });
      await expect(attempt).rejects.toThrow('reads come before');
      expect(await store.get(path)).toBeNull();
    });

    it(`loses no update when ${rivals} transactions increment one document`, async () => {
      const store = current();
      const path = `${nextCollection()}/counter`;
      const add = () =>
        store.transaction(async (tx) => {
          const found = await tx.get(path);
          if (found) tx.update(path, { n: (found.data['n'] as number) + 1 });
          else tx.create(path, { n: 1 });
        });
      await Promise.all(Array.from({ length: rivals }, add));
      expect((await required(store, path)).data['n']).toBe(rivals);
    }, 120_000);

    it('lets only one of eight concurrent transactions claim a free name', async () => {
      const store = current();
      const collection = nextCollection();
      const claim = (id: number) =>
        store.transaction(async (tx) => {
          const taken = await tx.query({ collection, where: [{ field: 'nombre', op: '==', value: 'Central' }] });
          if (taken.length === 0) tx.create(`${collection}/${id}`, { nombre: 'Central' });
          return taken.length === 0;
        });
      const outcomes = await Promise.all(Array.from({ length: 8 }, (_, id) => claim(id)));
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      expect(await store.query({ collection })).toHaveLength(1);
    }, 120_000);

    it('preserves the total while concurrent transactions transfer amounts both ways', async () => {
      const store = current();
      const collection = nextCollection();
      await store.batch(['a', 'b'].map((id) => ({ kind: 'set', path: `${collection}/${id}`, data: { n: 100 } })));
      const move = (from: string, to: string) =>
        store.transaction(async (tx) => {
          const source = await tx.get(`${collection}/${from}`);
          const target = await tx.get(`${collection}/${to}`);
          tx.update(`${collection}/${from}`, { n: (source?.data['n'] as number) - 1 });
          tx.update(`${collection}/${to}`, { n: (target?.data['n'] as number) + 1 });
        });
      await Promise.all(Array.from({ length: 6 }, (_, index) => (index % 2 ? move('a', 'b') : move('b', 'a'))));
      expect((await store.query({ collection })).map((document) => document.data['n'])).toEqual([100, 100]);
    }, 120_000);
  });
}
