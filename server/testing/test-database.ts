import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createPrisma, type PrismaOnDemand } from '../platform/sql/prisma-client.ts';
import { createSql, type Sql } from '../platform/sql/sql.ts';
import { TEMPLATE_DATABASE } from './global-setup.ts';
import { afterFile } from './after-file.ts';

export interface TestDatabase {
  url: string;
  sql: Sql;
  prisma: PrismaOnDemand;
}

/**
 * A fresh, migrated database of its own for the calling test file (or test), dropped after the file.
 * Cloning the template takes some tens of milliseconds.
 */
export async function createTestDatabase(template: string = TEMPLATE_DATABASE): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin((client) => client.query(copyOf(name, template)));
  const url = urlOfDatabase(name);
  const sql = createSql({ url, max: 10, application: 'test', onError: () => undefined });
  const prisma = createPrisma(sql);
  afterFile(async () => {
    await prisma.close();
    await sql.end();
    await asAdmin((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  });
  return { url, sql, prisma };
}

/** Statement that copies a database file by file: the default strategy, through the WAL, takes five times as long for the demo. */
export const copyOf = (name: string, template: string): string => `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`;

/** Connection string of a database of the run's cluster. */
export function urlOfDatabase(name: string): string {
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs the work on a new connection to the cluster's `postgres` database. */
export async function asAdmin<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: inject('adminUrl') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
