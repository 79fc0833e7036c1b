import type { Job } from '#server/features/feature.ts';
import type { AnyHandler } from './handler.ts';

/**
 * The code of every kind of job, once for a worker's life.
 * @throws when two kinds have one id, or one has no code; names each that is wrong
 */
export async function loadHandlers(jobs: readonly Job[]): Promise<AnyHandler[]> {
  const handlers: AnyHandler[] = await Promise.all(jobs.map(async (one) => ({ definition: one.definition, handle: await one.load() })));
  const ids = handlers.map(({ definition }) => definition.id);
  const problems = [
    ...handlers.flatMap((handler) => (typeof handler.handle === 'function' ? [] : [`job "${handler.definition.id}" has no handler`])),
    ...ids.flatMap((id, place) => (ids.indexOf(id) === place ? [] : [`job "${id}" is declared twice`])),
  ];
  if (problems.length > 0) throw new Error(`Jobs are wrong: ${problems.join('; ')}`);
  return handlers;
}
