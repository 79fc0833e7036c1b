import type { Sql } from '../platform/sql/sql.ts';

/**
 * Records the queries that a pool runs from now on. @returns a function that gives their texts since its last call, without the start and
 * end of transactions
 */
export function listenToQueries(sql: Sql): () => string[] {
  const recorded: string[] = [];
  const known = new WeakSet<object>();
  sql.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    const ask: unknown = Reflect.get(client, 'query', client);
    if (typeof ask !== 'function') throw new TypeError('a connection that cannot be asked');
    Object.assign(client, {
      query(...given: unknown[]): unknown {
        recorded.push(textOf(given[0]));
        return Reflect.apply(ask, client, given);
      },
    });
  });
  return () => recorded.splice(0).filter((text) => !/^\s*(?:BEGIN|COMMIT|ROLLBACK)/.test(text));
}

function textOf(query: unknown): string {
  if (typeof query === 'object' && query !== null && 'text' in query) return String(query.text);
  return String(query);
}
