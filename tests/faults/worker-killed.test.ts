import { afterAll, expect, it, vi } from 'vitest';
import type { Write } from '#server/ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { createLog } from '#server/platform/log/log.ts';
import { startPortalProcess, testEnvironment, type PortalProcess } from '#server/testing/portal-processes.ts';
import { runCommandProcess } from '#server/testing/run-command-process.ts';
import { runs } from '#server/testing/run-seed.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';

/** Enough documents that every kill is in the middle of the sync. */
const KILLS = runs(3);
const DOCUMENTS = KILLS * 2_000;
const BATCH = 500;
const RECOVERY_MS = 15_000;

const database = await createTestDatabase();
const { environment, remove } = await testEnvironment(database.url);
const store = createEmbeddedDocumentStore({ sql: database.sql, database: 'main', log: createLog({ level: 'silent', process: 'test' }) });
let worker: PortalProcess | null = null;

afterAll(async () => {
  await worker?.kill('SIGKILL');
  await store.close();
  await remove();
});

const countRows = async () =>
  Number((await database.sql.query<{ n: bigint }>('SELECT count(*) AS n FROM departamentos WHERE NOT source_deleted')).rows[0]?.n);

const readModel = (...args: string[]) => runCommandProcess('read-model', args, environment);

/** Creates, updates and deletes documents: of every hundred, ten are updated and five deleted. */
async function writeDocuments(): Promise<void> {
  for (let start = 0; start < DOCUMENTS; start += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_unused, index) => start + index);
    const pathOf = (n: number) => `departamentos/d${String(n).padStart(5, '0')}`;
    await store.batch(
      numbers.map((n): Write => ({
        kind: 'create',
        path: pathOf(n),
        data: { nombre: `Departamento ${n}`, descripcion: 'nuevo', estado: true },
      })),
    );
    await store.batch(
      numbers.filter((n) => n % 10 === 3).map((n): Write => ({ kind: 'update', path: pathOf(n), changes: { descripcion: 'cambiado' } })),
    );
    await store.batch(numbers.filter((n) => n % 20 === 7).map((n): Write => ({ kind: 'delete', path: pathOf(n) })));
  }
}

it('the rows equal the documents although the worker is killed repeatedly during the sync', async () => {
  const writing = writeDocuments();
  for (let kill = 0; kill < KILLS; kill += 1) {
    worker = await startPortalProcess('worker', environment);
    const before = await countRows();
    // Each kill is in the middle of the sync: this worker has written some rows, or all are written and more documents are coming.
    await vi.waitFor(async () => expect((await countRows()) > before || before >= DOCUMENTS * 0.95).toBe(true), {
      timeout: RECOVERY_MS,
      interval: 20,
    });
    await worker.kill('SIGKILL');
  }
  await writing;
  worker = await startPortalProcess('worker', environment);
  await vi.waitFor(async () => expect(await countRows()).toBe(DOCUMENTS * 0.95), { timeout: 60_000, interval: 100 });
  await vi.waitFor(async () => expect(await readModel('verify')).toMatchObject({ code: 0 }), { timeout: 60_000, interval: 500 });
}, 600_000);

it('`verify` names a row changed by hand, and `rebuild` repairs it while queries keep finding every row', async () => {
  // A worker of a new portal, and again after a kill, rebuilds all rows in the background: it would repair this one first.
  await worker?.kill('SIGKILL');
  await database.sql.query(`UPDATE departamentos SET nombre = 'a mano' WHERE id = 'd00042'`);
  const verified = await readModel('verify', '--collection', 'departamentos');
  expect(verified.code).toBe(1);
  expect(verified.output).toContain('d00042');

  let answers = 0;
  const rebuilding = readModel('rebuild', '--collection', 'departamentos');
  let done = false;
  void rebuilding.finally(() => {
    done = true;
  });
  while (!done) {
    expect(await countRows()).toBe(DOCUMENTS * 0.95);
    answers += 1;
  }
  expect((await rebuilding).code).toBe(0);
  expect(answers).toBeGreaterThan(5);
  expect(await readModel('verify', '--collection', 'departamentos')).toMatchObject({ code: 0 });
}, 120_000);

it('another worker takes over within 15 seconds after a kill -9', async () => {
  worker = await startPortalProcess('worker', environment);
  const { environment: other, remove: removeOther } = await testEnvironment(database.url);
  const survivor = await startPortalProcess('worker', other);
  try {
    await worker?.kill('SIGKILL');
    await store.create('departamentos/despues', { nombre: 'Después de la caída' });
    await vi.waitFor(async () => expect((await database.sql.query(`SELECT 1 FROM departamentos WHERE id = 'despues'`)).rowCount).toBe(1), {
      timeout: RECOVERY_MS,
      interval: 100,
    });
  } finally {
    await survivor.kill('SIGKILL');
    await removeOther();
  }
});
