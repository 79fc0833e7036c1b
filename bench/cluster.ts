import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '#prisma/migrate.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/sql/embedded-postgres.ts';
import { createSql, type Sql } from '#server/platform/sql/sql.ts';

export interface Database {
  url: string;
  sql: Sql;
}

/** Data that several groups start from: filled once per run and copied for each group. */
export interface Template {
  /** Name of its database. */
  name: string;
  /** Template that it builds on; by default the portal's empty tables. */
  from?: Template;
  fill: (database: Database) => Promise<void>;
}

const EMPTY_TABLES = 'portal';

let server: Promise<EmbeddedPostgres> | null = null;
const filled = new Map<string, Promise<void>>();
let copies = 0;

/**
 * A throw-away database for one group of figures, with the portal's empty tables or a copy of `template`; dropped afterwards, also when the
 * work fails. All databases are in one PostgreSQL cluster, started on first use.
 */
export async function withDatabase<Result>(work: (database: Database) => Promise<Result>, template?: Template): Promise<Result> {
  copies += 1;
  const name = `copy_${copies}`;
  await createDatabase(name, template);
  try {
    return await withSql(name, work);
  } finally {
    await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
  }
}

/** Stops this run's PostgreSQL if it was started; its folder is removed by the owner of the temporary folder. */
export async function stopCluster(): Promise<void> {
  const started = await server?.catch(() => null);
  await started?.stop();
}

async function createDatabase(name: string, template: Template | undefined): Promise<void> {
  if (template) await fillOnce(template);
  // Copies files: PostgreSQL's default strategy would first write all of a large template into the WAL.
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template?.name ?? EMPTY_TABLES} STRATEGY file_copy`);
}

function fillOnce(template: Template): Promise<void> {
  const fill = async () => {
    await createDatabase(template.name, template.from);
    await withSql(template.name, template.fill);
  };
  const filling = filled.get(template.name) ?? fill();
  filled.set(template.name, filling);
  return filling;
}

async function withSql<Result>(name: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const url = (await startOnce()).url(name);
  const sql = createSql({ url, max: 8, application: 'bench', onError: () => undefined });
  try {
    return await work({ url, sql });
  } finally {
    await sql.end();
  }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: (await startOnce()).url('postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function startOnce(): Promise<EmbeddedPostgres> {
  return (server ??= start());
}

async function start(): Promise<EmbeddedPostgres> {
  const started = await startEmbeddedPostgres({
    directory: await mkdtemp(path.join(os.tmpdir(), 'postgres-')),
    volatile: true,
    settings: ['shared_buffers=1GB', 'work_mem=16MB', 'maintenance_work_mem=512MB', 'max_wal_size=4GB'],
  });
  try {
    await migrate(started.url(EMPTY_TABLES));
  } catch (error) {
    await started.stop();
    throw error;
  }
  return started;
}
