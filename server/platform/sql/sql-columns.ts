import { quoteIdentifier } from './sql-fragment.ts';

/** Columns of one table: their SQL and, by `SelectedRow`, the type of a row that holds them. */
export interface Columns<Row> {
  /** For a SELECT or RETURNING; `alias` names the table where there are several. */
  sql(alias?: string): string;
  /** Only a type: never there. */
  readonly row?: Row;
}

/** The row that a statement with these columns answers. */
export type SelectedRow<Of> = Of extends Columns<infer Row> ? Row : never;

/**
 * Columns written once, instead of in the statement and again in an assertion about its rows: names and types are those of the
 * model that Prisma makes from schema.prisma (`import type`, so nothing of its client is loaded).
 * `selectColumns<User>()('id', 'name')`
 */
export function selectColumns<Model>() {
  return <Name extends keyof Model & string>(...names: readonly Name[]): Columns<Pick<Model, Name>> => ({
    sql: (alias) => names.map((name) => (alias === undefined ? '' : `${alias}.`) + quoteIdentifier(name)).join(', '),
  });
}
