import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineJob } from '#server/queue/queue.ts';
import { JOB_DEFINITIONS } from '#server/registries.ts';
import { checkHandlers } from './check-handlers.ts';
import { defineHandler } from './handler.ts';
import { HANDLERS } from './handlers.ts';

const definition = (id: string) => defineJob({ id, payload: z.object({}), attempts: 1, backoffMs: 1, concurrency: 1 });
const handlerOf = (id: string) => defineHandler({ definition: definition(id), handle: async () => undefined });

it('accepts exactly one handler per definition', () => {
  expect(() => checkHandlers([definition('a'), definition('b')], [handlerOf('b'), handlerOf('a')])).not.toThrow();
});

it('names a definition without a handler, one with two, and a handler without a definition', () => {
  expect(() => checkHandlers([definition('a'), definition('b')], [handlerOf('b'), handlerOf('b'), handlerOf('c')])).toThrow(
    'job "a" has 0 handlers; job "b" has 2 handlers; handler "c" belongs to no listed job definition',
  );
});

it("holds for the portal's own jobs", () => {
  checkHandlers(JOB_DEFINITIONS, HANDLERS);
});
