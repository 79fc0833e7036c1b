import { Router } from 'express';
import { AppError } from '../../domain/errors.ts';
import { withinTime } from '../../platform/processes/within-time.ts';
import { asyncHandler } from '../../entrances/request/locals.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Services } from '../../services.ts';

const PING_TIMEOUT_MS = 2_000;

interface DependencyState {
  name: string;
  up: boolean;
  milliseconds: number;
  /** Name of what it answers and cannot be read. */
  field?: string;
}

type Pings = Readonly<Record<string, () => Promise<unknown>>>;

/** /healthz: this process answers. /readyz: each thing it needs answers within two seconds, or 503 naming what does not. */
export function healthRoutes(portal: Services): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  const pings = pingsOf(portal);
  // Anybody may ask: however many do at once, the dependencies are asked once.
  let underWay: Promise<DependencyState[]> | null = null;
  const check = (log: Log) =>
    (underWay ??= checkDependencies(pings, (name, error) => log.warn({ err: error, dependency: name }, 'dependency is down')).finally(
      () => {
        underWay = null;
      },
    ));
  router.get(
    '/readyz',
    asyncHandler(async (_req, res) => {
      const dependencies = await check(res.locals.log);
      const ready = dependencies.every((dependency) => dependency.up);
      res
        .status(ready ? 200 : 503)
        .set('Cache-Control', 'no-store')
        .json({ status: ready ? 'ok' : 'unavailable', dependencies });
    }),
  );
  return router;
}

function pingsOf(portal: Services): Pings {
  return {
    sql: () => portal.sql.query('SELECT 1'),
    'documents-main': () => portal.documents.main.ping(),
    'documents-digitalization': () => portal.documents.digitalization.ping(),
    queue: () => portal.queues.ping(),
    files: () => portal.files.ping(),
    'rest-backend': () => portal.restBackend.ping(),
    identity: () => portal.identity.ping(),
  };
}

/** All at once. What failed is told to `onDown`, never to the caller of /readyz: its text may name hosts and users. */
function checkDependencies(pings: Pings, onDown: (name: string, error: unknown) => void): Promise<DependencyState[]> {
  return Promise.all(
    Object.entries(pings).map(async ([name, ping]) => {
      const startedAt = performance.now();
      let up = true;
      let field: unknown;
      try {
        await withinTime(ping(), PING_TIMEOUT_MS, () => new Error(`no answer within ${PING_TIMEOUT_MS} ms`));
      } catch (error) {
        up = false;
        if (error instanceof AppError) field = error.details?.['field'];
        onDown(name, error);
      }
      const milliseconds = Math.round(performance.now() - startedAt);
      return { name, up, milliseconds, ...(typeof field === 'string' && { field }) };
    }),
  );
}
