import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import pg from 'pg';
import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes, type RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import type { Config } from '../../config/config.ts';
import { AppError } from '../../domain/errors.ts';
import type { Log } from '../log/log.ts';
import { logOutagesOf } from '../log/outages.ts';
import type { Sql } from '../sql/sql.ts';

/** Where counters live, shared by every process: Redis when the queue runs on it, else Postgres. One per process. */
export interface RateLimitStore {
  open(options: { name: string; points: number; durationSeconds: number }): RateLimiterStoreAbstract;
  close(): Promise<void>;
}

export interface RateLimitOptions {
  /** Lower-case words with dashes; limiters of one name share their counters. */
  name: string;
  /** How many calls of `consume` per key and duration. */
  points: number;
  durationSeconds: number;
  /**
   * What happens while the store does not answer. 'refuse' (the default) throws `unavailable`: right for sign-in. 'allow'
   * lets the work go on: right where a lost queue server must not stop people from working (uploads, exports).
   */
  whenStoreIsDown?: 'refuse' | 'allow';
}

export interface RateLimiter {
  /**
   * Takes one point. `key` is hashed before it is stored: e-mails and addresses do not end up in Redis.
   * @throws AppError `too-many-requests` with retryAfterSeconds; `unavailable` when the store is down
   */
  consume(key: string): Promise<void>;
  /** Gives a point back: successful attempts do not count. Never throws. */
  refund(key: string): Promise<void>;
  /** Resets the key's counter. Never throws. */
  reset(key: string): Promise<void>;
}

const REDIS_TIMEOUT_MS = 2_000;
const REDIS_RECONNECT_MAX_MS = 2_000;
const SWEEP_EVERY_MS = 600_000;

export function createRateLimitStore({ config, sql, log }: { config: Pick<Config, 'queue'>; sql: Sql; log: Log }): RateLimitStore {
  const store = config.queue.kind === 'redis' ? createRedisStore(config.queue.url, log) : createPostgresStore(sql, log);
  // Verbs open their limiter on every call, so each is made only once.
  const opened = new Map<string, RateLimiterStoreAbstract>();
  return {
    ...store,
    open({ name, points, durationSeconds }) {
      const key = `${name} ${points} ${durationSeconds}`;
      const limiter = opened.get(key) ?? store.open({ name, points, durationSeconds });
      opened.set(key, limiter);
      return limiter;
    },
  };
}

function createRedisStore(url: string, log: Log): RateLimitStore {
  // Commands wait for a connection that is being made, but at most this long: a person waits on the other side.
  const client = new Redis(url, {
    maxRetriesPerRequest: 1,
    commandTimeout: REDIS_TIMEOUT_MS,
    connectTimeout: REDIS_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, REDIS_RECONNECT_MAX_MS),
  });
  logOutagesOf(client, log, 'rate limit store');
  return {
    open: ({ name, points, durationSeconds }) =>
      new RateLimiterRedis({ storeClient: client, keyPrefix: `rate-limit:${name}`, points, duration: durationSeconds }),
    close: async () => client.disconnect(),
  };
}

function createPostgresStore(sql: Sql, log: Log): RateLimitStore {
  // The library needs `expire` as a number; our pool reads bigint as BigInt, so its queries use pg's own types.
  const storeClient = { query: ({ text, values }: { text: string; values: unknown[] }) => sql.query({ text, values, types: pg.types }) };
  const sweep = setInterval(() => {
    sql
      .query('DELETE FROM identity.rate_limits WHERE expire < $1', [Date.now()])
      .catch((error: unknown) => log.warn({ err: error }, 'rate limits not swept'));
  }, SWEEP_EVERY_MS);
  sweep.unref();
  return {
    open: ({ name, points, durationSeconds }) =>
      new RateLimiterPostgres({
        storeClient,
        storeType: 'client',
        schemaName: 'identity',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: durationSeconds,
      }),
    close: async () => clearInterval(sweep),
  };
}

export function createRateLimiter(services: { rateLimitStore: RateLimitStore; log: Log }, options: RateLimitOptions): RateLimiter {
  const { log } = services;
  const limiter = services.rateLimitStore.open(options);
  const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');
  const quietly = async (work: Promise<unknown>) => {
    await work.catch((error: unknown) => log.warn({ err: error, limit: options.name }, 'rate limit not updated'));
  };
  return {
    async consume(key) {
      try {
        await limiter.consume(hashOf(key));
      } catch (error) {
        if (error instanceof RateLimiterRes) throw tooManyRequests(options.name, error.msBeforeNext);
        log.error({ err: error, limit: options.name }, 'rate limit store does not answer');
        if (options.whenStoreIsDown === 'allow') return;
        throw new AppError('unavailable', `rate limit ${options.name} cannot be checked`, {
          userMessage: 'El portal no está disponible en este momento. Intente de nuevo en unos minutos.',
          retryAfterSeconds: 30,
          cause: error,
        });
      }
    },
    refund: (key) => quietly(limiter.reward(hashOf(key))),
    reset: (key) => quietly(limiter.delete(hashOf(key))),
  };
}

function tooManyRequests(name: string, msBeforeNext: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new AppError('too-many-requests', `rate limit ${name} reached`, {
    userMessage: `Demasiados intentos. Espere ${waitingTime(retryAfterSeconds)} e intente de nuevo.`,
    retryAfterSeconds,
  });
}

function waitingTime(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 segundo' : `${seconds} segundos`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`;
}
