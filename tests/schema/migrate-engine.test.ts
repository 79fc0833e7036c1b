import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '#prisma/migrate.ts';
import { createSql, type Sql } from '#server/platform/sql/sql.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { describeCatalog } from './describe-catalog.ts';
import { openMigrateEngine, readMigrations } from './migrate-engine.ts';

const ours = await createTestDatabase();
const migrations = await readMigrations();
const engine = await openMigrateEngine(ours.url, migrations);
afterAll(() => engine.close());

const UP_TO_DATE = { editedMigrationNames: [], failedMigrationNames: [], hasMigrationsTable: true, history: null };

describe('a database that our runner migrated', () => {
  it('is up to date for `prisma migrate status`, with nothing left to deploy', async () => {
    expect(await engine.status()).toEqual(UP_TO_DATE);
    expect(await engine.deploy()).toEqual([]);
  });

  it('matches schema.prisma for `prisma migrate diff`', async () => {
    expect(await engine.diff()).toBe('');
  });

  it.each([
    ['ALTER TABLE agencias ADD COLUMN extra text', 'ALTER TABLE agencias DROP COLUMN extra', 'DROP COLUMN "extra"'],
    ['DROP INDEX packages_by_code', 'CREATE INDEX packages_by_code ON packages (code)', 'CREATE INDEX "packages_by_code"'],
    ['CREATE TABLE suelta (id text PRIMARY KEY)', 'DROP TABLE suelta', 'DROP TABLE "suelta"'],
  ])('differs for `prisma migrate diff` after %s', async (drift, undo, step) => {
    await ours.sql.query(drift);
    expect(await engine.diff()).toContain(step);
    await ours.sql.query(undo);
    expect(await engine.diff()).toBe('');
  });

  it('is reported as behind when a migration is missing, and a changed file as edited', async () => {
    const [first, ...others] = migrations.migrationDirectories;
    if (!first) throw new Error('no migrations');
    const edited = { ...first, migrationFile: { ...first.migrationFile, content: { tag: 'ok' as const, value: 'SELECT 1' } } };
    const changed = await openMigrateEngine(ours.url, { ...migrations, migrationDirectories: [edited, ...others] });
    expect(await changed.status()).toMatchObject({ editedMigrationNames: [first.path] });
    await changed.close();
    const { rows } = await ours.sql.query<{ name: string }>('SELECT max(migration_name) AS name FROM _prisma_migrations');
    await ours.sql.query('UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1', [rows[0]?.name]);
    expect(await engine.status()).toMatchObject({ history: { diagnostic: 'databaseIsBehind', unappliedMigrationNames: [rows[0]?.name] } });
  });
});

describe("a database that Prisma's engine migrated", () => {
  const name = `engine_${process.pid}`;
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  let theirs: Sql;

  const asAdmin = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject('adminUrl') });
    await client.connect();
    await client.query(statement);
    await client.end();
  };

  beforeAll(async () => {
    await asAdmin(`CREATE DATABASE ${name}`);
    theirs = createSql({ url: url.href, max: 2, application: 'test', onError: () => undefined });
  });

  afterAll(async () => {
    await theirs.end();
    await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });

  it('has the same tables, columns, indexes, views, functions, triggers, comments and history as ours', async () => {
    const deployer = await openMigrateEngine(url.href, migrations);
    expect(await deployer.deploy()).toEqual(migrations.migrationDirectories.map(({ path }) => path));
    await deployer.close();
    const fresh = await createTestDatabase();
    const [made, expected] = [await describeCatalog(theirs), await describeCatalog(fresh.sql)];
    for (const [kind, objects] of Object.entries(expected))
      expect(Object.keys(objects).length, kind).toBeGreaterThan(kind === 'extensions' ? 1 : 3);
    expect(made).toEqual(expected);
  });

  it('leaves nothing for our runner to apply', async () => {
    expect(await migrate(url.href)).toEqual([]);
    const again = await openMigrateEngine(url.href, migrations);
    expect(await again.status()).toEqual(UP_TO_DATE);
    expect(await again.diff()).toBe('');
    await again.close();
  });
});
