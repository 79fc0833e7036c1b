import { expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { createEmbeddedDocumentStore } from './embedded.ts';

const { sql } = await createTestDatabase();
const store = createEmbeddedDocumentStore({ sql, database: 'main' });

it('smoke', async () => {
  const v = await store.create('agencias/a', { nombre: 'A', at: new Date(5), $x: { $date: 'z' }, n: -0.5, list: [1, { b: null }] });
  const doc = await store.get('agencias/a');
  expect(doc).toMatchObject({ version: v, data: { nombre: 'A', at: new Date(5), $x: { $date: 'z' }, isActive: true } });
  await expect(store.create('agencias/a', {})).rejects.toMatchObject({ code: 'conflict' });
  const v2 = await store.update('agencias/a', { nombre: 'B' }, { ifVersion: v });
  expect(v2 > v).toBe(true);
  await expect(store.update('agencias/a', { nombre: 'C' }, { ifVersion: v })).rejects.toMatchObject({ code: 'conflict' });
  await expect(store.update('agencias/zz', { nombre: 'C' })).rejects.toMatchObject({ code: 'not-found' });
  const seen: string[] = [];
  const w = await store.watch({ collection: '*', from: null, onBatch: async (b) => void seen.push(...b.changes.map((c) => c.path)), onError: (e) => void seen.push(String(e)) });
  await store.batch([{ kind: 'create', path: 'agencias/b', data: { n: 3 } }, { kind: 'set', path: 'agencias/c', data: { n: 4 } }, { kind: 'update', path: 'agencias/c', changes: { n: 5 } }]);
  await expect.poll(() => [...seen].sort()).toEqual(['agencias/a', 'agencias/b', 'agencias/c']);
  expect((await store.query({ collection: 'agencias', where: [{ field: 'n', op: '>', value: 2 }] })).map((d) => d.id)).toEqual(['b', 'c']);
  await Promise.all(Array.from({ length: 200 }, () => store.transaction(async (tx) => {
    const d = await tx.get('agencias/cnt');
    if (d) tx.update('agencias/cnt', { n: (d.data.n as number) + 1 }); else tx.create('agencias/cnt', { n: 1 });
  })));
  expect((await store.get('agencias/cnt'))?.data.n).toBe(200);
  await store.delete('agencias/a');
  await expect.poll(() => seen.filter((p) => p === 'agencias/a').length).toBe(2);
  for await (const page of store.scan('agencias', { pageSize: 2 })) expect(page.length).toBeGreaterThan(0);
  await w.close();
  await store.close();
});
