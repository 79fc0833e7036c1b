import { Redis } from 'ioredis';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineHandler } from '#jobs/handler.ts';
import { runWorkers } from '#jobs/start-worker.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Services } from '../../services.ts';
import { startRedis } from '../../testing/redis.ts';
import { hasService } from '../../testing/services.ts';
import { connectQueues } from './connection.ts';
import { createQueues } from './create-queues.ts';
import { describeQueue } from './queue.contract.ts';
import { defineJob } from './queue.ts';

const RECOVERY_MS = 15_000;

const redis = hasService('Redis') ? await startRedis() : null;

describe.skipIf(!redis)('Redis', () => {
  // Vitest also runs the body of a skipped suite.
  if (!redis) return;
  afterAll(() => redis.remove());
  describeQueue('Redis', async () => ({ kind: 'redis', url: redis.url }));

  it('recovers from a server restart, logs it once per connection, and rejects jobs while it is down', async () => {
    const lines: { level: number; msg: string; err?: { message: string } }[] = [];
    const log = createLog(
      { level: 'info', process: 'test' },
      { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
    );
    const config = { queue: { kind: 'redis', url: redis.url } as const };
    const definition = defineJob({
      id: `restart-${process.pid}`,
      payload: z.object({ n: z.number() }),
      attempts: 3,
      backoffMs: 20,
      concurrency: 2,
    });
    const seen: number[] = [];
    const queues = createQueues(config, log);
    const workers = await runWorkers({
      config,
      log,
      services: {} as Services,
      handlers: [defineHandler({ definition, handle: async ({ payload }) => void seen.push(payload.n) })],
    });
    await queues.enqueue(definition, { n: 1 });
    await vi.waitFor(() => expect(seen).toEqual([1]), { timeout: 5_000 });

    await redis.stop();
    await expect(queues.enqueue(definition, { n: 2 })).rejects.toMatchObject({ code: 'unavailable' });
    const refused = () => lines.filter(({ level, err }) => level >= 40 && err?.message.includes('ECONNREFUSED')).map(({ msg }) => msg);
    // One line of the producer and one of the worker.
    await vi.waitFor(() => expect(refused()).toHaveLength(2), { timeout: 5_000 });
    await redis.start();

    await vi.waitFor(() => queues.enqueue(definition, { n: 3 }), { timeout: RECOVERY_MS });
    await vi.waitFor(() => expect(seen).toContain(3), { timeout: RECOVERY_MS });
    await workers.close();
    await queues.close();
    expect(refused()).toEqual(['redis connection', 'redis connection']);
    expect(lines.filter(({ msg }) => msg === 'redis connection is back')).toHaveLength(2);
  });

  it('logs an unreachable Redis once, however often it retries, and never its password', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'warn', process: 'test' }, { write: (line) => void lines.push(line) });
    const connection = connectQueues({ kind: 'redis', url: 'redis://:CANARY@127.0.0.1:1/0' }, { role: 'worker', poolSize: 1, log });
    await expect(connection.ready()).rejects.toThrow(
      'Redis at 127.0.0.1:1 did not answer in time (connect ECONNREFUSED 127.0.0.1:1): see that it runs, and REDIS_URL',
    );
    await connection.close();
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('CANARY');
  });

  it('keeps the jobs of portals in different Redis databases apart', async () => {
    const log = createLog({ level: 'silent', process: 'test' });
    const definition = defineJob({
      id: `apart-${process.pid}`,
      payload: z.object({ n: z.number() }),
    });
    const seen: [portal: number, n: number][] = [];
    const portals = await Promise.all(
      [1, 2].map(async (portal) => {
        const config = { queue: { kind: 'redis', url: `${redis.url}/${portal}` } as const };
        const handle = async ({ payload }: { payload: { n: number } }) => void seen.push([portal, payload.n]);
        const workers = await runWorkers({ config, log, services: {} as Services, handlers: [defineHandler({ definition, handle })] });
        return { workers, queues: createQueues(config, log) };
      }),
    );
    for (let n = 0; n < 20; n += 1) await portals[n % 2]?.queues.enqueue(definition, { n });
    await vi.waitFor(() => expect(seen).toHaveLength(20), { timeout: RECOVERY_MS });
    expect(seen.filter(([portal, n]) => portal !== 1 + (n % 2))).toEqual([]);
    for (const { workers, queues } of portals) await Promise.all([workers.close(), queues.close()]);
  });

  it('resumes scheduled jobs after the server lost all its data', async () => {
    const definition = defineJob({
      id: `flushed-${process.pid}`,
      payload: z.object({}),
      schedule: { everyMs: 500 },
    });
    let runs = 0;
    const workers = await runWorkers({
      config: { queue: { kind: 'redis', url: redis.url } as const },
      log: createLog({ level: 'silent', process: 'test' }),
      services: {} as Services,
      handlers: [defineHandler({ definition, handle: () => Promise.resolve(void (runs += 1)) })],
    });
    await vi.waitFor(() => expect(runs).toBeGreaterThan(1), { timeout: 5_000 });
    const client = new Redis(redis.url);
    await client.flushall();
    await client.quit();
    // A job that was running during the flush still counts.
    const before = runs + 1;
    await vi.waitFor(() => expect(runs).toBeGreaterThan(before + 1), { timeout: RECOVERY_MS * 2 });
    await workers.close();
  });
});
