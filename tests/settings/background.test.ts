import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { defineHandler, type AnyHandler } from '#jobs/handler.ts';
import { runWorkers, type RunningWorkers } from '#jobs/start-worker.ts';
import { testStaff } from '#server/testing/test-staff.ts';
import { loadConfig } from '#server/config/config.ts';
import { runReadModel } from '#server/features/operations/read-model-jobs.ts';
import { REGISTRIES } from '#server/registries.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createPortal, type Portal } from '#server/portal.ts';
import { createQueues } from '#server/ports/queue/create-queues.ts';
import { tidyReadModelJob } from '#server/read-model/sync/sync-jobs.ts';
import { createOperations } from '#server/features/operations/index.ts';
import { performReadModelRun } from '#server/features/operations/perform-read-model-run.ts';
import { runReadModelJob, runTargets } from '#server/features/operations/read-model-runs.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';

const WAIT = { timeout: 20_000, interval: 30 };
const log = createLog({ level: 'silent', process: 'test' });
const actor = testStaff();
const database = await createTestDatabase();
const filesDirectory = await mkdtemp(path.join(os.tmpdir(), 'portal-background-'));

let portal: Portal;
const running: RunningWorkers[] = [];

beforeAll(async () => {
  const config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://portal.test',
    COOPERATIVE_NAME: 'Cooperativa Prueba',
    DATABASE_URL: database.url,
    API_TOKEN: 'token-of-the-rest-backend',
    FACTOR_KEY: 'a-factor-key-that-is-long-enough-for-tests',
    SESSION_SECRET: 'a-secret-that-is-long-enough-for-tests',
    FILES_DIR: filesDirectory,
  });
  portal = await createPortal(config, log);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((workers) => workers.close()));
});
afterAll(async () => {
  await portal.close();
  await rm(filesDirectory, { recursive: true, force: true });
});

async function work(...handlers: AnyHandler[]): Promise<void> {
  running.push(await runWorkers({ config: portal.config, services: portal, log, handlers }));
}

describe('the state of jobs', () => {
  const state = async () => (await portal.operations.findJobs({ actor })).jobs.find((job) => job.id === tidyReadModelJob.id);
  let broken = true;
  // The schedule would add jobs of its own.
  const definition = { ...tidyReadModelJob, schedule: undefined };
  const handler = defineHandler({
    definition,
    handle: async () => {
      if (broken) throw new Error('the disk is full');
    },
  });

  it('counts waiting jobs, and shows failed ones with reason and attempts', async () => {
    await portal.queues.enqueueMany({ ...tidyReadModelJob, attempts: 1 }, [{}, {}, {}]);
    expect(await state()).toMatchObject({ counts: { waiting: 3, failed: 0 }, failed: [] });
    expect((await portal.operations.findJobs({ actor })).jobs.map((job) => job.id)).toEqual(REGISTRIES.jobs.map((entry) => entry.id));
    await work(handler);
    await vi.waitFor(async () => expect(await state()).toMatchObject({ counts: { waiting: 0, failed: 3 } }), WAIT);
    const failed = (await state())?.failed ?? [];
    expect(failed).toHaveLength(3);
    expect(failed[0]).toMatchObject({ reason: 'the disk is full', attemptsMade: 1, failedAt: expect.any(Date) });
  });

  it('retries a failed job only once, retries all others, and audits both', async () => {
    const jobId = (await state())?.failed[0]?.jobId ?? '';
    const call = { actor, requestId: 'r7', job: tidyReadModelJob.id };
    await portal.operations.retryJob({ ...call, jobId });
    await expect(portal.operations.retryJob({ ...call, jobId })).rejects.toMatchObject({ code: 'conflict' });
    await expect(portal.operations.retryJob({ ...call, jobId: 'nobody' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(portal.operations.retryJob({ ...call, job: 'no-such-job', jobId })).rejects.toMatchObject({ code: 'not-found' });
    expect(await portal.operations.retryAllJobs(call)).toBe(2);
    expect(await state()).toMatchObject({ counts: { waiting: 3, failed: 0 } });
    broken = false;
    await work(handler);
    await vi.waitFor(async () => expect(await state()).toMatchObject({ counts: { waiting: 0, failed: 0, completed: 3 } }), WAIT);
    const entries = await portal.documents.main.query({ collection: 'auditoria', where: [{ field: 'requestId', op: '==', value: 'r7' }] });
    expect(entries.map((entry) => entry.data['newData']).sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)).toEqual([
      { job: 'tidy-read-model', jobs: 2 },
      { job: 'tidy-read-model', jobId },
    ]);
  });

  it('is unknown, without an error, while the queue is down', async () => {
    const queues = createQueues({ queue: { kind: 'postgres', url: 'postgres://nobody@127.0.0.1:1/none' } }, log);
    expect(await createOperations({ ...portal, queues }).findJobs({ actor })).toEqual({ isDown: true, jobs: [] });
    await queues.close();
  });
});

describe('runs over the read model', () => {
  const request = (kind: string, target: string | null) => portal.operations.requestReadModelRuns({ actor, requestId: 'r8', kind, target });
  const runs = async (target: string) => (await portal.operations.getReadModelState({ actor })).runs.filter((run) => run.target === target);
  const finished = async (target: string, kind: string) => {
    let found: Awaited<ReturnType<typeof runs>>[number] | undefined;
    await vi.waitFor(async () => {
      found = (await runs(target)).find((run) => run.kind === kind);
      expect(found?.finishedAt).toBeInstanceOf(Date);
    }, WAIT);
    return found;
  };

  it('wait for a worker, and are limited to one per collection', async () => {
    await portal.documents.main.batch(
      Array.from({ length: 30 }, (_unused, index) => ({
        kind: 'create' as const,
        path: `departamentos/d${index}`,
        data: { nombre: `Departamento ${index}`, descripcion: '', estado: true },
      })),
    );
    expect(await request('rebuild', 'departamentos')).toBe(1);
    await expect(request('verify', 'departamentos')).rejects.toMatchObject({ code: 'conflict' });
    expect(await runs('departamentos')).toMatchObject([{ kind: 'rebuild', status: 'waiting', requestedByName: 'Ana Pérez', result: null }]);
  });

  it('rebuild and verify a collection, and list its differences', async () => {
    await work(defineHandler({ definition: runReadModelJob, handle: runReadModel }));
    expect(await finished('departamentos', 'rebuild')).toMatchObject({
      status: 'done',
      documentsDone: 30,
      result: { documents: 30, rewritten: 30, failed: 0 },
    });
    await request('verify', 'departamentos');
    expect(await finished('departamentos', 'verify')).toMatchObject({
      status: 'done',
      result: { documents: 30, rows: 30, differences: 0, drift: [] },
    });
    await portal.sql.query(`UPDATE departamentos SET nombre = 'cambiado a mano' WHERE id = 'd7'`);
    await portal.sql.query(`DELETE FROM departamentos WHERE id = 'd8'`);
    await request('verify', 'departamentos');
    await vi.waitFor(
      async () => expect((await runs('departamentos')).find((run) => run.kind === 'verify')?.result?.differences).toBe(2),
      WAIT,
    );
    expect((await finished('departamentos', 'verify'))?.result?.drift).toEqual(
      expect.arrayContaining([
        { path: 'departamentos/d7', problem: 'fields nombre' },
        { path: 'departamentos/d8', problem: 'missing' },
      ]),
    );
  });

  it('rebuild everything in one request, computed tables included', async () => {
    await portal.sql.query(`INSERT INTO row_totals (table_name, month, active, present) VALUES ('departamentos', '2026-01-01', 5, 5)`);
    await work(defineHandler({ definition: runReadModelJob, handle: runReadModel }));
    expect(await request('rebuild', null)).toBe(runTargets(portal.registries).length);
    for (const { target } of runTargets(portal.registries))
      expect(await finished(target, 'rebuild'), target).toMatchObject({ status: 'done' });
    expect((await runs('row totals'))[0]?.result).toMatchObject({ rewritten: 1 });
    expect((await portal.sql.query(`SELECT nombre FROM departamentos WHERE id IN ('d7', 'd8') ORDER BY id`)).rows).toEqual([
      { nombre: 'Departamento 7' },
      { nombre: 'Departamento 8' },
    ]);
  });

  it('are refused while the queue is down, without blocking the next request', async () => {
    const queues = createQueues({ queue: { kind: 'postgres', url: 'postgres://nobody@127.0.0.1:1/none' } }, log);
    const operations = createOperations({ ...portal, queues });
    await expect(operations.requestReadModelRuns({ actor, kind: 'verify', target: 'puestos' })).rejects.toMatchObject({
      code: 'unavailable',
    });
    await queues.close();
    expect(await request('verify', 'puestos')).toBe(1);
  });

  it('are replaced after 11 minutes without a heartbeat, and do nothing afterwards', async () => {
    const [lost] = await runs('puestos').then((all) => all.filter((run) => run.kind === 'verify'));
    await portal.sql.query(`UPDATE read_model_runs SET heartbeat_at = now() - interval '11 minutes' WHERE id = $1`, [lost?.id]);
    expect(await request('verify', 'puestos')).toBe(1);
    await performReadModelRun(portal, lost?.id ?? '', new AbortController().signal);
    const { rows } = await portal.sql.query('SELECT status, result FROM read_model_runs WHERE id = $1', [lost?.id]);
    expect(rows).toEqual([{ status: 'failed', result: null }]);
  });

  it('can start again after their worker stopped, and keep the reason when they fail', async () => {
    await request('verify', 'agencias');
    const id = (await runs('agencias')).find((run) => run.finishedAt === null)?.id ?? '';
    const stopped = new AbortController();
    stopped.abort();
    await portal.documents.main.create('agencias/a1', { nombre: 'Central' });
    await expect(performReadModelRun(portal, id, stopped.signal)).rejects.toThrow();
    expect((await runs('agencias')).find((run) => run.id === id)).toMatchObject({ status: 'running', finishedAt: null });
    const main = {
      ...portal.documents.main,
      scan: () => {
        throw new Error('the store is closed');
      },
    };
    await performReadModelRun({ ...portal, documents: { ...portal.documents, main } }, id, new AbortController().signal);
    expect((await runs('agencias')).find((run) => run.id === id)).toMatchObject({ status: 'failed', error: 'the store is closed' });
  });

  it('reject an unknown collection or act', async () => {
    await expect(request('verify', 'identity.accounts')).rejects.toMatchObject({ code: 'not-found' });
    await expect(request('drop', 'agencias')).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
