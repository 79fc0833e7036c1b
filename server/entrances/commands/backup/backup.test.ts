import { createHash, randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#prisma/seed/demo-data.ts';
import { ACCOUNTS_TABLE, KEPT_TABLES } from '../../../backup/kept-tables.ts';
import { listBackups } from '../../../backup/write-backup.ts';
import { createEmbeddedDocumentStore } from '../../../ports/documents/embedded/embedded.ts';
import type { Sql } from '../../../platform/sql/sql.ts';
import { PROJECTIONS } from '../../../registries.ts';
import { copyDemo } from '../../../testing/demo-copy.ts';
import { createTestIdentity } from '../../../testing/embedded-identity.ts';
import { testEnvironment } from '../../../testing/portal-processes.ts';
import { runCommandHere } from '../../../testing/run-command-here.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const removed: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const remove of removed) await remove();
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-backup-'));
  removed.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Stores that hold nothing. */
async function emptyPlace() {
  const { sql, url } = await createTestDatabase();
  const { environment, remove } = await testEnvironment(url);
  removed.push(remove);
  return { sql, environment };
}

async function filesOf(environment: Record<string, string>): Promise<Record<string, string>> {
  const directory = environment['FILES_DIR'] ?? '';
  const entries = await readdir(directory, { withFileTypes: true });
  const hash = async (name: string) =>
    [
      name,
      createHash('sha256')
        .update(await readFile(path.join(directory, name)))
        .digest('hex'),
    ] as const;
  return Object.fromEntries(await Promise.all(entries.filter((entry) => entry.isFile()).map(({ name }) => hash(name))));
}

const documentsOf = async (sql: Sql) =>
  (
    await sql.query<{ path: string; whole: string }>(
      `SELECT database || ':' || path AS path, md5(data::text || version || created_version) AS whole
       FROM documents.documents WHERE NOT deleted ORDER BY 1`,
    )
  ).rows;

describe('the demo, backed up while people write', () => {
  let folder = '';
  let from: Awaited<ReturnType<typeof copyDemo>>;
  /** Acknowledged before the backup began. */
  let before: { path: string; whole: string }[] = [];
  let written = 0;

  beforeAll(async () => {
    folder = await temporaryFolder();
    from = await copyDemo();
    removed.push(from.remove);
    await from.database.sql.query(`INSERT INTO identity.preferences (uid, theme) VALUES ('ana', 'dark')`);
    before = await documentsOf(from.database.sql);
    const store = createEmbeddedDocumentStore({ sql: from.database.sql, database: 'main' });
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        // Two that belong together: a backup has both or neither.
        const id = randomUUID();
        await store.batch(['a', 'b'].map((half) => ({ kind: 'create' as const, path: `puestos/${id}-${half}`, data: { nombre: id } })));
        written += 1;
      }
    })();
    const { code, output } = await runCommandHere(backup, ['--to', folder], from.environment);
    isOver = true;
    await writing;
    await store.close();
    expect(output).toMatch(/\d+ documents, \d+ accounts, \d+ files \(\d+ new\)/);
    expect(code).toBe(0);
  });

  it('comes back into empty stores: documents, files, accounts, preferences; read model and audit are proved', async () => {
    const into = await emptyPlace();
    const { code, output } = await runCommandHere(restore, ['--from', folder], into.environment);
    expect(output).toContain('The read model is what the documents say.');
    expect(output).toContain('The audit is whole.');
    expect(code).toBe(0);
    const restored = await documentsOf(into.sql);
    const places = new Set(restored.map(({ path: place, whole }) => `${place} ${whole}`));
    expect(before.filter(({ path: place, whole }) => !places.has(`${place} ${whole}`))).toEqual([]);
    // Of what was written meanwhile, nothing by half.
    expect(written).toBeGreaterThan(3);
    const halves = restored.map(({ path: place }) => place).filter((place) => /puestos\/.*-[ab]$/.test(place));
    expect(halves.filter((place) => place.endsWith('-a')).length).toBe(halves.filter((place) => place.endsWith('-b')).length);
    expect(await filesOf(into.environment)).toEqual(await filesOf(from.environment));
    const { rows } = await into.sql.query(`SELECT theme FROM identity.preferences WHERE uid = 'ana'`);
    expect(rows).toEqual([{ theme: 'dark' }]);
    const { identity } = createTestIdentity(into.sql);
    const signedIn = await identity.signIn({ email: 'admin@demo.coop', password: DEMO_PASSWORD, userAgent: '' });
    expect(signedIn).not.toBeNull();
    // Not over what is there.
    const again = await runCommandHere(restore, ['--from', folder], into.environment);
    expect(again).toMatchObject({ code: 2, output: expect.stringContaining('is not empty') as string });
  });

  it('takes no file twice', async () => {
    const { output } = await runCommandHere(backup, ['--to', folder], from.environment);
    expect(output).toMatch(/files \(0 new\)/);
    expect(await listBackups(folder)).toHaveLength(2);
  });
});

describe('a backup of few documents', () => {
  const identity = generateIdentity();
  let folder = '';
  let directory = '';
  let environment: Record<string, string> = {};

  beforeAll(async () => {
    const place = await emptyPlace();
    ({ environment } = place);
    folder = await temporaryFolder();
    const store = createEmbeddedDocumentStore({ sql: place.sql, database: 'main' });
    await store.create('agencias/central', { nombre: 'Agencia Central', $raro: new Date(0) });
    await store.close();
    const recipient = await identityToRecipient(await identity);
    expect(await runCommandHere(backup, ['--to', folder, '--encrypt-to', recipient], environment)).toMatchObject({ code: 0 });
    directory = (await listBackups(folder)).at(-1)?.directory ?? '';
  });

  it('is opened by who has the secret key alone', async () => {
    const names = await readdir(directory);
    for (const name of names.filter((file) => file.startsWith('documents-')))
      expect((await readFile(path.join(directory, name))).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const into = await emptyPlace();
    const withKey = async (key: string) => {
      const file = path.join(await temporaryFolder(), 'clave.txt');
      await writeFile(file, `# clave\n${key}\n`);
      return runCommandHere(restore, ['--from', folder, '--identity', file], into.environment);
    };
    expect(await runCommandHere(restore, ['--from', folder], into.environment)).toMatchObject({ code: 2 });
    expect((await withKey(await generateIdentity())).code).not.toBe(0);
    expect(await documentsOf(into.sql)).toEqual([]);
    expect(await withKey(await identity)).toMatchObject({ code: 0 });
    const { rows } = await into.sql.query<{ data: unknown }>(`SELECT data FROM documents.documents WHERE path = 'agencias/central'`);
    expect(rows[0]?.data).toMatchObject({ nombre: 'Agencia Central', $$raro: { $date: '1970-01-01T00:00:00.000Z' } });
  });

  it('that was altered, or made by a newer version, is refused before anything is written', async () => {
    const into = await emptyPlace();
    const file = path.join(directory, 'manifest.json');
    const manifest = await readFile(file, 'utf8');
    const key = path.join(await temporaryFolder(), 'clave.txt');
    await writeFile(key, await identity);
    const tried = () => runCommandHere(restore, ['--from', folder, '--identity', key], into.environment);
    await writeFile(file, manifest.replace(/"migration": "[^"]*"/, '"migration": "99990101000000_later"'));
    expect(await tried()).toMatchObject({ code: 2, output: expect.stringContaining('newer version') as string });
    await writeFile(file, manifest);
    await appendFile(path.join(directory, 'documents-main.ndjson.gz.age'), 'x');
    expect(await tried()).toMatchObject({ code: 2, output: expect.stringContaining('damaged: documents-main') as string });
    expect(await documentsOf(into.sql)).toEqual([]);
  });

  it('that is not there, or a recipient that is none, is told', async () => {
    const into = await emptyPlace();
    expect(await runCommandHere(restore, ['--from', '/nonexistent'], into.environment)).toMatchObject({ code: 2 });
    expect(await runCommandHere(backup, ['--to', folder, '--encrypt-to', 'nadie'], environment)).toMatchObject({ code: 2 });
    expect(await runCommandHere(backup, [], environment)).toMatchObject({
      code: 2,
      output: expect.stringContaining('--to FOLDER') as string,
    });
  });
});

it('knows of every table whether it is kept', async () => {
  const { sql } = await createTestDatabase();
  const { rows } = await sql.query<{ name: string }>(
    `SELECT CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const made = new Set<string>(PROJECTIONS.map(({ table }) => table));
  // Computed of rows, ends with the stores that it is for, or is found out again.
  const left = [
    '_prisma_migrations',
    'audit_state',
    'bulk_items',
    'bulk_runs',
    'checked_addresses',
    'document_totals',
    'documents.changes',
    'documents.documents',
    'documents.pruned_changes',
    'drawn_documents',
    'exports',
    'identity.rate_limits',
    'identity.reset_tokens',
    'identity.sessions',
    'read_model_runs',
    'reconcile_results',
    'report_agency_days',
    'report_file_periods',
    'report_user_periods',
    'row_totals',
    'snapshot_work',
    'sync_failures',
    'sync_ranges',
    'sync_streams',
    'unfinished_uploads',
  ];
  const kept = [...KEPT_TABLES, ACCOUNTS_TABLE] as string[];
  expect(rows.map(({ name }) => name).filter((name) => !made.has(name) && !kept.includes(name))).toEqual(left);
});
