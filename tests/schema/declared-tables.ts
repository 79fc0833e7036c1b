import pg from 'pg';
import { CATALOGS } from '#server/catalogs/registry.ts';
import { REGISTRIES } from '#server/registries.ts';
import { quoteIdentifier } from '#server/platform/sql/sql-fragment.ts';
import { SPANISH_COLLATION } from '#server/read-model/pages/page-source.ts';
import type { AnyProjection, ColumnType } from '#server/read-model/projection.ts';

/** A table of the read model as declared: SQL by column name, and by index name. */
export interface DeclaredTable {
  name: string;
  columns: Readonly<Record<string, string>>;
  key: readonly string[];
  indexes: Readonly<Record<string, string>>;
  /** A list shows all its rows, so their number is maintained (`keep_row_totals`). */
  isListed: boolean;
}

const SHOWN = '"isActive" AND NOT source_deleted';

/** Two projections may share a table. */
export function declaredTables(): DeclaredTable[] {
  const tables = new Map(REGISTRIES.projections.map((projection) => [projection.table, declaredTable(projection)]));
  return [...tables.values()];
}

function declaredTable(projection: AnyProjection): DeclaredTable {
  const { table, columns, shared, group } = projection;
  const hasSearch = 'search_text' in columns;
  const isListed = hasSearch && !group;
  return {
    name: table,
    columns: {
      ...(shared && { source_database: 'text NOT NULL' }),
      id: 'text COLLATE "C" NOT NULL',
      ...Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, columnOf(projection, name, type)])),
      source_version: 'bigint NOT NULL',
      source_deleted: 'boolean NOT NULL DEFAULT false',
    },
    key: [...(shared ? ['source_database'] : []), 'id'],
    indexes: {
      ...(isListed && {
        [`${table}_newest`]: `("createdAt", id) WHERE ${SHOWN}`,
        [`${table}_inactive`]: '("createdAt", id) WHERE NOT "isActive" AND NOT source_deleted',
      }),
      ...(hasSearch && { [`${table}_search`]: 'USING gin (search_text gin_trgm_ops)' }),
      ...('masked_text' in columns && { [`${table}_masked`]: 'USING gin (masked_text gin_trgm_ops)' }),
      ...sortIndexes(table),
    },
    isListed,
  };
}

/**
 * One index per column by which a list of the table sorts. Two where empty values are last in both directions, since reading an index
 * backwards puts them first; but one for catalogs, whose few records are sorted by the query.
 */
function sortIndexes(table: string): Record<string, string> {
  const sorts = REGISTRIES.lists.flatMap(({ sorted }) => (sorted?.table === table ? Object.entries(sorted.sorts) : []));
  return Object.fromEntries(
    sorts.flatMap<[string, string]>(([named, { type, nullable, reverseOf }]) => {
      const name = reverseOf ?? named;
      if (name === 'createdAt') return [];
      const column = `${quoteIdentifier(name)}${type === 'text' ? ` COLLATE "${SPANISH_COLLATION}"` : ''}`;
      const up: [string, string] = [`${table}_sort_${name}`, `(${column}, "createdAt", id) WHERE ${SHOWN}`];
      const down: [string, string] = [
        `${table}_sort_${name}_down`,
        `(${column} DESC NULLS LAST, "createdAt" DESC, id DESC) WHERE ${SHOWN}`,
      ];
      return nullable && !(table in CATALOGS) ? [up, down] : [up];
    }),
  );
}

/**
 * A column's default is the value that an empty document projects to; where that is null, the column is nullable. Values derived from the
 * document's id or times have no default.
 */
function columnOf(projection: AnyProjection, name: string, type: ColumnType): string {
  const [one, other] = ['a', 'b'].map((id) => emptyRow(projection, id)[name]);
  if (type === 'timestamptz' || type === 'date') {
    const exact = type === 'date' ? 'date' : 'timestamptz(6)';
    return one === null ? exact : `${exact} NOT NULL`;
  }
  // Prisma has no NOT NULL lists.
  if (type === 'text[]') return 'text[] DEFAULT ARRAY[]::text[]';
  const sqlType = name === 'parentId' ? 'text COLLATE "C"' : type;
  if (one === null || one === undefined) return sqlType;
  if (name === 'search_text') return `text NOT NULL DEFAULT ''`;
  return literal(one) === literal(other) ? `${sqlType} NOT NULL DEFAULT ${literal(one)}` : `${sqlType} NOT NULL`;
}

function emptyRow(projection: AnyProjection, id: string): Record<string, unknown> {
  const path = projection.pathOf?.(`${id}/${id}`) ?? `${projection.collection}/${id}`;
  const collection = path.slice(0, path.lastIndexOf('/'));
  return projection.project({ path, id, collection, data: {}, version: 1n, createdVersion: 1n }) as Record<string, unknown>;
}

function literal(value: unknown): string {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}

export function createTable({ name, columns, key, indexes, isListed }: DeclaredTable): string {
  const lines = [
    ...Object.entries(columns).map(([column, definition]) => `  ${quoteIdentifier(column)} ${definition}`),
    `  CONSTRAINT ${name}_pkey PRIMARY KEY (${key.join(', ')})`,
  ];
  return [
    `CREATE TABLE ${name} (\n${lines.join(',\n')}\n);`,
    ...Object.entries(indexes).map(([index, definition]) => createIndex(name, index, definition)),
    ...(isListed ? [`SELECT keep_row_totals('${name}');`] : []),
  ].join('\n');
}

export function createIndex(table: string, index: string, definition: string): string {
  return `CREATE INDEX ${quoteIdentifier(index)} ON ${table} ${definition};`;
}
