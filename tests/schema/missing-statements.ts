import type pg from 'pg';
import { createIndex, createTable, type DeclaredTable } from './declared-tables.ts';

/** Parts of tables that only the migrations define, by hand. */
const BY_HAND: readonly string[] = ['eventos_archivos.document_type_key'];

interface Difference {
  /** SQL that makes the declared change. */
  statements: string[];
  /** Changes that people must write, because only they know whether rows keep their values. */
  problems: string[];
}

interface Part {
  table: string;
  name: string;
  definition: string;
}

/** How the database's tables differ from the declared ones, which are created temporarily for comparison. */
export async function differenceFrom(client: pg.ClientBase, tables: readonly DeclaredTable[]): Promise<Difference> {
  await client.query('BEGIN');
  await client.query('CREATE SCHEMA declared');
  await client.query('SET LOCAL search_path = declared, public');
  for (const table of tables) await client.query(createTable({ ...table, isListed: false }));
  const [wanted, present] = [await partsOf(client, 'declared'), await partsOf(client, 'public')];
  const { rows: counted } = await client.query<{ table: string }>(
    `SELECT c.relname AS table FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid WHERE g.tgname = 'row_totals_insert'`,
  );
  await client.query('ROLLBACK');
  const differences = tables.map((table) => {
    if (!present.columns.some((column) => column.table === table.name)) return { statements: [createTable(table)], problems: [] };
    const columns = compare(table.name, wanted.columns, present.columns);
    const indexes = compare(table.name, wanted.indexes, present.indexes);
    const isCounted = counted.some((entry) => entry.table === table.name);
    return {
      statements: [
        ...columns.missing.map((name) => `ALTER TABLE ${table.name} ADD COLUMN "${name}" ${table.columns[name]};`),
        ...indexes.extra.filter((name) => name.includes('_sort_')).map((name) => `DROP INDEX "${name}";`),
        ...indexes.missing.flatMap((name) => (table.indexes[name] ? [createIndex(table.name, name, table.indexes[name])] : [])),
        ...(table.isListed && !isCounted ? [`SELECT keep_row_totals('${table.name}');`] : []),
      ],
      problems: [
        ...columns.extra.map((name) => `${table.name}.${name}`).filter((name) => !BY_HAND.includes(name)),
        ...columns.other,
        ...indexes.other,
        // The primary key is no index of the declaration.
        ...indexes.missing.filter((name) => !table.indexes[name]).map((name) => `${table.name}.${name}`),
      ],
    };
  });
  return { statements: differences.flatMap(({ statements }) => statements), problems: differences.flatMap(({ problems }) => problems) };
}

async function partsOf(client: pg.ClientBase, schema: string): Promise<{ columns: Part[]; indexes: Part[] }> {
  const columns = await client.query<Part>(
    `SELECT c.relname AS table, a.attname AS name, concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation,
       CASE WHEN a.attnotnull THEN 'NOT NULL' END, 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid)) AS definition
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' ORDER BY a.attnum`,
    [schema],
  );
  const indexes = await client.query<Part>(
    `SELECT tablename AS table, indexname AS name, replace(indexdef, $1 || '.', '') AS definition FROM pg_indexes WHERE schemaname = $1`,
    [schema],
  );
  return { columns: columns.rows, indexes: indexes.rows };
}

function compare(table: string, wanted: readonly Part[], present: readonly Part[]) {
  const definitions = (parts: readonly Part[]) =>
    new Map(parts.filter((part) => part.table === table).map(({ name, definition }) => [name, definition]));
  const [declared, stored] = [definitions(wanted), definitions(present)];
  return {
    missing: [...declared.keys()].filter((name) => !stored.has(name)),
    extra: [...stored.keys()].filter((name) => !declared.has(name)),
    other: [...declared]
      .filter(([name, definition]) => stored.has(name) && stored.get(name) !== definition)
      .map(([name, definition]) => `${table}.${name}: declared ${definition}, stored ${stored.get(name)}`),
  };
}
