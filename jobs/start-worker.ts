import { once } from 'node:events';
import express from 'express';
import type { Environment, Config } from '#server/config/config.ts';
import { createPortal } from '#server/portal.ts';
import { renewOutdated } from '#server/features/operations/renew-outdated.ts';
import { healthRoutes, logDependenciesDown } from '#server/features/operations/health.ts';
import { requestLog } from '#server/entrances/request/request-id.ts';
import { watchStreams } from '#server/read-model/sync/watch-streams.ts';
import { JOBS, REGISTRIES, UPKEEP } from '#server/registries.ts';
import type { Log } from '#server/platform/log/log.ts';
import { repeatCheck } from '#server/platform/processes/repeat-check.ts';
import { describeListenError } from '#server/platform/processes/listen-refusal.ts';
import type { RunningProcess } from '#server/platform/processes/run-process.ts';
import type { Job } from '#server/features/feature.ts';
import type { AnyHandler } from './handler.ts';
import { connectQueues } from '#server/ports/queue/connection.ts';
import { superviseWorker, type WorkerServices } from './supervise-worker.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

/** How soon whatever the queue lost continues. */
const CHORE_EVERY_MS = 5_000;

/** The background process: jobs, document watchers, and its own health address. Any number may run. */
export async function startWorker(config: Environment, log: Log): Promise<RunningProcess> {
  const handlers = await loadHandlers(JOBS);
  const portal = await createPortal(config, log);
  // Before what may fail for the same reason.
  void logDependenciesDown(portal, log);
  await renewOutdated(portal, log).catch((error: unknown) => log.warn({ err: error }, 'looking for outdated rows'));
  const watch = await watchStreams({ ...portal, index: REGISTRIES.projectionIndex });
  const upkeep = await Promise.all(
    UPKEEP.map(({ name, everyMs = CHORE_EVERY_MS, work }) => {
      const attempt = async () => void (await work(portal).catch((error: unknown) => log.warn({ err: error }, name)));
      return repeatCheck(attempt, everyMs);
    }),
  );
  // Last: due jobs would take CPU from the rest of the start.
  const { observeJob, handler } = createWorkerMetrics(portal.config);
  const beforeJob = () => portal.liveSettings.refresh();
  const workers = await runWorkers({ config, services: portal, log, handlers, beforeJob, observeJob });
  const app = express().use(requestLog(log)).use(healthRoutes(portal)).get('/metrics', handler);
  const address = { port: config.worker.port, host: config.web.host };
  const health = app.listen(address.port, address.host);
  await once(health, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw describeListenError(error, address, 'WORKER_PORT');
  });
  log.info({ port: config.worker.port, jobs: JOBS.map(({ definition }) => definition.id) }, 'worker running');
  return {
    close: async () => {
      // First stop what creates new work.
      await watch.close();
      await Promise.all(upkeep.map((chore) => chore.close()));
      await workers.close();
      await new Promise((resolve) => health.close(resolve));
      await portal.close();
    },
  };
}

/**
 * Loads the code of every kind of job, once per worker process.
 * @throws when two kinds share an id, or one has no code; lists all problems
 */
export async function loadHandlers(jobs: readonly Job[]): Promise<AnyHandler[]> {
  const handlers: AnyHandler[] = await Promise.all(jobs.map(async (one) => ({ definition: one.definition, handle: await one.load() })));
  const ids = handlers.map(({ definition }) => definition.id);
  const problems = [
    ...handlers.flatMap((handler) => (typeof handler.handle === 'function' ? [] : [`job "${handler.definition.id}" has no handler`])),
    ...ids.flatMap((id, place) => (ids.indexOf(id) === place ? [] : [`job "${id}" is declared twice`])),
  ];
  if (problems.length > 0) throw new Error(`Jobs are wrong: ${problems.join('; ')}`);
  return handlers;
}

export interface RunningWorkers {
  /** Lets running jobs finish (≤ 10 s), then stops. */
  close(): Promise<void>;
}

export interface RunWorkersOptions
  extends Pick<WorkerServices, 'services' | 'log'>, Partial<Pick<WorkerServices, 'beforeJob' | 'observeJob'>> {
  config: Pick<Config, 'queue'>;
  handlers: readonly AnyHandler[];
}

/** One worker per job definition. Resolves when the queue's server responds and all have started. */
export async function runWorkers({ config, services, log, handlers, beforeJob, observeJob }: RunWorkersOptions): Promise<RunningWorkers> {
  // Each Postgres worker uses one connection for LISTEN; the others are for taking and finishing jobs.
  const connection = connectQueues(config.queue, { role: 'worker', poolSize: handlers.length * 2 + 4, log });
  const abort = new AbortController();
  await connection.ready();
  const shared = { connection, services, log, signal: abort.signal, beforeJob, observeJob };
  const workers = await Promise.all(handlers.map((handler) => superviseWorker(shared, handler)));
  const close = async () => {
    abort.abort();
    await Promise.all(workers.map((worker) => worker.close()));
    await connection.close();
  };
  let closed: Promise<void> | undefined;
  return { close: () => (closed ??= close()) };
}
