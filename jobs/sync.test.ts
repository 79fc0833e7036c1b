import { afterAll, describe, expect, it, vi } from 'vitest';
import { CATALOGS } from '#server/catalogs/registry.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { Services } from '#server/services.ts';
import { createQueues } from '#server/ports/queue/create-queues.ts';
import type { Queues } from '#server/ports/queue/queue.ts';
import { createSql } from '#server/platform/sql/sql.ts';
import { startFaultyWire } from '#server/testing/faulty-wire.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { applyChanges } from '#server/read-model/sync/apply-changes.ts';
import { createReadModel } from '#server/read-model/sync/create-read-model.ts';
import { createProjectionIndex } from '#server/read-model/sync/project-documents.ts';
import { syncDocumentsJob } from '#server/read-model/sync/sync-jobs.ts';
import { rolePermissionsProjection } from '#server/features/roles/roles.projection.ts';
import { watchStreams } from '#server/read-model/sync/watch-streams.ts';
import { defineHandler } from './handler.ts';
import { runWorkers, type RunningWorkers } from './start-worker.ts';

const { sql, url } = await createTestDatabase();
const log = createLog({ level: 'silent', process: 'test' });
const documents = {
  main: createEmbeddedDocumentStore({ sql, database: 'main' }),
  digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
};
const projections = [CATALOGS.agencias.projection, rolePermissionsProjection];
const index = createProjectionIndex(projections);
const config = { queue: { kind: 'postgres', url } } as const;
const queues = createQueues(config, log);
const timings = { leaseMs: 1_500, tickMs: 100, stallMs: 1_500 };
const readModel = createReadModel({ sql, documents, log, projections });
const handler = defineHandler({
  definition: syncDocumentsJob,
  handle: async ({ payload }) => void (await applyChanges({ sql, documents, index }, payload)),
});
const WAIT = { timeout: 20_000, interval: 20 };

const open: { close(): Promise<void> }[] = [];
const watch = async (queue: Queues = queues) => {
  const watching = await watchStreams({ sql, documents, queues: queue, index, log, timings });
  open.push(watching);
  return watching;
};
const work = async (): Promise<RunningWorkers> => {
  const workers = await runWorkers({ config, services: {} as Services, log, handlers: [handler] });
  open.push(workers);
  return workers;
};
afterAll(async () => {
  await Promise.all(open.map((part) => part.close()));
  await queues.close();
  await documents.main.close();
  await documents.digitalization.close();
});

it('logs only once that the database does not answer, however often it retries', async () => {
  const lines: string[] = [];
  const loud = createLog({ level: 'warn', process: 'test' }, { write: (line: string) => void lines.push(line) });
  const away = createSql({ url: 'postgres://127.0.0.1:1/none', max: 1, application: 'test', onError: () => undefined });
  const asked = vi.spyOn(away, 'query');
  const watching = await watchStreams({ sql: away, documents, queues, index, log: loud, timings: { ...timings, tickMs: 20 } });
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(4);
  await watching.close();
  await away.end();
  expect(lines.filter((line) => line.includes('watching streams'))).toHaveLength(1);
});

const rowOf = async (id: string) => {
  const { rows } = await sql.query<{ nombre: string; source_version: bigint; source_deleted: boolean }>(
    'SELECT nombre, source_version, source_deleted FROM agencias WHERE id = $1',
    [id],
  );
  return rows[0];
};

describe('sync', () => {
  it('applies creations, changes and deletions to the table, and reports its freshness', async () => {
    await work();
    await watch();
    await documents.main.create('agencias/a', { nombre: 'Central' });
    await documents.main.create('agencias/b', { nombre: 'Norte' });
    await documents.main.create('sin_tabla/x', { nombre: 'nowhere' });
    await vi.waitFor(async () => expect(await rowOf('b')).toMatchObject({ nombre: 'Norte' }), WAIT);
    const version = await documents.main.update('agencias/a', { nombre: 'Central 2' });
    await documents.main.delete('agencias/b');
    await vi.waitFor(
      async () => expect(await rowOf('a')).toEqual({ nombre: 'Central 2', source_version: version, source_deleted: false }),
      WAIT,
    );
    await vi.waitFor(async () => expect(await rowOf('b')).toMatchObject({ nombre: '', source_deleted: true }), WAIT);
    await vi.waitFor(async () => expect(await readModel.freshness()).toMatchObject({ lagSeconds: 0, delayed: false }), WAIT);
    expect(Date.now() - ((await readModel.freshness()).asOf?.getTime() ?? 0)).toBeLessThan(5_000);
  });

  it('resumes from the durable position when enqueued work is lost', async () => {
    await Promise.all(open.splice(0).map((part) => part.close()));
    const losing: Queues = { ...queues, enqueue: async () => undefined };
    const forgetful = await watch(losing);
    await documents.main.create('agencias/c', { nombre: 'Perdida' });
    await vi.waitFor(async () => expect((await sql.query(`SELECT 1 FROM sync_streams WHERE pending_changes > 0`)).rowCount).toBe(1), WAIT);
    expect(await rowOf('c')).toBeUndefined();
    await forgetful.close();
    await work();
    await watch();
    await vi.waitFor(async () => expect(await rowOf('c')).toMatchObject({ nombre: 'Perdida' }), WAIT);
  });

  it('has one holder at a time, and another worker takes over when its lease is over', async () => {
    await Promise.all(open.splice(0).map((part) => part.close()));
    await work();
    const holders = async () =>
      (await sql.query<{ holder: string }>('SELECT DISTINCT holder FROM sync_streams WHERE lease_until > now()')).rows.map(
        (row) => row.holder,
      );
    const cut = createSql({ url, max: 2, application: 'test', onError: () => undefined });
    const first = await watchStreams({ sql: cut, documents, queues, index, log, timings: { ...timings, leaseMs: 600_000 } });
    await vi.waitFor(async () => expect(await holders()).toHaveLength(1), WAIT);
    const [holder] = await holders();
    const asked = vi.spyOn(sql, 'query');
    await watch();
    await vi.waitFor(
      () => expect(asked.mock.calls.filter((query) => JSON.stringify(query).includes('holder IS NULL')).length).toBeGreaterThan(1),
      WAIT,
    );
    asked.mockRestore();
    expect(await holders()).toEqual([holder]);
    // Gone without a word: it cannot give its streams back.
    await cut.end();
    await first.close();
    await sql.query(`UPDATE sync_streams SET lease_until = now() - interval '1 second'`);
    await vi.waitFor(async () => expect(await holders()).toEqual([expect.not.stringMatching(holder ?? '')]), WAIT);
    await documents.main.create('agencias/d', { nombre: 'Después' });
    await vi.waitFor(async () => expect(await rowOf('d')).toMatchObject({ nombre: 'Después' }), WAIT);
  });

  it('goes on over new connections when the database vanishes without closing the old ones', async () => {
    await Promise.all(open.splice(0).map((part) => part.close()));
    const database = new URL(url);
    const wire = await startFaultyWire(database.host);
    database.host = wire.host;
    const far = createSql({ url: database.href, max: 2, application: 'test', onError: () => undefined });
    const watching = await watchStreams({ sql: far, documents, queues, index, log, timings: { ...timings, leaseMs: 300 } });
    const renewed = async (since: Date) =>
      (await sql.query(`SELECT 1 FROM sync_streams WHERE lease_until > $1::timestamptz + interval '300 milliseconds'`, [since])).rowCount;
    const now = async () => (await sql.query<{ now: Date }>('SELECT now()')).rows[0]?.now ?? new Date(0);
    const start = await now();
    await vi.waitFor(async () => expect(await renewed(start)).toBe(1), WAIT);
    wire.set('forgotten');
    const forgotten = await now();
    await vi.waitFor(async () => expect(await renewed(forgotten)).toBe(1), WAIT);
    await watching.close();
    await far.end();
    await wire.close();
  });

  it('does not advance its freshness while the store does not answer a ping', async () => {
    await Promise.all(open.splice(0).map((part) => part.close()));
    let isSilent = false;
    const ping = () => (isSilent ? Promise.reject(new Error('silent')) : Promise.resolve());
    const half = { ...documents, main: { ...documents.main, ping } };
    open.push(await watchStreams({ sql, documents: half, queues, index, log, timings: { ...timings, pingEveryMs: 20 } }));
    await work();
    const asOf = async () => (await readModel.freshness()).asOf?.getTime() ?? 0;
    const movesOn = async () => {
      const before = await asOf();
      await new Promise((resolve) => setTimeout(resolve, 4 * timings.tickMs));
      return (await asOf()) > before;
    };
    await vi.waitFor(async () => expect(await movesOn()).toBe(true), WAIT);
    isSilent = true;
    await vi.waitFor(async () => expect(await movesOn()).toBe(false), WAIT);
    isSilent = false;
    await vi.waitFor(async () => expect(await movesOn()).toBe(true), WAIT);
  });

  it('reports a delay when nobody watches', async () => {
    await Promise.all(open.splice(0).map((part) => part.close()));
    await sql.query(`UPDATE sync_streams SET fresh_at = now() - interval '1 minute'`);
    await vi.waitFor(async () => expect(await readModel.freshness()).toMatchObject({ delayed: true }), WAIT);
    expect((await readModel.freshness()).lagSeconds).toBeGreaterThan(59);
  });
});

describe('projectNow', () => {
  it('makes writes and deletions visible at once', async () => {
    await documents.main.create('agencias/e', { nombre: 'Ahora' });
    await readModel.projectNow('main', ['agencias/e', 'sin_tabla/y']);
    expect(await rowOf('e')).toMatchObject({ nombre: 'Ahora', source_deleted: false });
    await documents.main.delete('agencias/e');
    await readModel.projectNow('main', ['agencias/e']);
    expect(await rowOf('e')).toMatchObject({ source_deleted: true });
    await documents.main.create('agencias/e', { nombre: 'Otra vez' });
    await readModel.projectNow('main', ['agencias/e']);
    expect(await rowOf('e')).toMatchObject({ nombre: 'Otra vez', source_deleted: false });
  });

  it('never throws', async () => {
    const broken = createReadModel({ sql, documents, log, projections: [{ ...CATALOGS.agencias.projection, table: 'no_such_table' }] });
    await documents.main.create('agencias/f', { nombre: 'F' });
    await expect(broken.projectNow('main', ['agencias/f'])).resolves.toBeUndefined();
    await expect(broken.projectNow('main', ['not a path'])).resolves.toBeUndefined();
  });
});
