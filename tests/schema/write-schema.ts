import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ensurePrismaClient } from '#prisma/generate.ts';
import { migrate } from '#prisma/migrate.ts';
import { startEmbeddedPostgres } from '#server/platform/sql/embedded-postgres.ts';
import { declaredTables } from './declared-tables.ts';
import { differenceFrom } from './missing-statements.ts';
import { prismaSchema } from './prisma-models.ts';

// `npm run schema [-- name]`: writes a migration for declarations that no migration covers yet, and rewrites schema.prisma.
const PRISMA = path.resolve(import.meta.dirname, '../../prisma');
const SCHEMA = path.join(PRISMA, 'schema.prisma');

const directory = await mkdtemp(path.join(os.tmpdir(), 'portal-schema-'));
const server = await startEmbeddedPostgres({ directory, volatile: true });
const client = new pg.Client({ connectionString: server.url() });
try {
  await migrate(server.url());
  await client.connect();
  const { statements, problems } = await differenceFrom(client, declaredTables());
  if (statements.length > 0) await writeMigration(statements);
  for (const problem of problems) process.stderr.write(`To be written by hand in a migration: ${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
  await writeFile(SCHEMA, await prismaSchema(client, await readFile(SCHEMA, 'utf8')));
} finally {
  await client.end();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
ensurePrismaClient();

async function writeMigration(statements: readonly string[]): Promise<void> {
  const [, table = 'schema'] = /^(?:CREATE|ALTER) TABLE (\w+)/.exec(statements[0] ?? '') ?? [];
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = path.join(PRISMA, 'migrations', `${time}_${process.argv[2] ?? table}`);
  await mkdir(folder);
  await writeFile(path.join(folder, 'migration.sql'), `${statements.join('\n\n')}\n`);
  await migrate(server.url());
  process.stdout.write(`${path.relative(process.cwd(), folder)}/migration.sql\n`);
}
