import { Router } from 'express';
import { AppError } from '../../domain/errors.ts';
import { withinTime } from '../../platform/processes/within-time.ts';
import { asyncHandler } from '../../entrances/request/locals.ts';
import { hasOperatorToken, isOnThisMachine } from '../../entrances/request/operator.ts';
import { migrationNames } from '../../../prisma/migrate.ts';
import { Refusal, refusalIn } from '../../platform/refusal.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { describeRefusal } from '../../platform/sql/database-refusal.ts';
import { RELEASE } from '../../platform/processes/release.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Services } from '../../services.ts';

const PING_TIMEOUT_MS = 2_000;
const STATUS_CACHE_MS = 5_000;

interface DependencyState {
  name: string;
  up: boolean;
  milliseconds: number;
  /** What to do, where that is known. */
  reason?: string;
  /** Name of a field in its answers that cannot be read. */
  field?: string;
}

type Pings = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * /healthz: this process answers, and its release. /readyz: each dependency answers within two seconds, or 503. Only operators see what is
 * down; strangers get the status, computed at most every five seconds, so that they cannot cause load.
 */
export function healthRoutes(portal: Services): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok', ...RELEASE });
  });
  // However many ask at once, each dependency is asked once.
  let pendingCheck: Promise<DependencyState[]> | null = null;
  let cached: { ready: boolean; until: number } | null = null;
  const check = async (log: Log) => {
    const checking = (pendingCheck ??= logDependenciesDown(portal, log));
    const dependencies = await checking.finally(() => (pendingCheck = null));
    const ready = dependencies.every((dependency) => dependency.up);
    cached = { ready, until: Date.now() + STATUS_CACHE_MS };
    return { ready, dependencies };
  };
  router.get(
    '/readyz',
    asyncHandler(async (req, res) => {
      const send = (ready: boolean, details: object) =>
        res
          .status(ready ? 200 : 503)
          .set('Cache-Control', 'no-store')
          .json({ status: ready ? 'ok' : 'unavailable', ...details });
      const isOperator = hasOperatorToken(req, portal.config) || isOnThisMachine(req, portal.config);
      if (!isOperator && cached && Date.now() < cached.until) return void send(cached.ready, {});
      const { ready, dependencies } = await check(res.locals.log);
      send(ready, isOperator ? { dependencies } : {});
    }),
  );
  return router;
}

function pingsOf(portal: Services): Pings {
  return {
    sql: () => requireUsableDatabase(portal.sql),
    'documents-main': () => portal.documents.main.ping(),
    'documents-digitalization': () => portal.documents.digitalization.ping(),
    queue: () => portal.queues.ping(),
    files: () => portal.files.ping(),
    'rest-backend': () => portal.restBackend.ping(),
    identity: () => portal.identity.ping(),
  };
}

/** For the log: a process starts without its dependencies, and whoever started it may look at nothing else. */
export function logDependenciesDown(portal: Services, log: Log): Promise<DependencyState[]> {
  return checkDependencies(portal, ({ name, reason }, error) => {
    log.warn({ err: error, dependency: name, ...(reason !== undefined && { reason }) }, 'dependency is down');
  });
}

/** Those of the release that runs, read once: an update is unpacked over it before it is migrated and started. */
let ownMigrations: Promise<string[]> | null = null;

/** @throws Refusal when migrations are missing; an error with PostgreSQL's code when nothing can be read or written */
async function requireUsableDatabase(sql: Sql): Promise<void> {
  ownMigrations ??= migrationNames().catch((error: unknown) => {
    ownMigrations = null;
    throw error;
  });
  const own = await ownMigrations;
  const { rows } = await sql.query<{ isReadOnly: boolean; applied: string[] }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly",
       ARRAY(SELECT migration_name::text FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL) AS applied`,
  );
  const { isReadOnly = false, applied = [] } = rows[0] ?? {};
  if (isReadOnly) throw Object.assign(new Error('the database takes no writes'), { code: '25006' });
  const missing = own.filter((name) => !applied.includes(name));
  if (missing.length > 0) throw new Refusal(`A la base de datos le faltan migraciones (${missing.join(', ')}): ejecute npm run migrate.`);
}

/** Asks all at once. The text of failures goes to `onDown` alone: it may hold addresses with passwords. */
export function checkDependencies(
  portal: Services,
  onDown: (dependency: Pick<DependencyState, 'name' | 'reason'>, error: unknown) => void = () => undefined,
): Promise<DependencyState[]> {
  return Promise.all(
    Object.entries(pingsOf(portal)).map(async ([name, ping]) => {
      const startedAt = performance.now();
      let up = true;
      let field: unknown;
      let reason: string | undefined;
      try {
        await withinTime(ping(), PING_TIMEOUT_MS, () => new Error(`no answer within ${PING_TIMEOUT_MS} ms`));
      } catch (error) {
        up = false;
        if (error instanceof AppError) field = error.details?.['field'];
        const refused = name === 'sql' ? describeRefusal(error, portal.config.database.url) : null;
        reason = refusalIn(error)?.message ?? refused ?? undefined;
        onDown({ name, ...(reason !== undefined && { reason }) }, error);
      }
      const milliseconds = Math.round(performance.now() - startedAt);
      return { name, up, milliseconds, ...(reason !== undefined && { reason }), ...(typeof field === 'string' && { field }) };
    }),
  );
}
