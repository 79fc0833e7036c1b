import { Redis } from 'ioredis';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineHandler } from '#jobs/handler.ts';
import { runWorkers } from '#jobs/start-worker.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Services } from '../../services.ts';
import { startRedis } from '../../testing/redis.ts';
import { hasService } from '../../testing/services.ts';
import { createQueues } from './create-queues.ts';
import { describeQueue } from './queue.contract.ts';
import { defineJob } from './queue.ts';

const RECOVERY_MS = 15_000;

const redis = hasService('Redis') ? await startRedis() : null;

describe.skipIf(!redis)('Redis', () => {
  // The body of a skipped suite runs too.
  if (!redis) return;
  afterAll(() => redis.remove());
  describeQueue('Redis', async () => ({ kind: 'redis', url: redis.url }));

  it('goes on by itself after the server was away, and producers fail fast meanwhile', async () => {
    const log = createLog({ level: 'silent', process: 'test' });
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
    await redis.start();

    await vi.waitFor(() => queues.enqueue(definition, { n: 3 }), { timeout: RECOVERY_MS });
    await vi.waitFor(() => expect(seen).toContain(3), { timeout: RECOVERY_MS });
    await workers.close();
    await queues.close();
  });

  it('serves several portals, each in a database of its own', async () => {
    const log = createLog({ level: 'silent', process: 'test' });
    const definition = defineJob({
      id: `apart-${process.pid}`,
      payload: z.object({ n: z.number() }),
      attempts: 1,
      backoffMs: 20,
      concurrency: 1,
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

  it('keeps what runs by itself running after the server lost everything', async () => {
    const definition = defineJob({
      id: `flushed-${process.pid}`,
      payload: z.object({}),
      attempts: 1,
      backoffMs: 20,
      concurrency: 1,
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
    // A job that ran during the flush still ends.
    const before = runs + 1;
    await vi.waitFor(() => expect(runs).toBeGreaterThan(before + 1), { timeout: RECOVERY_MS * 2 });
    await workers.close();
  });
});
