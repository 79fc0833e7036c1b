import { describe, expect, it, onTestFinished } from 'vitest';
import { createSql, inTransaction } from '../../../platform/sql/sql.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { recordChanges } from '../testing/contract-tools.ts';
import { createEmbeddedDocumentStore, type EmbeddedDocumentStore } from './embedded.ts';
import { applyInOrder, encodeWrite } from './writes.ts';
import { WatchGapError } from '../document-errors.ts';

const { sql, url } = await createTestDatabase();
const WAIT = { timeout: 15_000, interval: 10 };

/** A store with a pool of its own, as in another process. */
function openStore(): EmbeddedDocumentStore {
  const pool = createSql({ url, max: 4, application: 'watch-test', onError: () => undefined });
  const store = createEmbeddedDocumentStore({ sql: pool, database: 'main' });
  onTestFinished(async () => {
    await store.close();
    await pool.end();
  });
  return store;
}

describe('watching the embedded store', () => {
  it('reports another process’s writes in under 500 ms, long before the next poll', async () => {
    const [writer, reader] = [openStore(), openStore()];
    const watching = await recordChanges(reader, { collection: 'vecinos' });
    await writer.create('vecinos/a', {});
    await expect.poll(() => watching.paths(), WAIT).toEqual(['vecinos/a']);
    const delays: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      await writer.create(`vecinos/b${n}`, {});
      const from = performance.now();
      await expect.poll(() => watching.paths(), { timeout: 5_000, interval: 2 }).toContain(`vecinos/b${n}`);
      delays.push(performance.now() - from);
    }
    expect(delays.sort((a, b) => a - b)[10]).toBeLessThan(500);
  });

  it('does not skip a transaction that began earlier and commits later', async () => {
    const store = openStore();
    const watching = await recordChanges(openStore(), { collection: 'lentos' });
    await inTransaction(sql, async (client) => {
      await applyInOrder(client, 'main', [encodeWrite({ kind: 'create', path: 'lentos/first', data: {} })]);
      await store.create('lentos/second', {});
      const { rows: clock } = await sql.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
      // The second is committed and announced, and the watcher has polled since: it must not deliver it before the first.
      const looks = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'watch-test' AND query LIKE '%horizon%' AND state = 'idle' AND query_start > $1::timestamptz`;
      await expect.poll(async () => (await sql.query(looks, [clock[0]?.now])).rowCount, WAIT).toBeGreaterThan(0);
      expect(watching.paths()).toEqual([]);
    });
    await expect.poll(() => watching.paths(), WAIT).toEqual(['lentos/first', 'lentos/second']);
  });

  it('sees every collection in one stream', async () => {
    const store = openStore();
    await store.create('uno/a', {});
    const watching = await recordChanges(store, { collection: '*' });
    await store.create('dos/a/tres/b', {});
    await expect.poll(() => watching.paths(), WAIT).toEqual(expect.arrayContaining(['uno/a', 'dos/a/tres/b']));
  });

  it('reconnects and resumes after its listening connection is cut', async () => {
    const store = openStore();
    const watching = await recordChanges(store, { collection: 'cortados' });
    const listeners = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`;
    await expect.poll(async () => (await sql.query(listeners)).rowCount, WAIT).toBe(1);
    const { rows: before } = await sql.query<{ pid: number }>(listeners);
    await sql.query('SELECT pg_terminate_backend($1)', [before[0]?.pid]);
    await store.create('cortados/a', {});
    await expect.poll(() => watching.paths(), WAIT).toEqual(['cortados/a']);
    await expect
      .poll(async () => (await sql.query<{ pid: number }>(listeners)).rows.map(({ pid }) => pid !== before[0]?.pid), WAIT)
      .toEqual([true]);
  });

  it('resumes after its table was unavailable for a while', async () => {
    const store = openStore();
    const watching = await recordChanges(store, { collection: 'caidas' });
    await store.create('caidas/a', {});
    await expect.poll(() => watching.paths(), WAIT).toEqual(['caidas/a']);
    await sql.query('ALTER TABLE documents.changes RENAME TO changes_away');
    await expect.poll(() => watching.errors.length, WAIT).toBeGreaterThan(0);
    await sql.query('ALTER TABLE documents.changes_away RENAME TO changes');
    await store.create('caidas/b', {});
    await expect.poll(() => watching.paths(), WAIT).toEqual(['caidas/a', 'caidas/b']);
  });

  it('delivers at most 1000 changes per batch, with each document once', async () => {
    const store = openStore();
    for (let round = 0; round < 3; round += 1) {
      const documents = Array.from({ length: 900 }, (_, n) => ({ path: `muchos/${n}`, data: { round } }));
      expect(await store.importDocuments(documents)).toBe(900);
    }
    const sizes: number[] = [];
    const watching = await recordChanges(store, {
      collection: 'muchos',
      before: ({ changes }) => {
        expect(new Set(changes.map((change) => change.path)).size).toBe(changes.length);
        sizes.push(changes.length);
      },
    });
    await expect.poll(() => new Set(watching.paths()).size, WAIT).toBe(900);
    await expect.poll(() => watching.last('muchos/899')?.version, WAIT).toBe((await store.get('muchos/899'))?.version);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
    expect(watching.errors).toEqual([]);
  });

  it('reports a gap to a watcher whose position was pruned, and continues with the remaining changes', async () => {
    const store = openStore();
    const first = await recordChanges(store, { collection: '*' });
    await store.create('podados/a', {});
    await expect.poll(() => first.paths(), WAIT).toContain('podados/a');
    await first.close();
    await store.create('podados/missed', {});
    await store.delete('podados/a');
    const left = async () => {
      await store.pruneChanges(new Date(Date.now() + 60_000));
      return (await sql.query('SELECT 1 FROM documents.changes')).rowCount;
    };
    await expect.poll(left, WAIT).toBe(0);
    const second = await recordChanges(store, { collection: '*', from: first.position() });
    await expect.poll(() => second.errors, WAIT).toEqual([expect.any(WatchGapError)]);
    await store.create('podados/after', {});
    await expect.poll(() => second.paths(), WAIT).toContain('podados/after');
    expect(second.errors).toHaveLength(1);
    // A watcher that had seen everything before the pruning misses nothing.
    const third = await recordChanges(store, { collection: '*', from: second.position() });
    await store.create('podados/later', {});
    await expect.poll(() => third.paths(), WAIT).toEqual(['podados/later']);
    expect(third.errors).toEqual([]);
    const { rows } = await sql.query(`SELECT 1 FROM documents.documents WHERE path = 'podados/a'`);
    expect(rows, 'the tombstone goes with the changes').toEqual([]);
  });

  it('reports a gap to a watcher whose position comes from another cluster', async () => {
    const store = openStore();
    const watching = await recordChanges(store, { collection: 'ajenos', from: '999999999999:1' });
    await store.create('ajenos/a', {});
    await expect.poll(() => watching.paths(), WAIT).toEqual(['ajenos/a']);
    expect(watching.errors).toEqual([expect.any(WatchGapError)]);
  });
});
