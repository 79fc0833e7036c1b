import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { beforeAll, describe, expect, it } from 'vitest';
import { KEPT_TABLES } from '../../../backup/kept-tables.ts';
import { listBackups } from '../../../backup/write-backup.ts';
import { createEmbeddedDocumentStore } from '../../../ports/documents/embedded/embedded.ts';
import { PROJECTIONS } from '../../../registries.ts';
import { createTestIdentity } from '../../../testing/embedded-identity.ts';
import { runCommandHere } from '../../../testing/run-command-here.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { documentsOf, emptyPlace, temporaryFolder } from './testing/places.ts';

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

  it('does not come back over what is there', async () => {
    const key = path.join(await temporaryFolder(), 'clave.txt');
    await writeFile(key, await identity);
    const tried = (into: { environment: Record<string, string> }) =>
      runCommandHere(restore, ['--from', folder, '--identity', key], into.environment);
    const [documents, accounts, files] = [await emptyPlace(), await emptyPlace(), await emptyPlace()];
    const store = createEmbeddedDocumentStore({ sql: documents.sql, database: 'digitalization' });
    await store.create('PACKAGES/p1', {});
    await store.close();
    expect(await tried(documents)).toMatchObject({ code: 2, output: expect.stringContaining('«digitalization» is not empty') as string });
    await createTestIdentity(accounts.sql).identity.createAccount({ email: 'ana@prueba.coop', password: 'Clave-de-prueba-2026' });
    expect(await tried(accounts)).toMatchObject({ code: 2, output: expect.stringContaining('There are accounts already') as string });
    await mkdir(files.environment['FILES_DIR'] ?? '', { recursive: true });
    await writeFile(path.join(files.environment['FILES_DIR'] ?? '', 'central-202603-abc.pdf'), 'x');
    expect(await tried(files)).toMatchObject({ code: 2, output: expect.stringContaining('«files» is not empty') as string });
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
    'identity.ended_sessions',
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
  // The accounts are a part of their own.
  const kept: readonly string[] = [...KEPT_TABLES, 'identity.accounts'];
  expect(rows.map(({ name }) => name).filter((name) => !made.has(name) && !kept.includes(name))).toEqual(left);
});
