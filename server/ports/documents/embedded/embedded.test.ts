import { afterAll, describe, expect, it } from 'vitest';
import { createSql } from '../../../platform/sql/sql.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { describeDocumentStore } from '../contract/document-store.contract.ts';
import { createEmbeddedDocumentStore } from './embedded.ts';

const { sql } = await createTestDatabase();
const store = createEmbeddedDocumentStore({ sql, database: 'main' });
const digitalization = createEmbeddedDocumentStore({ sql, database: 'digitalization' });
afterAll(async () => {
  await store.close();
  await digitalization.close();
});

describeDocumentStore('embedded store', { store: () => store, rivals: 200, runs: 100 });

describe('embedded store: specific behaviour', () => {
  it('keeps the main and digitalization databases apart', async () => {
    await store.create('aparte/a', { n: 1 });
    expect(await digitalization.get('aparte/a')).toBeNull();
    await digitalization.create('aparte/a', { n: 2 });
    expect((await store.query({ collection: 'aparte' })).map((document) => document.data['n'])).toEqual([1]);
  });

  it('refuses a path that is not a string', async () => {
    await expect(store.get(undefined as unknown as string)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('stores dates in a form that SQL can cast', async () => {
    await store.set('fechas/a', { at: new Date('2026-11-19T22:30:04.123Z') });
    const { rows } = await sql.query<{ at: Date }>(
      `SELECT (data -> 'at' ->> '$date')::timestamptz AS at FROM documents.documents WHERE path = 'fechas/a'`,
    );
    expect(rows[0]?.at).toEqual(new Date('2026-11-19T22:30:04.123Z'));
  });

  it('gives each change a higher version than the last, even when the clock goes back', async () => {
    const version = async () => (await store.get('reloj/a'))?.version ?? 0n;
    const ways = [
      () => store.set('reloj/a', { n: 1 }),
      () => store.update('reloj/a', { n: 2 }),
      () => store.transaction(async (tx) => tx.update('reloj/a', { n: 3 })),
      () => store.delete('reloj/a').then(() => store.create('reloj/a', {})),
    ];
    await store.create('reloj/a', { n: 0 });
    await sql.query(`UPDATE documents.documents SET version = version + 3600000000 WHERE path = 'reloj/a'`);
    for (const way of ways) {
      const before = await version();
      await way();
      expect(await version()).toBeGreaterThan(before);
    }
  });

  it('leaves connections free for others while 40 transactions wait for one document', async () => {
    await store.set('espera/a', { n: 0 });
    let free = () => undefined as void;
    const gate = new Promise<void>((resolve) => (free = resolve));
    const all = Array.from({ length: 40 }, () =>
      store.transaction(async (tx) => {
        const found = await tx.get('espera/a');
        await gate;
        tx.update('espera/a', { n: (found?.data['n'] as number) + 1 });
      }),
    );
    expect((await store.get('espera/a'))?.data['n']).toBe(0);
    await store.create('espera/b', {});
    free();
    await Promise.all(all);
    expect((await store.get('espera/a'))?.data['n']).toBe(40);
  });

  it('gives up with unavailable when another session holds the collection’s lock, for every kind of write', async () => {
    const other = await sql.connect();
    try {
      await store.set('cerrado/a', { n: 0 });
      await other.query(`SELECT pg_advisory_lock(hashtextextended('documents/main/cerrado', 0))`);
      const ways = [
        store.create('cerrado/b', {}),
        store.update('cerrado/a', { n: 1 }),
        store.transaction(async (tx) => tx.update('cerrado/a', { n: 2 })),
      ];
      for (const way of await Promise.allSettled(ways))
        expect(way).toMatchObject({
          status: 'rejected',
          reason: { code: 'unavailable', message: expect.stringContaining('pg_locks') as string },
        });
      expect((await store.get('cerrado/a'))?.data['n']).toBe(0);
    } finally {
      other.release(true);
    }
    await store.update('cerrado/a', { n: 3 });
  });

  it('makes a plain write wait for a transaction that has read the document, even a missing one', async () => {
    let read = () => undefined as void;
    const hasRead = new Promise<void>((resolve) => (read = resolve));
    const order: string[] = [];
    const transaction = store.transaction(async (tx) => {
      expect(await tx.get('turno/a')).toBeNull();
      read();
      // The rival's write has reached the database; it would win if it did not wait.
      await expect.poll(() => waitingForLock()).toBe(1);
      order.push('transaction');
      tx.create('turno/a', { by: 'transaction' });
    });
    await hasRead;
    const rival = store.create('turno/a', { by: 'rival' }).finally(() => order.push('rival'));
    await expect(rival).rejects.toMatchObject({ code: 'conflict' });
    await transaction;
    expect(order).toEqual(['transaction', 'rival']);
  });

  const waitingForLock = async () =>
    (await sql.query('SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = $1', ['Lock'])).rowCount;

  describe('scan in order of creation', () => {
    const SLOW = `INSERT INTO documents.documents (database, path, collection, collection_group, data, created_version, version)
      SELECT 'main', $1 || '/slow', $1, $1, '{}', micros, micros`;
    const seen = async (collection: string) => {
      const found: string[] = [];
      for await (const page of store.scanCreated(collection, { after: null, minimumAgeMs: 0 })) found.push(...page.map(({ id }) => id));
      return found;
    };

    it('stops before a transaction that has its version but has not committed', async () => {
      await store.create('sellados/a', {});
      const client = await sql.connect();
      await client.query('BEGIN');
      await client.query(`${SLOW} FROM (SELECT documents.now_micros() AS micros) now`, ['sellados']);
      await store.create('sellados/b', {});
      expect(await seen('sellados')).toEqual(['a']);
      await client.query('COMMIT');
      client.release();
      expect(await seen('sellados')).toEqual(['a', 'slow', 'b']);
    });

    it('stops before a statement that has its version but has not inserted its row', async () => {
      await store.create('tomados/a', {});
      const holder = await sql.connect();
      await holder.query('SELECT pg_advisory_lock(1)');
      const slow = sql.query(`${SLOW} FROM (SELECT documents.now_micros() AS micros, pg_advisory_xact_lock(1) OFFSET 0) now`, ['tomados']);
      await expect.poll(() => waitingForLock()).toBe(1);
      await store.create('tomados/b', {});
      expect(await seen('tomados')).toEqual(['a']);
      await holder.query('SELECT pg_advisory_unlock(1)');
      holder.release();
      await slow;
      expect(await seen('tomados')).toEqual(['a', 'slow', 'b']);
    });
  });

  it('answers unavailable and stores nothing when the connection breaks inside a transaction', async () => {
    const attempt = store.transaction(async (tx) => {
      tx.create('rota/a', {});
      await sql.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      );
    });
    await expect(attempt).rejects.toMatchObject({ code: 'unavailable', userMessage: expect.stringContaining('base de datos') });
    expect(await store.get('rota/a')).toBeNull();
  });

  it('answers unavailable, in Spanish, for every operation when the database is down', async () => {
    const nowhere = createSql({ url: 'postgres://x@127.0.0.1:1/x', max: 2, application: 'test', onError: () => undefined });
    const lost = createEmbeddedDocumentStore({ sql: nowhere, database: 'main' });
    const verbs = [
      lost.get('a/b'),
      lost.create('a/b', {}),
      lost.set('a/b', {}),
      lost.update('a/b', {}),
      lost.delete('a/b'),
      lost.query({ collection: 'a' }),
      lost.transaction((tx) => tx.get('a/b')),
      lost.batch([{ kind: 'delete', path: 'a/b' }]),
      lost.ping(),
      lost.scan('a')[Symbol.asyncIterator]().next(),
    ];
    const outcomes = await Promise.all(
      verbs.map((verb) =>
        verb.then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    );
    expect(outcomes).toEqual(
      verbs.map((): unknown =>
        expect.objectContaining({ code: 'unavailable', status: 503, userMessage: expect.stringContaining('no responde') }),
      ),
    );
    await lost.close();
    await nowhere.end();
  });

  it('imports 12,000 documents with their given versions and leaves newer documents alone', async () => {
    const newer = await store.create('traidos/newer', { n: 'mine' });
    const documents = Array.from({ length: 12_000 }, (_, n) => ({
      path: `traidos/${String(n).padStart(5, '0')}`,
      data: { n, at: new Date(n) },
      createdVersion: 1_000n,
      version: 2_000n,
    }));
    const stored = await store.importDocuments([...documents, { path: 'traidos/newer', data: { n: 'theirs' }, version: newer - 1n }], {
      silent: true,
    });
    expect(stored).toBe(12_000);
    expect(await store.get('traidos/00007')).toEqual({
      path: 'traidos/00007',
      id: '00007',
      collection: 'traidos',
      data: { n: 7, at: new Date(7) },
      version: 2_000n,
      createdVersion: 1_000n,
    });
    expect((await store.get('traidos/newer'))?.data['n']).toBe('mine');
    expect(await store.importDocuments(documents.slice(0, 3), { silent: true })).toBe(0);
    const { rows } = await sql.query(`SELECT 1 FROM documents.changes WHERE path LIKE 'traidos/0%'`);
    expect(rows).toEqual([]);
  });
});
