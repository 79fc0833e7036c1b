import type { Environment } from '../../config/config.ts';
import { createPortal } from '../../portal.ts';
import { createApp } from './create-app.ts';
import { listen } from './listen.ts';
import { loadBuild } from './load-build.ts';
import { logDependenciesDown } from '../../features/operations/health.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RunningProcess } from '../../platform/processes/run-process.ts';

/**
 * A person is waiting: a database that accepted the query and falls silent counts as an outage. Longer than the database's own limits, so
 * that those trigger first.
 */
const DATABASE_ANSWER_MS = 20_000;

/** The web process: portal, Express, listen; closes in reverse order. */
export async function startWeb(config: Environment, log: Log): Promise<RunningProcess> {
  const build = await loadBuild();
  const portal = await createPortal(config, log, { databaseAnswerMs: DATABASE_ANSWER_MS });
  try {
    const web = await listen(createApp({ portal, build }), config.web);
    // Copies people stored only in the backend, so that they are listed at once; if that fails, it is logged and a job tries again.
    portal.restBackend.refreshPeople().catch((error: unknown) => log.error({ err: error }, 'people of the REST backend not copied'));
    log.info({ port: web.port, url: config.web.publicUrl.origin }, 'web running');
    void logDependenciesDown(portal, log);
    return {
      close: async () => {
        await web.close();
        await portal.close();
      },
    };
  } catch (error) {
    await portal.close();
    throw error;
  }
}
