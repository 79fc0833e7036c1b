import {
  assertSchemaCompatibility,
  createPostgresBackend,
  isNotConnectionError,
  runMigrations,
  type BackendFactory,
  type IQueueBackend,
} from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import pg from 'pg';
import type { Config } from '../../config/config.ts';
import { errorCode } from '../../platform/error-code.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Log } from '../../platform/log/log.ts';
import { logOutagesOf } from '../../platform/log/outages.ts';
import { KEEP_ALIVE } from '../../platform/sql/sql.ts';

/**
 * BullMQ on Redis (ioredis) or on Postgres, by configuration: the same queues and workers run on both. `role` decides how a lost server is
 * handled: a producer fails fast, so that a person is not kept waiting; a worker waits for as long as it takes.
 */
export interface QueueConnection {
  /** The `connection` for BullMQ's Queue and Worker. */
  readonly connection: Redis | pg.Pool;
  /** Third constructor argument of Queue and Worker; undefined means Redis. */
  readonly backend: BackendFactory<IQueueBackend, never> | undefined;
  /** Resolves when the server answers (and, on Postgres, BullMQ's tables exist). */
  ready(): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

const PRODUCER_CONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_MAX_MS = 2_000;

export function connectQueues(
  queue: Config['queue'],
  options: { role: 'producer' | 'worker'; poolSize: number; log: Log },
): QueueConnection {
  return queue.kind === 'redis' ? connectRedis(queue.url, options) : connectPostgres(queue.url, options);
}

function connectRedis(url: string, { role, log }: { role: 'producer' | 'worker'; log: Log }): QueueConnection {
  const settings: RedisOptions = {
    retryStrategy: (attempt) => Math.min(attempt * 100, RECONNECT_MAX_MS),
    connectTimeout: PRODUCER_CONNECT_TIMEOUT_MS,
    keepAlive: KEEP_ALIVE.keepAliveInitialDelayMillis,
    ...(role === 'producer' ? { enableOfflineQueue: false, maxRetriesPerRequest: 1 } : { maxRetriesPerRequest: null }),
  };
  const redis = new Redis(url, settings);
  logOutagesOf(redis, log, 'redis connection');
  let lastError: Error | undefined;
  redis.on('error', (error: Error) => (lastError = error));
  const ready = () =>
    new Promise<void>((resolve, reject) => {
      if (redis.status === 'ready') return resolve();
      const timer = setTimeout(() => settle(unanswered(url, lastError)), PRODUCER_CONNECT_TIMEOUT_MS);
      const onReady = () => settle(null);
      const settle = (error: Error | null) => {
        clearTimeout(timer);
        redis.off('ready', onReady);
        if (error) reject(error);
        else resolve();
      };
      redis.once('ready', onReady);
    });
  return {
    connection: redis,
    backend: undefined,
    ready,
    ping: async () => {
      await ready();
      await redis.ping();
    },
    close: async () => redis.disconnect(),
  };
}

function unanswered(url: string, cause: Error | undefined): Error {
  const why = cause ? ` (${cause.message})` : '';
  return new Error(`Redis at ${new URL(url).host} did not answer in time${why}: see that it runs, and REDIS_URL`);
}

/** Every queue and worker repeats that the server is down, so only debug level: the connection logs it once. */
export const errorLogger = (log: Log, what: string) => (error: Error) =>
  isNotConnectionError(error) ? log.warn({ err: error }, what) : log.debug({ err: error }, what);

function connectPostgres(url: string, { poolSize, log }: { poolSize: number; log: Log }): QueueConnection {
  // BullMQ expects pg's default types for its columns, so it gets its own pool (not createSql's).
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: PRODUCER_CONNECT_TIMEOUT_MS,
    ...KEEP_ALIVE,
    application_name: 'bullmq',
    options: '-c search_path=bullmq',
  });
  // BullMQ adds a listener for each kind of job.
  pool.setMaxListeners(0);
  pool.on('error', (error) => log.warn({ err: error }, 'queue database connection'));
  let migrated: Promise<void> | undefined;
  const ready = () => {
    // Only success is cached: a database that was down at first may be up at the next call.
    migrated ??= createTables(pool).catch((error: unknown) => {
      migrated = undefined;
      throw error;
    });
    return migrated;
  };
  return {
    connection: pool,
    backend: createPostgresBackend,
    ready,
    ping: async () => {
      await ready();
      await pool.query('SELECT 1');
    },
    close: () => pool.end(),
  };
}

const NO_PERMISSION = '42501';

/** If the portal's account may not create tables, `migrate` has created them (`createQueueTables`), and they are only verified here. */
async function createTables(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(client).catch(async (error: unknown) => {
      if (errorCode(error) !== NO_PERMISSION) throw error;
      await assertSchemaCompatibility(client).catch((cause: unknown) => {
        throw new Refusal('A la base de datos le faltan las tablas de la cola de trabajos: ejecute npm run migrate.', { cause });
      });
    });
  } finally {
    client.release();
  }
}

/** Creates BullMQ's tables on PostgreSQL, with the account that owns the portal's tables. */
export const createQueueTables = async (client: pg.Client): Promise<void> => void (await runMigrations(client));
