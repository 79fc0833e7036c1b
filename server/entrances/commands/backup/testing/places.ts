import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Sql } from '../../../../platform/sql/sql.ts';
import { afterFile } from '../../../../testing/after-file.ts';
import { testEnvironment } from '../../../../testing/portal-processes.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-backup-'));
  afterFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Empty stores. @param overrides of the environment */
export async function emptyPlace(overrides: Record<string, string> = {}) {
  const { sql, url } = await createTestDatabase();
  const { environment, remove } = await testEnvironment(url, overrides);
  afterFile(remove);
  return { sql, environment };
}

/** Each document with a hash of its contents. */
export async function documentsOf(sql: Sql): Promise<{ path: string; whole: string }[]> {
  const { rows } = await sql.query<{ path: string; whole: string }>(
    `SELECT database || ':' || path AS path, md5(data::text || version || created_version) AS whole
     FROM documents.documents WHERE NOT deleted ORDER BY 1`,
  );
  return rows;
}
