import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { errorCode } from '#server/platform/error-code.ts';
import { asAdmin, createTestDatabase, urlOfDatabase } from '#server/testing/test-database.ts';
import { grantAppAccess } from './app-role.ts';
import { migrate } from './migrate.ts';

const database = await createTestDatabase();

it('applies nothing to a database that is up to date', async () => {
  expect(await migrate(database.url)).toEqual([]);
});

it('records each migration as Prisma does', async () => {
  const { rows } = await database.sql.query<{ migration_name: string; steps: number }>(
    'SELECT migration_name, applied_steps_count AS steps FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1',
  );
  expect(rows[0]).toEqual({ migration_name: '20261125000000_documents', steps: 1 });
});

it('accepts a database that is ahead, and refuses one made by other migrations', async () => {
  const ahead = await createTestDatabase();
  await ahead.sql.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', '', '20991231000000_later', now())`,
  );
  expect(await migrate(ahead.url)).toEqual([]);
  await ahead.sql.query(`DELETE FROM _prisma_migrations WHERE migration_name = '20261125000090_consulta'`);
  await expect(migrate(ahead.url)).rejects.toThrow('20991231000000_later');
});

it('does not block readers while it waits for an open read', async () => {
  const { sql, url } = await createTestDatabase();
  const directory = await mkdtemp(path.join(os.tmpdir(), 'portal-migrations-'));
  const reader = await sql.connect();
  try {
    await cp(path.join(import.meta.dirname, 'migrations'), directory, { recursive: true });
    await mkdir(path.join(directory, '99999999000000_more'));
    await writeFile(path.join(directory, '99999999000000_more', 'migration.sql'), `ALTER TABLE agencias ADD COLUMN more text`);
    await reader.query('BEGIN');
    await reader.query('SELECT FROM agencias');
    const migrating = migrate(url, directory);
    const waits = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'agencias'::regclass`;
    await vi.waitFor(async () => expect((await sql.query(waits)).rowCount).toBe(1), { timeout: 20_000, interval: 20 });
    // It comes behind the change, and is answered while the first is still reading.
    await sql.query('SELECT FROM agencias');
    await reader.query('COMMIT');
    expect(await migrating).toEqual(['99999999000000_more']);
  } finally {
    reader.release();
    await rm(directory, { recursive: true, force: true });
  }
});

it('refuses a history whose migration file was changed afterwards', async () => {
  await database.sql.query(`UPDATE _prisma_migrations SET checksum = 'other'`);
  await expect(migrate(database.url)).rejects.toThrow('se cambió después de aplicarla');
});

it('creates an app account that reads and writes rows, owns nothing and cannot change the audit', async () => {
  const role = `app_${randomBytes(4).toString('hex')}`;
  const own = new URL(urlOfDatabase(role));
  // As docs/operacion.md makes the owner: createuser --createrole, createdb --owner.
  [own.username, own.password] = [`${role}_owner`, 'owner'];
  await asAdmin(async (client) => {
    await client.query(`CREATE ROLE ${role}_owner LOGIN CREATEROLE PASSWORD 'owner'`);
    await client.query(`CREATE DATABASE ${role} OWNER ${role}_owner`);
  });
  await migrate(own.href);
  const address = new URL(own);
  address.username = role;
  address.password = `it's secret`;
  const [owner, app] = [new pg.Client({ connectionString: own.href }), new pg.Client({ connectionString: address.href })];
  await owner.connect();
  const statements = vi.spyOn(owner, 'query');
  await expect(grantAppAccess(owner, own.href)).rejects.toThrow('debe nombrar otra cuenta');
  expect([await grantAppAccess(owner, address.href), await grantAppAccess(owner, address.href)]).toEqual([role, role]);
  // PostgreSQL logs a statement that fails.
  expect(statements.mock.calls.filter(([text]) => String(text).includes('secret'))).toEqual([]);
  await app.connect();
  const codeOf = (statement: string) => app.query(statement).then(() => '', errorCode);
  const document = (path: string) =>
    `INSERT INTO documents.documents (database, path, collection, collection_group, data, created_version, version) VALUES ('main', '${path}', split_part('${path}', '/', 1), split_part('${path}', '/', 1), '{}', 1, 1)`;
  try {
    for (const done of [
      `INSERT INTO agencias (id, nombre, "createdAt", source_version) VALUES ('norte', 'Norte', now(), 1)`,
      ...['agencias/norte', 'auditoria/uno', 'auditoria_sellos/uno'].map(document),
      `UPDATE documents.documents SET version = 2 WHERE path = 'agencias/norte'`,
      `DELETE FROM agencias`,
      `SELECT count(*) FROM consulta.agencias`,
      `SELECT pg_advisory_xact_lock(1), pg_advisory_xact_lock_shared(2)`,
      `BEGIN; LOCK TABLE eventos_archivos IN SHARE ROW EXCLUSIVE MODE; COMMIT`,
    ])
      expect([done, await codeOf(done)]).toEqual([done, '']);
    for (const refused of [
      'DROP TABLE agencias',
      'ALTER TABLE agencias ADD COLUMN x text',
      'ALTER TABLE documents.documents DISABLE TRIGGER documents_audit_stays',
      'TRUNCATE documents.documents',
      'CREATE TABLE public.mine (id text)',
      'CREATE SCHEMA mine',
      'DROP SCHEMA consulta',
      'CREATE ROLE mine',
      'DELETE FROM _prisma_migrations',
      'SET session_replication_role = replica',
      ...['auditoria', 'auditoria_sellos'].flatMap((collection) => [
        `UPDATE documents.documents SET data = '{"a":1}' WHERE collection = '${collection}'`,
        `UPDATE documents.documents SET deleted = true WHERE collection = '${collection}'`,
        `DELETE FROM documents.documents WHERE collection = '${collection}'`,
      ]),
    ])
      expect([refused, await codeOf(refused)]).toEqual([refused, '42501']);
  } finally {
    await app.end();
    await owner.end();
    await asAdmin(async (client) => {
      await client.query(`DROP DATABASE ${role} WITH (FORCE)`);
      for (const name of [role, `${role}_owner`]) await client.query(`DROP ROLE ${name}`);
    });
  }
});
