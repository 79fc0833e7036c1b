import type { Request, RequestHandler, Response } from 'express';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { readBackupState, type BackupState } from '../../backup/backup-state.ts';
import { AppError } from '../../domain/errors.ts';
import { checkDependencies } from '../../features/operations/health.ts';
import { withinTime } from '../../platform/processes/within-time.ts';
import { RELEASE } from '../../platform/processes/release.ts';
import { REGISTRIES } from '../../registries.ts';
import type { Portal } from '../../portal.ts';
import { asyncHandler } from '../request/locals.ts';
import { mayReadMetrics } from '../request/operator.ts';

const FIGURE_TIMEOUT_MS = 2_000;
const SECONDS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

interface Metrics {
  /** Times every answer by route pattern, never by address: ids would create endless series. */
  observe: RequestHandler;
  /** GET /metrics. */
  handler: RequestHandler;
  /** Counts an error reported by a browser. */
  countBrowserError: () => void;
}

export function createMetrics(portal: Portal): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  });
  const browserErrors = new Counter({
    name: 'browser_errors_total',
    help: 'Errors that browsers told of, by the version of the portal',
    labelNames: ['version'],
    registers: [registry],
  });
  browserErrors.inc({ version: RELEASE.version }, 0);
  addDependencyMetrics(registry, portal);
  addReadModelMetrics(registry, portal);
  addQueueMetrics(registry, portal);
  addBackupMetrics(registry, portal);
  return {
    observe: (req, res, next) => {
      const startedAt = process.hrtime.bigint();
      res.once('finish', () => {
        const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
        durations.observe({ method: req.method, route: routeOf(req, res), status: res.statusCode }, seconds);
      });
      next();
    },
    countBrowserError: () => browserErrors.inc({ version: RELEASE.version }),
    handler: asyncHandler(async (req, res) => {
      if (!mayReadMetrics(req, portal.config))
        throw new AppError('not-found', 'metrics refused', { userMessage: 'La dirección que abrió no existe en el portal.' });
      res
        .set('Cache-Control', 'no-store')
        .type(registry.contentType)
        .send(await registry.metrics());
    }),
  };
}

function addDependencyMetrics(registry: Registry, portal: Portal): void {
  new Gauge({
    name: 'dependency_up',
    help: '1 for what /readyz finds to answer, 0 for what is down',
    labelNames: ['name'],
    registers: [registry],
    async collect() {
      for (const { name, up } of await checkDependencies(portal)) this.set({ name }, Number(up));
    },
  });
}

function addReadModelMetrics(registry: Registry, portal: Portal): void {
  new Gauge({
    name: 'read_model_lag_seconds',
    help: 'Seconds that the read model is behind the documents',
    registers: [registry],
    async collect() {
      const freshness = await known(portal, 'read model lag', portal.readModel.freshness());
      if (freshness) this.set(freshness.lagSeconds);
      // `reset` would leave a zero, as if nothing were late.
      else this.remove();
    },
  });
}

function addQueueMetrics(registry: Registry, portal: Portal): void {
  new Gauge({
    name: 'queue_jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      // All at once: one after another, a queue that is away would keep the other figures from Prometheus for most of a minute.
      const asked = REGISTRIES.jobs.map(async (definition) => ({ queue: definition.id, counts: await portal.queues.counts(definition) }));
      for (const { queue, counts } of (await known(portal, 'counts of the queues', Promise.all(asked))) ?? [])
        for (const [state, count] of Object.entries(counts)) this.set({ queue, state }, count as number);
    },
  });
}

/** No series before the first backup, whose age would not be zero. */
function addBackupMetrics(registry: Registry, portal: Portal): void {
  let asked: Promise<BackupState | null> | null = null;
  // One query for all gauges: they are collected together.
  const ask = () => (asked ??= known(portal, 'state of backups', readBackupState(portal.sql)).finally(() => (asked = null)));
  const add = (name: string, help: string, figureOf: (state: BackupState) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.remove();
        const state = await ask();
        const figure = state && figureOf(state);
        if (figure !== null) this.set(figure);
      },
    });
  add('backup_age_seconds', 'Age of the newest backup', ({ moment }) => moment && (Date.now() - moment.getTime()) / 1_000);
  add('backup_missing', 'Whether backups are configured and none has been made', ({ folder, moment }) =>
    Number(folder !== '' && moment === null),
  );
  add('backup_bytes', 'Size of the newest backup with all its files', ({ moment, bytes }) => moment && bytes);
  add('backup_failed', 'Whether the last backup failed', ({ failedAt }) => Number(failedAt !== null));
}

/** Outages are reported by dependency_up; the other figures are still returned, and in time for Prometheus. */
function known<Figure>({ log }: Portal, what: string, figure: Promise<Figure>): Promise<Figure | null> {
  return withinTime(figure, FIGURE_TIMEOUT_MS, () => new Error(`no answer within ${FIGURE_TIMEOUT_MS} ms`)).catch((error: unknown) => {
    log.warn({ err: error }, `${what} unknown`);
    return null;
  });
}

/** The route of a request, known once it is answered; without ids. */
export function routeOf(req: Request, res: Response): string {
  const express = (req.route as { path?: unknown } | undefined)?.path;
  if (res.locals.rendering) return res.locals.rendering.routePattern || 'page';
  return typeof express === 'string' ? req.baseUrl + express : 'other';
}
