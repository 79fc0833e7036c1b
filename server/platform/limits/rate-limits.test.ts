import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { networkKey } from './network-key.ts';
import { createRateLimiter, createRateLimitStore, type RateLimitStore } from './rate-limits.ts';
import { startRedis, type TestRedis } from '../../testing/redis.ts';
import { hasService } from '../../testing/services.ts';
import { createTestDatabase } from '../../testing/test-database.ts';

const log = pino({ level: 'silent' });
const database = await createTestDatabase();
const redisFound = hasService('Redis');

function describeRateLimits(name: string, makeStore: () => Promise<RateLimitStore>): void {
  describe(name, () => {
    let store: RateLimitStore;
    let names = 0;
    beforeAll(async () => {
      store = await makeStore();
    });
    afterAll(() => store?.close());
    const limiter = (points: number, durationSeconds = 900) =>
      createRateLimiter({ rateLimitStore: store, log }, { name: `prueba-${++names}`, points, durationSeconds });

    it('refuses a key with 429 after its last point, and says how long to wait', async () => {
      const limit = limiter(2);
      await limit.consume('ana');
      await limit.consume('ana');
      const error: unknown = await limit.consume('ana').catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code: 'too-many-requests',
        status: 429,
        userMessage: 'Demasiados intentos. Espere 15 minutos e intente de nuevo.',
      });
      const seconds = (error as { retryAfterSeconds: number }).retryAfterSeconds;
      expect(seconds).toBeGreaterThan(800);
      expect(seconds).toBeLessThanOrEqual(900);
      await limit.consume('luis');
    });

    it('counts exactly when requests are concurrent', async () => {
      const limit = limiter(5);
      const answers = await Promise.allSettled(Array.from({ length: 20 }, () => limit.consume('ana')));
      expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(5);
    });

    it('accepts requests again when the window is over', async () => {
      const limit = limiter(1, 3);
      await limit.consume('ana');
      await expect(limit.consume('ana')).rejects.toMatchObject({
        userMessage: expect.stringMatching(/^Demasiados intentos\. Espere (3 segundos|2 segundos|1 segundo) e intente de nuevo\.$/),
      });
      await expect
        .poll(
          () =>
            limit.consume('ana').then(
              () => 'open',
              () => 'closed',
            ),
          { timeout: 10_000, interval: 200 },
        )
        .toBe('open');
    });

    it('refunds points and resets keys', async () => {
      const limit = limiter(1);
      await limit.consume('ana');
      await limit.refund('ana');
      await limit.consume('ana');
      await expect(limit.consume('ana')).rejects.toMatchObject({ code: 'too-many-requests' });
      await limit.reset('ana');
      await limit.consume('ana');
    });

    it('shares counters between processes that use one name', async () => {
      const other = await makeStore();
      const options = { name: 'compartido', points: 1, durationSeconds: 900 };
      await createRateLimiter({ rateLimitStore: store, log }, options).consume('ana');
      await expect(createRateLimiter({ rateLimitStore: other, log }, options).consume('ana')).rejects.toMatchObject({
        code: 'too-many-requests',
      });
      await other.close();
    });

    it('accepts keys of any length and characters', async () => {
      const limit = limiter(1);
      await limit.consume(`${'ñ'.repeat(5_000)}\0`);
      await limit.consume('');
    });
  });
}

describeRateLimits('rate limits on Postgres', async () =>
  createRateLimitStore({ config: { queue: { kind: 'postgres', url: database.url } }, sql: database.sql, log }),
);

describe.skipIf(!redisFound)('with Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis?.remove());
  const makeStore = async () => createRateLimitStore({ config: { queue: { kind: 'redis', url: redis.url } }, sql: database.sql, log });

  describeRateLimits('rate limits on Redis', makeStore);

  it('refuses or allows as configured while Redis is down, within 10 seconds, and recovers', async () => {
    const store = await makeStore();
    const options = { name: 'caida', points: 100, durationSeconds: 900 };
    const strict = createRateLimiter({ rateLimitStore: store, log }, options);
    const lenient = createRateLimiter({ rateLimitStore: store, log }, { ...options, whenStoreIsDown: 'allow' });
    await strict.consume('ana');
    await redis.stop();
    const before = Date.now();
    await expect(strict.consume('ana')).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    await lenient.consume('ana');
    await strict.refund('ana');
    expect(Date.now() - before).toBeLessThan(10_000);
    await redis.start();
    await expect
      .poll(
        () =>
          strict.consume('ana').then(
            () => 'open',
            () => 'closed',
          ),
        { timeout: 15_000, interval: 200 },
      )
      .toBe('open');
    await store.close();
  });
});

it('stores no e-mail or network address in clear text', async () => {
  const store = createRateLimitStore({ config: { queue: { kind: 'postgres', url: database.url } }, sql: database.sql, log });
  const limit = createRateLimiter({ rateLimitStore: store, log }, { name: 'claro', points: 1, durationSeconds: 900 });
  for (const key of ['ana@demo.coop', networkKey('190.56.1.2'), networkKey('2001:db8:1:2::1')]) await limit.consume(key);
  await store.close();
  const { rows } = await database.sql.query<{ key: string }>(`SELECT key FROM identity.rate_limits WHERE key LIKE 'claro%'`);
  expect(rows).toHaveLength(3);
  for (const { key } of rows) expect(key).not.toMatch(/ana|190\.56|2001:db8/);
});

it('refuses or allows as configured when the Postgres table is missing, and does not create it', async () => {
  const lost = await createTestDatabase();
  await lost.sql.query('DROP TABLE identity.rate_limits');
  const store = createRateLimitStore({ config: { queue: { kind: 'postgres', url: lost.url } }, sql: lost.sql, log });
  const options = { name: 'perdido', points: 1, durationSeconds: 60 };
  await expect(createRateLimiter({ rateLimitStore: store, log }, options).consume('ana')).rejects.toMatchObject({ code: 'unavailable' });
  await createRateLimiter({ rateLimitStore: store, log }, { ...options, whenStoreIsDown: 'allow' }).consume('ana');
  await store.close();
  expect((await lost.sql.query(`SELECT to_regclass('identity.rate_limits') AS found`)).rows).toEqual([{ found: null }]);
});
