import type { JobContext } from '#server/features/feature.ts';
import type { JobDefinition } from '#server/ports/queue/queue.ts';

/** The code of one job definition. */
export interface Handler<Payload> {
  definition: JobDefinition<Payload>;
  handle(context: JobContext<Payload>): Promise<unknown>;
}

/** Hides the payload type so that handlers of different definitions fit in one list. */
export type AnyHandler = Handler<unknown>;

export function defineHandler<Payload>(handler: Handler<Payload>): AnyHandler {
  return handler;
}
