import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Redis } from 'ioredis';
import { describe, expect, it, vi } from 'vitest';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createReadModel } from '#server/read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { afterFile } from '#server/testing/after-file.ts';
import { startPortalProcess, testEnvironment, type PortalProcess } from '#server/testing/portal-processes.ts';
import { startRedis } from '#server/testing/redis.ts';
import { hasService } from '#server/testing/services.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';

const WAIT = { timeout: 120_000, interval: 20 };
const ROWS = 40_000;

/** A portal with a worker but no web process, with an administrator and that many agencies. */
async function createWorld(overrides: Record<string, string> = {}) {
  const { sql, url } = await createTestDatabase();
  const { environment, remove } = await testEnvironment(url, overrides);
  const main = createEmbeddedDocumentStore({ sql, database: 'main' });
  const documents = { main, digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }) };
  const readModel = createReadModel({ sql, documents, log: createLog({ level: 'silent', process: 'test' }), projections: PROJECTIONS });
  await main.set('usuarios/admin', { name: 'Lucía', email: 'admin@demo.coop', role: 'admin', state: true });
  await readModel.projectNow('main', ['usuarios/admin']);
  await sql.query(
    `INSERT INTO agencias (id, nombre, tipo, "createdAt", source_version, search_text)
     SELECT 'a' || i, 'Agencia ' || i, 'agencia', timestamptz '2020-01-01' + i * interval '1 minute', 1, 'agencia' FROM generate_series(1, $1) i`,
    [ROWS],
  );
  let worker: PortalProcess | null = null;
  const start = async () => (worker = await startPortalProcess('worker', environment));
  const kill = async () => worker?.kill('SIGKILL');
  afterFile(async () => {
    await kill();
    await remove();
  });
  /** Stores an export as a web process does that dies right after: it is in no queue yet. */
  const ask = (id: string, format: 'csv' | 'xlsx') =>
    sql.query(
      `INSERT INTO exports (id, user_id, url, format, question, title, file_name) VALUES ($1, 'admin', '/locations/list-agencies', $2, $1, 'Agencias', 'agencias')`,
      [id, format],
    );
  const see = async (id: string) => {
    const { rows } = await sql.query<{ state: string; rows_written: number; attempt: number; sha256: string; bytes: bigint }>(
      'SELECT state, rows_written, attempt, sha256, bytes FROM exports WHERE id = $1',
      [id],
    );
    return rows[0];
  };
  const kept = async () => (await readdir(path.join(environment['FILES_DIR'] ?? '', '.exports'))).filter((name) => !name.startsWith('.'));
  return { ask, see, start, kill, kept };
}

describe('a worker killed while it writes a large export', { timeout: 480_000 }, () => {
  it('leaves the export to the next worker, which writes a single file', async () => {
    const world = await createWorld();
    await world.ask('grande', 'xlsx');
    await world.start();
    await vi.waitFor(async () => expect((await world.see('grande'))?.rows_written).toBeGreaterThan(0), WAIT);
    await world.kill();
    expect(await world.see('grande')).toMatchObject({ state: 'working', attempt: 1 });
    await world.start();
    await vi.waitFor(async () => expect((await world.see('grande'))?.attempt).toBe(2), WAIT);
    await vi.waitFor(async () => expect((await world.see('grande'))?.state).toBe('ready'), WAIT);
    expect(await world.see('grande')).toMatchObject({ rows_written: ROWS, attempt: 2 });
    expect(await world.kept()).toEqual(['grande-2.xlsx']);
  });
});

const redis = hasService('Redis') ? await startRedis() : null;

describe.skipIf(!redis)('a Redis that loses everything', { timeout: 480_000 }, () => {
  if (!redis) return;
  afterFile(() => redis.remove());

  it('costs none of the exports that wait', async () => {
    const world = await createWorld({ REDIS_URL: redis.url });
    for (const id of ['uno', 'dos', 'tres']) await world.ask(id, 'csv');
    await world.start();
    await vi.waitFor(async () => expect((await world.see('uno'))?.state).toBe('working'), WAIT);
    const client = new Redis(redis.url);
    await client.flushall();
    await client.quit();
    for (const id of ['uno', 'dos', 'tres']) await vi.waitFor(async () => expect((await world.see(id))?.state).toBe('ready'), WAIT);
    const sums = await Promise.all(['uno', 'dos', 'tres'].map(async (id) => (await world.see(id))?.sha256));
    expect(new Set(sums).size).toBe(1);
    expect(sums[0]).not.toBe(createHash('sha256').digest('hex'));
  });
});
