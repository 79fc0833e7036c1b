import type { Log } from '#server/platform/log.ts';
import type { Services } from '#server/services.ts';
import type { JobDefinition } from '#server/queue/queue.ts';

interface JobContext<Payload> {
  /** Already checked against the definition's schema. */
  payload: Payload;
  services: Services;
  log: Log;
  /** Aborted when the worker must stop: long handlers look at it between steps. */
  signal: AbortSignal;
}

/**
 * The code of one job definition. Handlers are idempotent: a job may run twice, or begin again after a kill -9.
 * A thrown error is retried with back-off until `attempts` is used up.
 */
export interface Handler<Payload> {
  definition: JobDefinition<Payload>;
  handle(context: JobContext<Payload>): Promise<void>;
}

/** Hides the payload type so that handlers of different definitions fit one list. */
export type AnyHandler = Handler<unknown>;

export function defineHandler<Payload>(handler: Handler<Payload>): AnyHandler {
  return handler;
}
