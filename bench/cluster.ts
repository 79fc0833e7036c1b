import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrate } from '#prisma/migrate.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { createSql, type Sql } from '#server/platform/sql.ts';

/** A throw-away, migrated PostgreSQL for one group of figures; gone afterwards, also when the work fails. */
export async function withCluster<Result>(work: (cluster: { url: string; sql: Sql }) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'portal-bench-'));
  const server = await startEmbeddedPostgres({
    directory,
    volatile: true,
    settings: ['shared_buffers=1GB', 'work_mem=16MB', 'maintenance_work_mem=512MB', 'max_wal_size=4GB'],
  });
  try {
    await migrate(server.url());
    const sql = createSql({ url: server.url(), max: 8, application: 'bench', onError: () => undefined });
    try {
      return await work({ url: server.url(), sql });
    } finally {
      await sql.end();
    }
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
