import path from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { supervise } from '#server/entrances/commands/demo/supervise.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { testEnvironment } from '#server/testing/portal-processes.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';

const RECOVERY_MS = 15_000;
const { sql, url } = await createTestDatabase();
const { environment, remove } = await testEnvironment(url);
const store = createEmbeddedDocumentStore({ sql, database: 'main' });
const worker = supervise({
  name: 'worker',
  node: ['--import', 'tsx', 'jobs/worker.ts'],
  root: path.resolve(import.meta.dirname, '../..'),
  environment,
  logDirectory: path.dirname(environment['FILES_DIR'] ?? ''),
});
afterAll(async () => {
  await worker.stop();
  await store.close();
  await remove();
});

const hasRow = async (id: string) => (await sql.query('SELECT 1 FROM departamentos WHERE id = $1', [id])).rowCount === 1;

it('the only worker, killed with SIGKILL, is started again by the demo and goes on within 15 seconds', async () => {
  await store.create('departamentos/antes', { nombre: 'Antes' });
  await vi.waitFor(async () => expect(await hasRow('antes')).toBe(true), { timeout: 30_000, interval: 50 });
  const first = worker.pid();
  if (first === undefined) throw new Error('the worker does not run');
  process.kill(first, 'SIGKILL');
  const killedAt = Date.now();
  await store.create('departamentos/despues', { nombre: 'Después' });
  await vi.waitFor(async () => expect(await hasRow('despues')).toBe(true), { timeout: RECOVERY_MS, interval: 50 });
  process.stdout.write(`worker killed: work goes on after ${Date.now() - killedAt} ms\n`);
  expect(worker.pid()).not.toBe(first);
});
