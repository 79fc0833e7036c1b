import { quoteIdentifier } from './sql-fragment.ts';

/** Columns of one table: their SQL and, by `SelectedRow`, the type of a row that holds them. */
export interface Columns<Row> {
  /** For SELECT or RETURNING; `alias` names the table when there are several. */
  sql(alias?: string): string;
  /** Type only: never set. */
  readonly row?: Row;
}

/** The type of a row that a statement with these columns returns. */
export type SelectedRow<Of> = Of extends Columns<infer Row> ? Row : never;

/**
 * Declares columns once, instead of in the statement and again in an assertion about its rows: names and types are those of the
 * model that Prisma generates from schema.prisma (`import type`, so its client is not loaded).
 * `selectColumns<User>()('id', 'name')`
 */
export function selectColumns<Model>() {
  return <Name extends keyof Model & string>(...names: readonly Name[]): Columns<Pick<Model, Name>> => ({
    sql: (alias) => names.map((name) => (alias === undefined ? '' : `${alias}.`) + quoteIdentifier(name)).join(', '),
  });
}
