import { once } from 'node:events';
import express from 'express';
import type { Environment } from '#server/config.ts';
import { createPortal } from '#server/portal.ts';
import { renewOutdated } from '#server/features/operations/renew-outdated.ts';
import { healthRoutes } from '#server/features/operations/health.ts';
import { requestLog } from '#server/request/request-id.ts';
import { createProjectionIndex } from '#server/read-model/sync/project-documents.ts';
import { watchStreams } from '#server/read-model/sync/watch-streams.ts';
import { JOBS, PROJECTIONS } from '#server/registries.ts';
import type { Log } from '#server/platform/log.ts';
import type { RunningProcess } from '#server/platform/run-process.ts';
import { loadHandlers } from './handlers.ts';
import { runWorkers } from './run-workers.ts';

/** The background process: jobs, the watch over the documents, and a health address of its own. Any number may run. */
export async function startWorker(config: Environment, log: Log): Promise<RunningProcess> {
  const handlers = await loadHandlers(JOBS);
  const portal = await createPortal(config, log);
  await renewOutdated(portal, log).catch((error: unknown) => log.warn({ err: error }, 'looking for outdated rows'));
  const watch = await watchStreams({ ...portal, index: createProjectionIndex(PROJECTIONS) });
  const schedules = await portal.snapshots.keepSchedules();
  const exports = await portal.exports.keepExports();
  // Last: what is due takes the processor from what is to be started.
  const workers = await runWorkers({ config, services: portal, log, handlers, beforeJob: () => portal.liveSettings.refresh() });
  const health = express().use(requestLog(log)).use(healthRoutes(portal)).listen(config.worker.port, config.web.host);
  await once(health, 'listening');
  log.info({ port: config.worker.port, jobs: JOBS.map(({ definition }) => definition.id) }, 'worker running');
  return {
    close: async () => {
      // What asks for new work first.
      await watch.close();
      await schedules.close();
      await exports.close();
      await workers.close();
      await new Promise((resolve) => health.close(resolve));
      await portal.close();
    },
  };
}
