import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Refusal } from '#server/platform/refusal.ts';
import { KEEP_ALIVE } from '#server/platform/sql/sql.ts';

/**
 * Applies prisma/migrations/<name>/migration.sql in order and records each in `_prisma_migrations` exactly as Prisma
 * does, so that `prisma migrate deploy` sees the same history. Prisma's own engine is a download that many networks
 * refuse, this needs none.
 */
const MIGRATIONS_DIRECTORY = path.join(import.meta.dirname, 'migrations');
/** The advisory lock that Prisma's engine takes: two processes that start together apply each migration once. */
const ADVISORY_LOCK_ID = 72707369;
const CONNECT_MS = 10_000;
const LOCK_MS = 1_000;
const LET_PASS_MS = 500;
const TRIES = 120;
const LOCK_NOT_AVAILABLE = '55P03';

interface Migration {
  name: string;
  script: string;
  checksum: string;
}

const CREATE_HISTORY = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY NOT NULL,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`;

const madeByOthers = (name: string) =>
  `La base de datos fue hecha con otras migraciones (${name}) y no se cambió nada. Si es de la versión 0.1.0, CHANGELOG.md dice en «0.2.0» cómo pasar sus datos a una base nueva; si no, dé una base vacía.`;

/**
 * @returns names of the migrations applied now. @throws Refusal when an applied migration's file was changed, and when there is one to apply
 * to a database that others made
 */
export async function migrate(databaseUrl: string, directory = MIGRATIONS_DIRECTORY): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_MS, ...KEEP_ALIVE });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK_ID]);
    await client.query(CREATE_HISTORY);
    const history = await client.query<{ migration_name: string; checksum: string }>(
      'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    );
    const applied = new Map(history.rows.map((row) => [row.migration_name, row.checksum]));
    const names = await migrationNames(directory);
    const unknown = [...applied.keys()].find((name) => !names.includes(name));
    const done: string[] = [];
    for (const name of names) {
      const script = await readFile(path.join(directory, name, 'migration.sql'), 'utf8');
      const checksum = createHash('sha256').update(script).digest('hex');
      const recorded = applied.get(name);
      if (recorded === undefined) {
        if (unknown !== undefined) throw new Refusal(madeByOthers(unknown));
        await apply(client, { name, script, checksum });
        done.push(name);
      } else if (recorded !== checksum) {
        throw new Refusal(`La migración ${name} se cambió después de aplicarla: ponga su archivo como estaba.`);
      }
    }
    return done;
  } finally {
    await client.end();
  }
}

/** Names of the migrations that this version has, oldest first. */
export async function migrationNames(directory = MIGRATIONS_DIRECTORY): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/**
 * A change of a table waits for those who read it, and everybody who comes after waits behind the change: processes of the version
 * before, which are at work meanwhile, would answer nobody. So it waits a second at most, lets the others pass, and tries again.
 */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; !(await applied(client, migration, tries >= TRIES)); tries += 1) await pause(LET_PASS_MS);
}

/** @returns false when it did not get what it has to lock. @throws when it failed, or `isLast` and it did not get it either */
async function applied(client: pg.Client, migration: Migration, isLast: boolean): Promise<boolean> {
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
    await client.query(migration.script);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('COMMIT');
    return true;
  } catch (error) {
    // A lost connection has rolled back already; what failed is the migration.
    await client.query('ROLLBACK').catch(() => undefined);
    if (!isLast && error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
    throw new Error(`Migration ${migration.name} failed`, { cause: error });
  }
}
