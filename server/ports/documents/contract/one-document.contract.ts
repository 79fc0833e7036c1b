import { describe, expect, it } from 'vitest';
import { required, type ContractRun } from '../testing/contract-tools.ts';

export function describeOneDocument({ name, store: current, nextCollection }: ContractRun): void {
  describe(`${name}: one document`, () => {
    it('creates a document with the generic fields and reads it back', async () => {
      const store = current();
      const collection = nextCollection();
      const version = await store.create(`${collection}/a`, { nombre: 'Agencia Central' });
      const document = await required(store, `${collection}/a`);
      expect(document).toMatchObject({ path: `${collection}/a`, id: 'a', collection, version, createdVersion: version });
      expect(document.data).toEqual({
        nombre: 'Agencia Central',
        isActive: true,
        createdAt: expect.any(Date),
        updatedAt: expect.any(Date),
      });
      expect(Math.abs(Number(version / 1_000n) - Date.now())).toBeLessThan(60_000);
    });

    it('keeps the generic fields that the caller gives', async () => {
      const store = current();
      const path = `${nextCollection()}/a`;
      const createdAt = new Date('2020-01-02T03:04:05.678Z');
      await store.create(path, { isActive: false, createdAt });
      expect((await required(store, path)).data).toMatchObject({ isActive: false, createdAt });
    });

    it('refuses to create an existing id, and recreates a deleted one with a higher version', async () => {
      const store = current();
      const path = `${nextCollection()}/a`;
      const first = await store.create(path, { n: 1 });
      await expect(store.create(path, { n: 2 })).rejects.toMatchObject({ code: 'conflict' });
      expect((await required(store, path)).data['n']).toBe(1);
      await store.delete(path);
      expect(await store.get(path)).toBeNull();
      const again = await store.create(path, { n: 3 });
      expect(again).toBeGreaterThan(first);
      expect((await required(store, path)).createdVersion).toBe(again);
    });

    it('stores exactly the given fields with `set`, whether it creates or replaces', async () => {
      const store = current();
      const path = `${nextCollection()}/a`;
      const first = await store.set(path, { a: 1, b: 2 });
      const second = await store.set(path, { b: 3 });
      const document = await required(store, path);
      expect(document.data).toEqual({ b: 3 });
      expect(document).toMatchObject({ version: second, createdVersion: first });
    });

    it('replaces whole top-level fields with `update` and leaves the others alone', async () => {
      const store = current();
      const path = `${nextCollection()}/a`;
      const first = await store.set(path, { map: { x: 1, y: 2 }, 'a.b': 1, keep: true, updatedAt: new Date(0) });
      const second = await store.update(path, { map: { x: 9 }, 'a.b': 2, updatedAt: new Date(1) });
      expect(second).toBeGreaterThan(first);
      const { data } = await required(store, path);
      expect(data).toEqual({ map: { x: 9 }, 'a.b': 2, keep: true, updatedAt: expect.any(Date) });
      expect((data['updatedAt'] as Date).getTime()).toBeGreaterThan(Date.now() - 60_000);
    });

    it('rejects the update of a missing document with not-found, with or without `ifVersion`', async () => {
      const store = current();
      const path = `${nextCollection()}/a`;
      await expect(store.update(path, { n: 1 })).rejects.toMatchObject({ code: 'not-found' });
      await expect(store.update(path, { n: 1 }, { ifVersion: 1_000n })).rejects.toMatchObject({ code: 'not-found' });
      expect(await store.get(path)).toBeNull();
    });

    it('rejects a write with conflict when its `ifVersion` is stale', async () => {
      const store = current();
      const path = `${nextCollection()}/a`;
      const read = await store.create(path, { nombre: 'A' });
      await store.update(path, { nombre: 'B' }, { ifVersion: read });
      await expect(store.update(path, { nombre: 'C' }, { ifVersion: read })).rejects.toMatchObject({ code: 'conflict', status: 409 });
      await expect(store.delete(path, { ifVersion: read })).rejects.toMatchObject({ code: 'conflict' });
      const { data, version } = await required(store, path);
      expect(data).toMatchObject({ nombre: 'B', isActive: true });
      await store.delete(path, { ifVersion: version });
      expect(await store.get(path)).toBeNull();
    });

    it('ignores the deletion of a missing document, unless `ifVersion` is given', async () => {
      const store = current();
      const path = `${nextCollection()}/a`;
      await store.delete(path);
      await expect(store.delete(path, { ifVersion: 1_000n })).rejects.toMatchObject({ code: 'conflict' });
    });

    it('returns documents in the order of the given paths, with null for missing ones', async () => {
      const store = current();
      const collection = nextCollection();
      await store.set(`${collection}/b`, { n: 2 });
      await store.set(`${collection}/a`, { n: 1 });
      const found = await store.getMany([`${collection}/b`, `${collection}/x`, `${collection}/a`, `${collection}/b`]);
      expect(found.map((document) => document?.data['n'] ?? null)).toEqual([2, null, 1, 2]);
      expect(await store.getMany([])).toEqual([]);
    });
  });
}
