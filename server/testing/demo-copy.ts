import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { normalizeForSearch } from '../domain/normalize.ts';
import { createSql, inTransaction, type Sql } from '../platform/sql/sql.ts';
import { fragment, identifier, toQuery, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { fillWithDemo } from './demo-database.ts';
import { TEMPLATE_DATABASE } from './global-setup.ts';
import { testEnvironment } from './portal-processes.ts';
import { asAdmin, copyOf, createTestDatabase, urlOfDatabase, type TestDatabase } from './test-database.ts';

const TEMPLATE = 'portal_demo';
const BEGUN = 'portal_demo_begun';
/** Key of an advisory lock; no other lock of the cluster may use it. */
const LOCK = 20_261_119;
/** PUBLIC_URL of the portal whose data the template holds. */
const TEMPLATE_URL = 'http://portal-of-the-template.test';
/**
 * Prefix of its pictures' addresses, which every copy replaces by its own. Other files are found by the last part of their address alone.
 */
const MEDIA = `${TEMPLATE_URL}/media/`;
/** The same prefix, normalized as in search columns. */
const SEARCHED = normalizeForSearch(MEDIA);

interface DemoCopy {
  database: TestDatabase;
  environment: Record<string, string>;
  remove: () => Promise<void>;
}

interface TextColumn {
  schema: string;
  table: string;
  column: string;
  type: string;
}

/**
 * A copy of the demo's database and file store, for a portal on a port of its own. The demo is made once per run, by the first file that
 * needs it: that takes twelve seconds of CPU, a copy one.
 */
export async function copyDemo(): Promise<DemoCopy> {
  await makeTemplateOnce();
  const database = await createTestDatabase(TEMPLATE);
  const { environment, remove } = await testEnvironment(database.url);
  try {
    await cp(path.join(inject('demoDirectory'), 'files'), environment['FILES_DIR'] ?? '', { recursive: true });
    await replaceAddress(database.sql, environment['PUBLIC_URL'] ?? '');
  } catch (error) {
    await remove();
    throw error;
  }
  return { database, environment, remove };
}

async function makeTemplateOnce(): Promise<void> {
  await asAdmin(async (client) => {
    // Held until the connection ends: other processes wait for the first.
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rowCount) return;
    // The template gets its final name last, so an interrupted attempt leaves only this one.
    await client.query(`DROP DATABASE IF EXISTS ${BEGUN} WITH (FORCE)`);
    await rm(path.join(inject('demoDirectory'), 'files'), { recursive: true, force: true });
    await client.query(copyOf(BEGUN, TEMPLATE_DATABASE));
    await fillTemplate();
    await client.query(`ALTER DATABASE ${BEGUN} RENAME TO ${TEMPLATE}`);
  });
}

async function fillTemplate(): Promise<void> {
  const url = urlOfDatabase(BEGUN);
  const { environment, remove } = await testEnvironment(url, {
    PUBLIC_URL: TEMPLATE_URL,
    FILES_DIR: path.join(inject('demoDirectory'), 'files'),
  });
  await remove();
  await fillWithDemo(environment);
  const sql = createSql({ url, max: 1, application: 'test', onError: () => undefined });
  try {
    await writeFile(columnsFile(), JSON.stringify(await columnsWithAddress(sql)));
    // Copies inherit the planner's statistics.
    await sql.query('VACUUM (ANALYZE)');
  } finally {
    await sql.end();
  }
}

const columnsFile = () => path.join(inject('demoDirectory'), 'columns.json');
const address = (column: string): SqlFragment =>
  fragment`(position(${MEDIA} IN ${identifier(column)}::text) > 0 OR position(${SEARCHED} IN ${identifier(column)}::text) > 0)`;
const tableOf = ({ schema, table }: TextColumn): SqlFragment => fragment`${identifier(schema)}.${identifier(table)}`;

/** Computed once for the template: most text columns never hold an address. */
async function columnsWithAddress(sql: Sql): Promise<TextColumn[]> {
  const { rows } = await sql.query<TextColumn>(
    `SELECT n.nspname AS schema, c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       AND n.nspname NOT IN ('pg_catalog', 'information_schema')
       AND format_type(a.atttypid, NULL) IN ('text', 'text[]', 'character varying', 'json', 'jsonb')`,
  );
  const holding: TextColumn[] = [];
  for (const row of rows) {
    const found = await sql.query(toQuery(fragment`SELECT 1 FROM ${tableOf(row)} WHERE ${address(row.column)} LIMIT 1`));
    if (found.rowCount) holding.push(row);
  }
  return holding;
}

/** Without triggers: nothing really changed, so no notification must be sent. */
async function replaceAddress(sql: Sql, publicUrl: string): Promise<void> {
  const columns = JSON.parse(await readFile(columnsFile(), 'utf8')) as TextColumn[];
  const own = `${publicUrl}/media/`;
  await inTransaction(sql, async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    for (const entry of columns) {
      const column = identifier(entry.column);
      const replaced = fragment`replace(replace(${column}::text, ${MEDIA}, ${own}), ${SEARCHED}, ${normalizeForSearch(own)})::${trusted(entry.type)}`;
      await client.query(toQuery(fragment`UPDATE ${tableOf(entry)} SET ${column} = ${replaced} WHERE ${address(entry.column)}`));
    }
  });
}
