import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { job, type Job } from '#server/features/feature.ts';
import { defineJob } from '#server/ports/queue/queue.ts';
import { JOBS } from '#server/registries.ts';
import { ROOT, sourceFiles } from '../tests/house/rooms.ts';
import { loadHandlers } from './start-worker.ts';

const definition = (id: string) => defineJob({ id, payload: z.object({}) });
const jobOf = (id: string) => job(definition(id), () => Promise.resolve(() => Promise.resolve()));

it('loads exactly one handler per kind of job', async () => {
  const handlers = await loadHandlers([jobOf('b'), jobOf('a')]);
  expect(handlers.map((handler) => handler.definition.id)).toEqual(['b', 'a']);
});

it('names a job without a handler and one that is declared twice', async () => {
  const empty = { definition: definition('a'), load: () => Promise.resolve(undefined) } as unknown as Job;
  await expect(loadHandlers([empty, jobOf('b'), jobOf('b')])).rejects.toThrow('job "a" has no handler; job "b" is declared twice');
});

it('the portal declares a handler for every defined job', async () => {
  const handlers = await loadHandlers(JOBS);
  const written = sourceFiles().map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
  const defined = written.flatMap((text) => [...text.matchAll(/export const \w+ = defineJob[<(]/g)]);
  expect(handlers).toHaveLength(defined.length);
});
