import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { defineHandler, type AnyHandler } from '#jobs/handler.ts';
import { runWorkers, type RunningWorkers } from '#jobs/start-worker.ts';
import type { Config } from '../../config/config.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Services } from '../../services.ts';
import { createQueues } from './create-queues.ts';
import { defineJob, type JobDefinition, type Queues } from './queue.ts';

const log = createLog({ level: 'silent', process: 'test' });
/** The handlers of this suite use none of the services. */
const services = {} as Services;
const WAIT = { timeout: 20_000, interval: 20 };

let sequence = 0;
/** A definition with a queue of its own, so that no test sees another's jobs. */
function newDefinition(overrides: Partial<JobDefinition<{ n: number }>> = {}): JobDefinition<{ n: number }> {
  sequence += 1;
  return defineJob({
    id: `test-${process.pid}-${sequence}`,
    payload: z.object({ n: z.number() }),
    attempts: 3,
    backoffMs: 20,
    concurrency: 4,
    ...overrides,
  });
}

/** The behaviour that web and worker rely on, whatever BullMQ runs on. */
export function describeQueue(name: string, configure: () => Promise<Config['queue']>): void {
  describe(`queue on ${name}`, async () => {
    const config = { queue: await configure() };
    const queues: Queues = createQueues(config, log);
    const running: RunningWorkers[] = [];
    const work = async (handlers: readonly AnyHandler[]) => {
      const workers = await runWorkers({ config, services, log, handlers });
      running.push(workers);
      return workers;
    };
    afterEach(async () => {
      await Promise.all(running.splice(0).map((workers) => workers.close()));
    });
    afterAll(() => queues.close());

    it('runs every enqueued job, including those from before the worker started', async () => {
      const definition = newDefinition();
      const seen: number[] = [];
      await queues.enqueueMany(definition, [{ n: 1 }, { n: 2 }, { n: 3 }]);
      await work([defineHandler({ definition, handle: async ({ payload }) => void seen.push(payload.n) })]);
      await queues.enqueue(definition, { n: 4 });
      await vi.waitFor(() => expect([...seen].sort()).toEqual([1, 2, 3, 4]), WAIT);
    });

    it('retries a failing job, and lists it with its reason after the last attempt', async () => {
      const definition = newDefinition();
      let attempts = 0;
      await work([
        defineHandler({
          definition,
          handle: async () => {
            attempts += 1;
            throw new Error('always wrong');
          },
        }),
      ]);
      await queues.enqueue(definition, { n: 1 });
      await vi.waitFor(async () => expect(await queues.counts(definition)).toMatchObject({ failed: 1 }), WAIT);
      expect(attempts).toBe(3);
      const [failed] = await queues.failedJobs(definition, 10);
      expect(failed).toMatchObject({ reason: 'always wrong', attemptsMade: 3 });
    });

    it('runs a failed job again on request', async () => {
      const definition = newDefinition({ attempts: 1 });
      let broken = true;
      await work([
        defineHandler({
          definition,
          handle: async () => {
            if (broken) throw new Error('broken');
          },
        }),
      ]);
      await queues.enqueue(definition, { n: 1 });
      await vi.waitFor(async () => expect(await queues.counts(definition)).toMatchObject({ failed: 1 }), WAIT);
      broken = false;
      const [failed] = await queues.failedJobs(definition, 1);
      await queues.retryFailed(definition, failed?.jobId ?? '');
      await vi.waitFor(async () => expect(await queues.counts(definition)).toMatchObject({ failed: 0, completed: 1 }), WAIT);
    });

    it('keeps at most one running and one waiting job per deduplication key, with the newest payload', async () => {
      const definition = newDefinition();
      const seen: number[] = [];
      let open: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      await work([
        defineHandler({
          definition,
          handle: async ({ payload }) => {
            seen.push(payload.n);
            if (payload.n === 1) await gate;
          },
        }),
      ]);
      await queues.enqueue(definition, { n: 1 }, { deduplicationKey: 'agencias:all' });
      await vi.waitFor(() => expect(seen).toEqual([1]), WAIT);
      for (const n of [2, 3, 4]) await queues.enqueue(definition, { n }, { deduplicationKey: 'agencias:all' });
      open();
      await vi.waitFor(() => expect(seen).toEqual([1, 4]), WAIT);
    });

    it('refuses a payload that does not match the schema', async () => {
      const definition = newDefinition();
      await expect(queues.enqueue(definition, { n: 'one' } as never)).rejects.toThrow(/expected number/);
      expect(await queues.counts(definition)).toMatchObject({ waiting: 0 });
    });

    it('runs a scheduled job once per interval, however many workers there are', async () => {
      const definition = newDefinition({ payload: z.object({ n: z.number().default(0) }), schedule: { everyMs: 300 } });
      let runs = 0;
      const handler = defineHandler({
        definition,
        handle: async () => {
          runs += 1;
        },
      });
      await work([handler]);
      await work([handler]);
      const before = Date.now();
      await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(3), WAIT);
      const turns = (Date.now() - before) / 300;
      expect(runs).toBeLessThanOrEqual(Math.ceil(turns) + 2);
    });

    it('repeats failed runs of a repeating job once one succeeds, and no other failed job', async () => {
      const definition = newDefinition({
        payload: z.object({ n: z.number().default(0) }),
        attempts: 1,
        schedule: { everyMs: 300 },
      });
      let failing = true;
      const asked = defineHandler({
        definition,
        handle: async ({ payload }) => {
          if (failing || payload.n === 7) throw new Error('the database does not answer');
        },
      });
      await queues.enqueue(definition, { n: 7 });
      await work([asked]);
      await vi.waitFor(async () => expect((await queues.counts(definition)).failed).toBeGreaterThan(2), WAIT);
      failing = false;
      await vi.waitFor(async () => expect((await queues.counts(definition)).failed).toBe(1), WAIT);
    });

    it('runs exactly the requested schedulers, with their payloads, when they are added, changed or removed', async () => {
      const definition = newDefinition();
      const scheduler = (id: string, cron: string, n: number) => ({ id, cron, timeZone: 'America/Guatemala', payload: { n } });
      const everySecond = '* * * * * *';
      await queues.alignSchedulers(definition, [scheduler('a', everySecond, 1), scheduler('b', '0 7 * * *', 2)]);
      // One that changed, one that is gone, one that is new; then all gone.
      await queues.alignSchedulers(definition, [scheduler('b', everySecond, 2), scheduler('c', everySecond, 4)]);
      expect(await queues.counts(definition)).toMatchObject({ delayed: 2 });
      const seen = new Set<number>();
      const workers = await work([defineHandler({ definition, handle: async ({ payload }) => void seen.add(payload.n) })]);
      await vi.waitFor(() => expect([...seen].sort()).toEqual([2, 4]), WAIT);
      await queues.alignSchedulers(definition, [scheduler('b', everySecond, 2), scheduler('c', everySecond, 5)]);
      await vi.waitFor(() => expect(seen).toContain(5), WAIT);
      await workers.close();
      await queues.alignSchedulers(definition, []);
      expect(await queues.counts(definition)).toMatchObject({ delayed: 0 });
    });

    it('runs schedules in time that were set while the clock was an hour ahead', async () => {
      const every = newDefinition({ payload: z.object({ n: z.number().default(0) }), schedule: { everyMs: 300 } });
      const cron = newDefinition();
      const schedulers = [{ id: 'a', cron: '* * * * * *', timeZone: 'America/Guatemala', payload: { n: 1 } }];
      const seen: string[] = [];
      const handlers = [every, cron].map((definition) =>
        defineHandler({ definition, handle: () => Promise.resolve(void seen.push(definition.id)) }),
      );
      const start = async () => {
        await queues.alignSchedulers(cron, schedulers);
        seen.splice(0);
        const workers = await work(handlers);
        await vi.waitFor(() => expect(new Set(seen)).toEqual(new Set([every.id, cron.id])), { ...WAIT, timeout: 8_000 });
        return workers;
      };
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
      onTestFinished(() => void vi.useRealTimers());
      await (await start()).close();
      vi.useRealTimers();
      await start();
    });

    it('waits on close for a running job', async () => {
      const definition = newDefinition();
      let open: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      const steps: string[] = [];
      const workers = await work([
        defineHandler({
          definition,
          handle: async () => {
            steps.push('begun');
            await gate;
            steps.push('ended');
          },
        }),
      ]);
      await queues.enqueue(definition, { n: 1 });
      await vi.waitFor(() => expect(steps).toEqual(['begun']), WAIT);
      const closing = workers.close();
      open();
      await closing;
      expect(steps).toEqual(['begun', 'ended']);
    });
  });
}
