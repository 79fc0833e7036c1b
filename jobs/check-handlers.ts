import type { JobDefinition } from '#server/queue/queue.ts';
import type { AnyHandler } from './handler.ts';

/** @throws unless every definition has exactly one handler and every handler a listed definition; names each that is wrong. */
export function checkHandlers(definitions: readonly JobDefinition<unknown>[], handlers: readonly AnyHandler[]): void {
  const problems: string[] = [];
  for (const definition of definitions) {
    const count = handlers.filter((handler) => handler.definition.id === definition.id).length;
    if (count !== 1) problems.push(`job "${definition.id}" has ${count} handlers`);
  }
  const known = new Set(definitions.map((definition) => definition.id));
  if (known.size !== definitions.length) problems.push('two job definitions have the same id');
  for (const handler of handlers) {
    if (!known.has(handler.definition.id)) problems.push(`handler "${handler.definition.id}" belongs to no listed job definition`);
  }
  if (problems.length > 0) throw new Error(`Job handlers are wrong: ${problems.join('; ')}`);
}
