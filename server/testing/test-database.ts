import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createPrisma, type PrismaOnDemand } from '../platform/prisma-client.ts';
import { createSql, type Sql } from '../platform/sql.ts';
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
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runAsAdmin(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const sql = createSql({ url: url.href, max: 10, application: 'test', onError: () => undefined });
  const prisma = createPrisma(sql);
  afterFile(async () => {
    await prisma.close();
    await sql.end();
    await runAsAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  return { url: url.href, sql, prisma };
}

async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
