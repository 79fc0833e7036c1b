import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { normalizeDefault, readPrismaSchema, type Table } from './read-prisma-schema.ts';

/** Relations of schema public that hold no read model: the record of what was migrated, and a table under the names of a list. */
const INTERNAL = ['_prisma_migrations', 'file_events'];

const database = await createTestDatabase();
const schemaText = readFileSync(path.resolve(import.meta.dirname, '../../prisma/schema.prisma'), 'utf8');

/** A change on the database's side only, and what takes it back. */
const DRIFTS = [
  ['ALTER TABLE agencias ADD COLUMN extra text', 'ALTER TABLE agencias DROP COLUMN extra'],
  ['ALTER TABLE agencias DROP COLUMN operaciones', `ALTER TABLE agencias ADD COLUMN operaciones text NOT NULL DEFAULT ''`],
  ['ALTER TABLE agencias ALTER COLUMN latitud SET NOT NULL', 'ALTER TABLE agencias ALTER COLUMN latitud DROP NOT NULL'],
  ['ALTER TABLE unfinished_uploads ALTER COLUMN bytes TYPE integer', 'ALTER TABLE unfinished_uploads ALTER COLUMN bytes TYPE bigint'],
  ['ALTER TABLE usuarios ALTER COLUMN state SET DEFAULT false', 'ALTER TABLE usuarios ALTER COLUMN state SET DEFAULT true'],
  ['ALTER TABLE usuarios DROP CONSTRAINT usuarios_pkey', 'ALTER TABLE usuarios ADD CONSTRAINT usuarios_pkey PRIMARY KEY (id)'],
  ['CREATE TABLE sin_modelo (id text PRIMARY KEY)', 'DROP TABLE sin_modelo'],
  ['CREATE VIEW consulta.sin_modelo AS SELECT 1 AS uno', 'DROP VIEW consulta.sin_modelo'],
] as const;

/** As the reader of schema.prisma names it. */
const NAME = `CASE c.relnamespace WHEN 'public'::regnamespace THEN '' ELSE c.relnamespace::regnamespace || '.' END || c.relname`;

interface ColumnRow {
  table: string;
  column: string;
  type: string;
  required: boolean;
  default: string | null;
  identity: boolean;
}

async function readDatabase(): Promise<Record<string, Table>> {
  const columns = await database.sql.query<ColumnRow>(
    `
    SELECT ${NAME} AS "table", a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
           pg_get_expr(d.adbin, d.adrelid) AS "default", a.attidentity <> '' AS identity
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace IN ('public'::regnamespace, 'consulta'::regnamespace) AND c.relkind IN ('r', 'p', 'v', 'm') AND c.relname <> ALL ($1)
    ORDER BY 1, a.attnum`,
    [INTERNAL],
  );
  const keys = await database.sql.query<{ table: string; columns: string[] }>(`
    SELECT k.conrelid::regclass::text AS "table", array_agg(a.attname::text ORDER BY part.position) AS columns
    FROM pg_constraint k CROSS JOIN unnest(k.conkey) WITH ORDINALITY AS part (number, position)
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = part.number
    WHERE k.contype = 'p' AND k.connamespace = 'public'::regnamespace GROUP BY k.conrelid`);
  const tables: Record<string, Table> = {};
  for (const row of columns.rows) {
    const table = (tables[row.table] ??= { columns: {}, primaryKey: keys.rows.find((key) => key.table === row.table)?.columns ?? [] });
    table.columns[row.column] = {
      type: row.type,
      required: row.required,
      default: row.identity ? 'autoincrement()' : row.default === null ? null : normalizeDefault(row.default),
    };
  }
  return tables;
}

describe('schema.prisma', () => {
  it('describes the migrated tables and views: every column, type, default and key', async () => {
    const [described, migrated] = [readPrismaSchema(schemaText), await readDatabase()];
    expect(Object.keys(described).length).toBeGreaterThan(10);
    expect(described).toEqual(migrated);
  });

  it.each(DRIFTS)('is told apart from a database after %s', async (drift, undo) => {
    const described = readPrismaSchema(schemaText);
    await database.sql.query(drift);
    expect(described).not.toEqual(await readDatabase());
    await database.sql.query(undo);
    expect(described).toEqual(await readDatabase());
  });

  it.each([
    ['a field more', 'model Agency {\n', 'model Agency {\n  extra String\n'],
    ['a field less', /^ {2}telefono .*\n/m, ''],
    ['an optional field', /^( {2}nombre +)String /m, '$1String?'],
    ['another default', /@default\(true\)/, '@default(false)'],
  ])('with %s is told apart from the database', async (_what, pattern, replacement) => {
    const altered = schemaText.replace(pattern, replacement);
    expect(altered).not.toBe(schemaText);
    expect(readPrismaSchema(altered)).not.toEqual(await readDatabase());
  });

  it('is refused where the reader does not understand a line', () => {
    expect(() => readPrismaSchema('model A {\n  id String @id\n  kind Color\n\n  @@map("a")\n}\n')).toThrow(/kind Color/);
    expect(() => readPrismaSchema('model A {\n  id String @id @unique\n}\n')).toThrow(/@unique/);
    expect(() => readPrismaSchema('enum Color {\n  RED\n}\n')).toThrow(/enum Color/);
  });
});
