import type { RequestHandler } from 'express';
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Config } from '#server/config/config.ts';
import { asyncHandler } from '#server/entrances/request/locals.ts';
import { mayReadMetrics } from '#server/entrances/request/operator.ts';

const SECONDS_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300, 1800];

export interface WorkerMetrics {
  observeJob: (job: string, outcome: 'completed' | 'failed', seconds: number) => void;
  /** GET /metrics of the worker: its process and its jobs. Metrics shared by all processes are served by web. */
  handler: RequestHandler;
}

export function createWorkerMetrics(config: Config): WorkerMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time that an attempt of a job took, by kind and outcome',
    labelNames: ['job', 'outcome'],
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  });
  return {
    observeJob: (job, outcome, seconds) => durations.observe({ job, outcome }, seconds),
    handler: asyncHandler(async (req, res) => {
      if (!mayReadMetrics(req, config)) return void res.status(404).end();
      res
        .set('Cache-Control', 'no-store')
        .type(registry.contentType)
        .send(await registry.metrics());
    }),
  };
}
