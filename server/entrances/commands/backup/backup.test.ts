import { appendFile, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { beforeAll, describe, expect, it } from 'vitest';
import { readBackupState } from '../../../backup/backup-state.ts';
import { BACKED_UP_TABLES } from '../../../backup/backed-up-tables.ts';
import { makeBackup } from '../../../backup/make-backup.ts';
import { MANIFEST } from '../../../backup/manifest.ts';
import { openPlaces } from '../../../backup/places.ts';
import { retainedBackups } from '../../../backup/prune-backups.ts';
import { listBackups } from '../../../backup/write-backup.ts';
import { loadConfig } from '../../../config/config.ts';
import { readFactors, renewRecoveryCodes, storeFactor, consumeRecoveryCode } from '../../../features/account/stored-factors.ts';
import { makeBackups, lastNight } from '../../../features/operations/make-backups.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createSql } from '../../../platform/sql/sql.ts';
import { acquireLease } from '../../../ports/queue/work-leases.ts';
import { createEmbeddedDocumentStore } from '../../../ports/documents/embedded/embedded.ts';
import { PROJECTIONS } from '../../../registries.ts';
import { createTestIdentity } from '../../../testing/embedded-identity.ts';
import { runCommandHere } from '../../../testing/run-command-here.ts';
import { someServices } from '../../../testing/some-services.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { documentsOf, emptyPlace, temporaryFolder } from './testing/places.ts';

describe('an encrypted backup of a few documents', () => {
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
    const files = environment['FILES_DIR'] ?? '';
    await mkdir(files, { recursive: true });
    await writeFile(path.join(files, 'central-202603-abc.pdf'), 'x');
    const recipient = await identityToRecipient(await identity);
    expect(await runCommandHere(backup, ['--to', folder, '--encrypt-to', recipient], environment)).toMatchObject({ code: 0 });
    directory = (await listBackups(folder)).at(-1)?.directory ?? '';
  });

  it('is refused inside FILES_DIR, the folder that it backs up, and in a folder that the portal serves', async () => {
    const inside = path.join(environment['FILES_DIR'] ?? '', 'respaldos');
    const refused = await runCommandHere(backup, ['--to', inside], environment);
    expect(refused).toEqual({ code: 2, output: expect.stringContaining('está dentro de FILES_DIR') as string });
    expect((await readdir(environment['FILES_DIR'] ?? '')).sort()).toEqual(['.portal', 'central-202603-abc.pdf']);
    const served = await runCommandHere(backup, ['--to', path.join('public', 'respaldos')], environment);
    expect(served).toEqual({ code: 2, output: expect.stringContaining('un servidor web entrega todo') as string });
    expect(await readdir('public')).not.toContain('respaldos');
  });

  it('is made in BACKUP_DIR for the keys of BACKUP_ENCRYPT_TO, and only the account of the portal may read it', async () => {
    const configured = {
      ...environment,
      BACKUP_DIR: path.join(await temporaryFolder(), 'respaldos'),
      BACKUP_ENCRYPT_TO: await identityToRecipient(await identity),
    };
    expect(await runCommandHere(backup, [], configured)).toMatchObject({ code: 0, output: expect.stringContaining('Cifrado') as string });
    const entries = await readdir(configured.BACKUP_DIR, { recursive: true, withFileTypes: true });
    const modes = entries.map(async (entry) => {
      const { mode } = await stat(path.join(entry.parentPath, entry.name));
      return `${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`;
    });
    expect(new Set(await Promise.all(modes))).toEqual(new Set(['folder 700', 'file 600']));
    expect(entries.filter(({ name }) => name.endsWith('.age')).length).toBeGreaterThan(3);
  });

  it('is restored only with its secret key', async () => {
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
    expect(await withKey(await generateIdentity())).toEqual({
      code: 2,
      output: `Ninguna clave secreta dada abre este respaldo: se cifró para ${await identityToRecipient(await identity)}\n`,
    });
    expect(await withKey('una clave')).toEqual({
      code: 2,
      output: 'Una línea dada como clave secreta de age no lo es (AGE-SECRET-KEY-1…)\n',
    });
    const noFile = await runCommandHere(restore, ['--from', folder, '--identity', path.join(folder, 'no-key')], into.environment);
    expect(noFile).toMatchObject({
      code: 2,
      output: expect.stringMatching(/^No se puede leer el archivo de --identity: ENOENT: .*\n$/) as string,
    });
    expect(await documentsOf(into.sql)).toEqual([]);
    expect(await withKey(await identity)).toMatchObject({ code: 0 });
    const { rows } = await into.sql.query<{ data: unknown }>(`SELECT data FROM documents.documents WHERE path = 'agencias/central'`);
    expect(rows[0]?.data).toMatchObject({ nombre: 'Agencia Central', $$raro: { $date: '1970-01-01T00:00:00.000Z' } });
  });

  it('encrypts files again for a new key, also those copied in clear or for another key, and prunes what no backup needs', async () => {
    const place = await emptyPlace({ BACKUP_KEEP: '1,0,0' });
    const [to, files] = [await temporaryFolder(), place.environment['FILES_DIR'] ?? ''];
    await mkdir(files, { recursive: true });
    await writeFile(path.join(files, 'central-202603-abc.pdf'), 'x');
    const keys = [await generateIdentity(), await generateIdentity()];
    const [first = '', second = ''] = await Promise.all(keys.map(identityToRecipient));
    const keyFile = async (...lines: string[]) => {
      const file = path.join(await temporaryFolder(), 'clave.txt');
      await writeFile(file, lines.join('\n'));
      return file;
    };
    const blobs = async () => {
      const entries = await readdir(path.join(to, 'files'), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => path.extname(name));
    };
    const save = async (...args: string[]) => {
      expect(await runCommandHere(backup, ['--to', to, ...args], place.environment)).toMatchObject({ code: 0 });
      return (await listBackups(to)).at(-1)?.directory ?? '';
    };
    await save();
    await save('--encrypt-to', first);
    const directory = await save('--encrypt-to', second, '--prune');
    expect(await blobs()).toEqual([expect.stringMatching(/^\.age-[0-9a-f]+$/)]);
    const into = await emptyPlace();
    const restoring = async (...lines: string[]) =>
      runCommandHere(restore, ['--from', to, '--identity', await keyFile(...lines)], into.environment);

    // As older versions did: for all keys under one name, so that a new key did not open what had been there.
    const manifest = await readFile(path.join(directory, MANIFEST), 'utf8');
    await writeFile(path.join(directory, MANIFEST), manifest.replace(/,\s*"suffix": "[^"]*"/, ''));
    const old = await temporaryFolder();
    await runCommandHere(backup, ['--to', old, '--encrypt-to', first], place.environment);
    const blobOf = async (folder: string) => {
      const entries = await readdir(path.join(folder, 'files'), { recursive: true, withFileTypes: true });
      const [found] = entries.filter((entry) => entry.isFile());
      return path.join(found?.parentPath ?? '', found?.name ?? '');
    };
    const blob = await blobOf(to);
    await cp(await blobOf(old), blob.replace(/\.age.*$/, '.age'));
    expect(await restoring(keys[1] ?? '')).toEqual({ code: 2, output: expect.stringContaining('1 archivo de este respaldo') as string });
    expect(await documentsOf(into.sql)).toEqual([]);
    await writeFile(path.join(directory, MANIFEST), manifest);
    expect(await restoring(keys[1] ?? '')).toMatchObject({ code: 0 });
    expect(await readFile(path.join(into.environment['FILES_DIR'] ?? '', 'central-202603-abc.pdf'), 'utf8')).toBe('x');
  });

  it('is restored and creates the database role of web and worker, without a previous migrate', async () => {
    const into = await emptyPlace();
    const key = path.join(await temporaryFolder(), 'clave.txt');
    await writeFile(key, await identity);
    const address = new URL(into.environment['DATABASE_URL'] ?? '');
    const role = `restored_${process.pid}`;
    [address.username, address.password] = [role, 'a-password'];
    const owned = { ...into.environment, DATABASE_URL: address.href, DATABASE_OWNER_URL: into.environment['DATABASE_URL'] };
    try {
      expect(await runCommandHere(restore, ['--from', folder, '--identity', key], owned)).toMatchObject({ code: 0 });
    } finally {
      await into.sql.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  it('is not restored over existing documents, accounts or files', async () => {
    const key = path.join(await temporaryFolder(), 'clave.txt');
    await writeFile(key, await identity);
    const tried = (into: { environment: Record<string, string> }) =>
      runCommandHere(restore, ['--from', folder, '--identity', key], into.environment);
    const [documents, accounts, files] = [await emptyPlace(), await emptyPlace(), await emptyPlace()];
    const store = createEmbeddedDocumentStore({ sql: documents.sql, database: 'digitalization' });
    await store.create('PACKAGES/p1', {});
    await store.close();
    expect(await tried(documents)).toMatchObject({
      code: 2,
      output: expect.stringMatching(/«digitalization» no está vacío: dé una base y una carpeta/) as string,
    });
    await createTestIdentity(accounts.sql).identity.createAccount({ email: 'ana@prueba.coop', password: 'Clave-de-prueba-2026' });
    expect(await tried(accounts)).toMatchObject({ code: 2, output: expect.stringContaining('Ya hay cuentas') as string });
    await mkdir(files.environment['FILES_DIR'] ?? '', { recursive: true });
    await writeFile(path.join(files.environment['FILES_DIR'] ?? '', 'central-202603-abc.pdf'), 'x');
    expect(await tried(files)).toMatchObject({ code: 2, output: expect.stringContaining('«files» no está vacío') as string });
  });

  it('is not restored while another process of the portal is connected or a worker still holds its lease', async () => {
    const key = path.join(await temporaryFolder(), 'clave.txt');
    await writeFile(key, await identity);
    const into = await emptyPlace();
    const tried = () => runCommandHere(restore, ['--from', folder, '--identity', key], into.environment);
    const running = createSql({
      url: into.environment['DATABASE_URL'] ?? '',
      max: 1,
      application: 'portal worker',
      onError: () => undefined,
    });
    await running.query('SELECT 1');
    expect(await tried()).toEqual({ code: 2, output: expect.stringContaining('El portal está en marcha (worker)') as string });
    await running.end();
    await into.sql.query(`INSERT INTO sync_streams (name, holder, lease_until) VALUES ('main/*', 'w', now() + interval '1 minute')`);
    expect(await tried()).toEqual({ code: 2, output: expect.stringContaining('El portal está en marcha (worker)') as string });
    expect(await documentsOf(into.sql)).toEqual([]);
  });

  it('is refused before anything is written when it is altered, incomplete or from a newer version', async () => {
    const into = await emptyPlace();
    const file = path.join(directory, 'manifest.json');
    const manifest = await readFile(file, 'utf8');
    const key = path.join(await temporaryFolder(), 'clave.txt');
    await writeFile(key, await identity);
    const tried = () => runCommandHere(restore, ['--from', folder, '--identity', key], into.environment);
    await writeFile(file, manifest.replace(/"migration": "[^"]*"/, '"migration": "99990101000000_later"'));
    expect(await tried()).toMatchObject({ code: 2, output: expect.stringContaining('versión más nueva') as string });
    await writeFile(file, manifest);
    await rename(path.join(folder, 'files'), path.join(folder, 'elsewhere'));
    expect(await tried()).toMatchObject({ code: 2, output: expect.stringContaining('está dañado: 1 archivo suyo no está') as string });
    await rename(path.join(folder, 'elsewhere'), path.join(folder, 'files'));
    await appendFile(path.join(directory, 'documents-main.ndjson.gz.age'), 'x');
    expect(await tried()).toMatchObject({ code: 2, output: expect.stringContaining('está dañado: documents-main') as string });
    expect(await documentsOf(into.sql)).toEqual([]);
  });

  it('is refused with exit code 2 when the folder is missing or the recipient is invalid', async () => {
    const into = await emptyPlace();
    expect(await runCommandHere(restore, ['--from', '/nonexistent'], into.environment)).toMatchObject({ code: 2 });
    expect(await runCommandHere(backup, ['--to', folder, '--encrypt-to', 'nadie'], environment)).toEqual({
      code: 2,
      output: '«nadie» no es una clave pública de age (age1…)\n',
    });
    expect(await runCommandHere(backup, ['--to', folder, '--encrypt-to'], environment)).toMatchObject({
      code: 2,
      output: expect.stringMatching(/^Falta el valor de --encrypt-to\.\n\nnpm run backup/) as string,
    });
    for (const noFolder of [path.join(directory, MANIFEST), '/proc/respaldos'])
      expect(await runCommandHere(backup, ['--to', noFolder], environment)).toMatchObject({
        code: 2,
        output: expect.stringMatching(
          new RegExp(`^No se hizo ningún respaldo: no se puede escribir en ${noFolder} \\(E\\w+: .*\\)\\. Los anteriores quedan .*\\n$`),
        ) as string,
      });
    expect(await runCommandHere(backup, [], environment)).toMatchObject({
      code: 2,
      output: expect.stringContaining('dé --to CARPETA o BACKUP_DIR') as string,
    });
  });
});

it('restores second factors and recovery codes without sessions, and reports those that FACTOR_KEY cannot open', async () => {
  const FACTOR_KEY = 'la-clave-de-los-segundos-factores-de-prueba';
  const [from, into, other] = [
    await emptyPlace({ FACTOR_KEY }),
    await emptyPlace({ FACTOR_KEY }),
    await emptyPlace({ FACTOR_KEY: `${FACTOR_KEY}-otra` }),
  ];
  const factorsOf = ({ sql, environment }: typeof from) => ({ config: loadConfig(environment), sql });
  const accounts = createTestIdentity(from.sql).identity;
  const { uid } = await accounts.createAccount({ email: 'ana@prueba.coop', password: 'Clave-de-prueba-2026' });
  const session = await accounts.openSession({ uid, userAgent: '' });
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  await storeFactor(factorsOf(from), { uid, kind: 'code', name: 'Teléfono', secret, credentialId: null, counter: 7 });
  const [code = ''] = await renewRecoveryCodes(factorsOf(from), uid);
  const folder = await temporaryFolder();
  expect(await runCommandHere(backup, ['--to', folder], from.environment)).toMatchObject({ code: 0 });
  const directory = (await listBackups(folder)).at(-1)?.directory ?? '';
  const parts = await Promise.all((await readdir(directory)).map((name) => readFile(path.join(directory, name))));
  const written = parts.map((part) => (part[0] === 0x1f ? gunzipSync(part) : part).toString()).join('\n');
  expect([secret, code, session?.sessionToken ?? '?'].filter((kept) => written.includes(kept))).toEqual([]);

  const restored = await runCommandHere(restore, ['--from', folder], into.environment);
  expect([restored.code, restored.output.includes('FACTOR_KEY')]).toEqual([0, false]);
  expect(await readFactors(factorsOf(into), { uid })).toMatchObject([{ uid, name: 'Teléfono', secret, counter: 7 }]);
  expect([await consumeRecoveryCode(factorsOf(into), uid, code), await consumeRecoveryCode(factorsOf(into), uid, code)]).toEqual([
    true,
    false,
  ]);
  const again = createTestIdentity(into.sql).identity;
  expect([await again.verifySession(session?.sessionToken ?? ''), await again.listSessions(uid)]).toEqual([null, []]);

  const elsewhere = await runCommandHere(restore, ['--from', folder], other.environment);
  expect(elsewhere.output).toContain('1 segundo factor que volvió no se abre con esta FACTOR_KEY');
  expect(await readFactors(factorsOf(other), { uid })).toMatchObject([{ secret: '' }]);
});

describe('nightly backups', () => {
  const work = async (
    place: Awaited<ReturnType<typeof emptyPlace>>,
    overrides: Record<string, string>,
    signal = new AbortController().signal,
  ) => {
    const { limits: _limits, ...config } = loadConfig({ ...place.environment, ...overrides });
    const log = createLog({ level: 'silent', process: 'test' });
    await makeBackups({ payload: {}, services: someServices({ config, sql: place.sql }), log, signal });
  };

  it('are made once a night by the first worker, and recorded in the state', async () => {
    const place = await emptyPlace();
    await work(place, {});
    expect(await readBackupState(place.sql)).toMatchObject({ folder: '', moment: null });
    const folder = path.join(await temporaryFolder(), 'respaldos');
    await work(place, { BACKUP_DIR: folder });
    await work(place, { BACKUP_DIR: folder });
    const [made, ...others] = await listBackups(folder);
    expect(others).toEqual([]);
    expect(await readBackupState(place.sql)).toMatchObject({
      folder,
      kept: 1,
      moment: new Date(made?.manifest.moment ?? 0),
      failedAt: null,
    });
    expect(lastNight(new Date('2026-11-26T06:59:00Z'))).toEqual(new Date('2026-11-25T07:00:00Z'));
    expect(lastNight(new Date('2026-11-26T07:00:00Z'))).toEqual(new Date('2026-11-26T07:00:00Z'));
  });

  it('record a folder that cannot be written, and are not started when the worker is stopping', async () => {
    const place = await emptyPlace();
    const folder = await temporaryFolder();
    await work(place, { BACKUP_DIR: folder }, AbortSignal.abort());
    expect(await readdir(folder)).toEqual([]);
    expect(await readBackupState(place.sql)).toMatchObject({ failedAt: null });
    const file = path.join(folder, 'archivo');
    await writeFile(file, '');
    await work(place, { BACKUP_DIR: file });
    expect(await readBackupState(place.sql)).toMatchObject({ failure: expect.stringContaining('EEXIST') as string });
    await work(place, { BACKUP_DIR: path.join(folder, 'bueno') });
    expect(await readBackupState(place.sql)).toMatchObject({ failedAt: null, kept: 1 });
  });

  it('record a key that is none, as a failure of the backup', async () => {
    const place = await emptyPlace();
    const { limits: _limits, ...config } = loadConfig({ ...place.environment, BACKUP_DIR: await temporaryFolder() });
    const mistyped = { ...config, backup: { ...config.backup, recipients: ['age1nadie'] } };
    const log = createLog({ level: 'silent', process: 'test' });
    const services = someServices({ config: mistyped, sql: place.sql });
    await makeBackups({ payload: {}, services, log, signal: new AbortController().signal });
    expect(await readBackupState(place.sql)).toMatchObject({ failure: '«age1nadie» no es una clave pública de age (age1…)' });
  });

  it('fail without the disk of the files, and for a day when files that documents name are lost', async () => {
    const place = await emptyPlace();
    const folder = await temporaryFolder();
    const files = place.environment['FILES_DIR'] ?? '';
    const run = () => runCommandHere(backup, ['--to', folder], place.environment);
    const store = createEmbeddedDocumentStore({ sql: place.sql, database: 'digitalization' });
    const keys = ['a', 'b'].map((letter) => `central-202603-${letter.repeat(20)}.pdf`);
    for (const [place, key] of keys.entries())
      await store.create(`documentos/${place}`, { url: `https://otro.coop/api/digitalization/asset?filename=${key}` });
    await store.create('auditoria/1', { previousData: { url: `/api/digitalization/asset?filename=x-202603-${'c'.repeat(20)}.pdf` } });
    await store.close();
    await mkdir(files, { recursive: true });
    for (const key of keys) await writeFile(path.join(files, key), 'x');
    expect(await run()).toMatchObject({ code: 0 });
    await rename(files, `${files}-elsewhere`);
    await mkdir(files);
    expect(await run()).toEqual({ code: 2, output: expect.stringMatching(/no es la carpeta con los archivos de este portal/) as string });
    expect(await readBackupState(place.sql)).toMatchObject({ kept: 1, failure: expect.stringContaining('Monte su disco') as string });
    await rm(files, { recursive: true });
    await rename(`${files}-elsewhere`, files);
    await rm(path.join(files, keys[0] ?? ''));
    expect(await run()).toEqual({
      code: 1,
      output: expect.stringMatching(
        /1 archivo que los documentos nombran no está \(al anterior, 0\)\n.*le falta 1 archivo .*files -- check y npm run pictures -- check dicen/s,
      ) as string,
    });
    // The worker asks each hour, and must not take it for a good one.
    await work(place, { BACKUP_DIR: folder });
    expect(await readBackupState(place.sql)).toMatchObject({ kept: 2, failure: expect.stringContaining('le falta 1 archivo') as string });
    const into = await emptyPlace();
    expect(await runCommandHere(restore, ['--from', folder], into.environment)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/1 archivo que los documentos nombran no está en el respaldo: .*pictures -- check/) as string,
    });
    expect(await run()).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 archivo que los documentos nombran no está (al anterior, 1)') as string,
    });
    expect(await readBackupState(place.sql)).toMatchObject({ kept: 3, failedAt: null });
    // The first one of another folder has nothing to compare with, and is no worse than the one after it.
    const another = await temporaryFolder();
    for (const before of ['no hay un respaldo anterior con qué comparar', 'al anterior, 1'])
      expect(await runCommandHere(backup, ['--to', another], place.environment)).toMatchObject({
        code: 0,
        output: expect.stringContaining(`1 archivo que los documentos nombran no está (${before})\n`) as string,
      });
    expect(await readBackupState(place.sql)).toMatchObject({ kept: 2, failedAt: null });
    // Where more are missing than there are, the disk is not there.
    for (const key of keys.slice(1)) await rm(path.join(files, key));
    const yetAnother = await temporaryFolder();
    for (let times = 0; times < 2; times += 1)
      expect(await runCommandHere(backup, ['--to', yetAnother], place.environment)).toMatchObject({ code: 1 });
  });

  it('never run twice at once, and leftovers of a killed one are removed and not taken for a backup', async () => {
    const place = await emptyPlace();
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, '2026-01-01T00-00-00Z.unfinished'));
    await mkdir(path.join(folder, 'files'));
    await writeFile(path.join(folder, 'files', '.abc'), 'half');
    const lease = await acquireLease(place.sql, 'backup');
    const tried = () => runCommandHere(backup, ['--to', folder], place.environment);
    expect(await tried()).toMatchObject({ code: 2, output: expect.stringContaining('Ya se está escribiendo otro respaldo') as string });
    expect(await readdir(path.join(folder, 'files'))).toEqual(['.abc']);
    await lease?.release();
    expect(await tried()).toMatchObject({ code: 0 });
    expect(await readdir(path.join(folder, 'files'))).toEqual([]);
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('hold no transaction while files are copied, outlive a limit for idle ones, and fail where the connection is lost', async () => {
    const place = await emptyPlace();
    const url = place.environment['DATABASE_URL'] ?? '';
    await place.sql.query(`ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET idle_in_transaction_session_timeout = '50ms'`);
    const sql = createSql({ url, max: 3, application: 'test', onError: () => undefined });
    const places = await openPlaces(loadConfig(place.environment), sql);
    const idle = `FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`;
    let held: unknown = null;
    const make = async (beforeReading: string) => {
      const documents: typeof places.documents = {
        ...places.documents,
        async openBackup() {
          const opened = await places.documents.openBackup();
          const read = async function* (database: 'digitalization' | 'main') {
            await place.sql.query(beforeReading);
            yield* opened.read(database);
          };
          return { ...opened, read };
        },
      };
      const accounts: typeof places.accounts = {
        ...places.accounts,
        async *read() {
          held = (await place.sql.query(`SELECT pid ${idle}`)).rows;
          yield* places.accounts.read();
        },
      };
      const folder = await temporaryFolder();
      return makeBackup({ sql, places: { ...places, documents, accounts } }, { folder, recipients: [], keep: null });
    };
    await make('SELECT pg_sleep(0.3)');
    expect(held).toEqual([]);
    await expect(make(`SELECT pg_terminate_backend(pid, 5000) ${idle}`)).rejects.toThrow();
    await places.close();
    await sql.end();
  });

  it('are pruned together with the files that no remaining backup names', async () => {
    const place = await emptyPlace({ BACKUP_KEEP: '1,0,0' });
    const folder = await temporaryFolder();
    const files = place.environment['FILES_DIR'] ?? '';
    await mkdir(files, { recursive: true });
    const run = async (...args: string[]) => runCommandHere(backup, ['--to', folder, ...args], place.environment);
    const blobs = async () => {
      const entries = await readdir(path.join(folder, 'files'), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).length;
    };
    await writeFile(path.join(files, 'a-202601-x.txt'), 'viejo');
    await writeFile(path.join(files, 'b-202601-x.txt'), 'ambos');
    await run();
    // As if it were of the day before.
    const [first] = await listBackups(folder);
    const manifest = await readFile(path.join(first?.directory ?? '', MANIFEST), 'utf8');
    await writeFile(
      path.join(first?.directory ?? '', MANIFEST),
      manifest.replace(/"moment": "[^"]*"/, '"moment": "2026-01-01T12:00:00.000Z"'),
    );
    await rename(first?.directory ?? '', path.join(folder, 'antes'));
    await rm(path.join(files, 'a-202601-x.txt'));
    await writeFile(path.join(files, 'c-202601-x.txt'), 'nuevo');
    expect((await run()).code).toBe(0);
    expect([(await listBackups(folder)).length, await blobs()]).toEqual([2, 3]);
    // Of a folder that cannot be read nobody knows which files it names.
    await cp(path.join(folder, 'antes'), path.join(folder, 'otro'), { recursive: true });
    await writeFile(path.join(folder, 'otro', MANIFEST), '{}');
    expect(await run('--prune')).toMatchObject({ code: 2, output: expect.stringContaining('No se borró ningún archivo') as string });
    expect(await blobs()).toBe(3);
    await rm(path.join(folder, 'otro'), { recursive: true });
    expect(await run('--prune')).toMatchObject({ code: 0, output: expect.stringContaining('1 respaldo viejo y 1 archivo') as string });
    expect([(await listBackups(folder)).length, await blobs()]).toEqual([1, 2]);
    const into = await emptyPlace();
    expect(await runCommandHere(restore, ['--from', folder], into.environment)).toMatchObject({ code: 0 });
  });

  it('are not pruned while a file is lost that the one before has, and of a day the last one with all files stays', async () => {
    const place = await emptyPlace({ BACKUP_KEEP: '1,0,0' });
    const [folder, files] = [await temporaryFolder(), place.environment['FILES_DIR'] ?? ''];
    const key = `central-202603-${'a'.repeat(20)}.pdf`;
    const store = createEmbeddedDocumentStore({ sql: place.sql, database: 'digitalization' });
    await store.create('documentos/1', { url: `/api/digitalization/asset?filename=${key}` });
    await store.close();
    await mkdir(files, { recursive: true });
    for (const name of [key, 'otro-202603-x.txt']) await writeFile(path.join(files, name), name);
    const prune = () => runCommandHere(backup, ['--to', folder, '--prune'], place.environment);
    expect(await prune()).toMatchObject({ code: 0 });
    const [whole] = await listBackups(folder);
    await rm(path.join(files, key));
    expect(await prune()).toEqual({
      code: 1,
      output: expect.stringMatching(
        /no está \(al anterior, 0\)\n {2}No se quitó ningún respaldo: .*restore -- --files-only --backup NOMBRE/,
      ) as string,
    });
    expect(await listBackups(folder)).toHaveLength(2);
    // As the worker does each hour, and as somebody does who repeats the command.
    await work(place, { BACKUP_DIR: folder });
    for (let times = 0; times < 2; times += 1) expect(await prune()).toMatchObject({ code: 0 });
    expect(await listBackups(folder)).toEqual([whole, expect.anything()]);
    const returned = ['--from', folder, '--backup', path.basename(whole?.directory ?? ''), '--files-only'];
    expect(await runCommandHere(restore, returned, place.environment)).toMatchObject({ code: 0 });
    expect(await readFile(path.join(files, key), 'utf8')).toBe(key);
    expect(await prune()).toMatchObject({ code: 0, output: expect.stringContaining('2 respaldos viejos y 0 archivos') as string });
  });

  it('are pruned beside folders of a disk or a NAS, and a prune that failed stays recorded until one succeeds', async () => {
    const place = await emptyPlace();
    const folder = await temporaryFolder();
    for (const name of ['lost+found', '@eaDir', '#recycle']) await mkdir(path.join(folder, name));
    const unreadable = path.join(folder, '2026-01-01T07-00-00-000Z');
    await mkdir(unreadable);
    await work(place, { BACKUP_DIR: folder });
    const refused = {
      kept: 1,
      moment: expect.any(Date) as Date,
      failure: expect.stringContaining(`No se borró ningún archivo: ${unreadable}`) as string,
    };
    for (let hours = 0; hours < 2; hours += 1) {
      expect(await readBackupState(place.sql)).toMatchObject(refused);
      await work(place, { BACKUP_DIR: folder });
    }
    expect(await listBackups(folder)).toHaveLength(1);
    await rm(unreadable, { recursive: true });
    await work(place, { BACKUP_DIR: folder });
    expect(await readBackupState(place.sql)).toMatchObject({ kept: 1, failedAt: null });
  });

  it('are kept as configured: the newest of each of the last days, weeks and months', () => {
    const keep = { days: 7, weeks: 4, months: 12 };
    let backups: { manifest: { moment: string; files: { missing: number } } }[] = [];
    for (let night = 0; night < 500; night += 1) {
      const moment = new Date(Date.UTC(2026, 0, 1 + night, 7)).toISOString();
      backups = [...retainedBackups([...backups, { manifest: { moment, files: { missing: 0 } } }], keep)].sort((a, b) =>
        a.manifest.moment.localeCompare(b.manifest.moment),
      );
      expect(backups.at(-1)?.manifest.moment).toBe(moment);
    }
    const days = backups.map(({ manifest }) => manifest.moment.slice(0, 10));
    expect(days.join(' ')).toBe(
      '2026-06-30 2026-07-31 2026-08-31 2026-09-30 2026-10-31 2026-11-30 2026-12-31 2027-01-31 2027-02-28 2027-03-31 2027-04-25 2027-04-30 ' +
        '2027-05-02 2027-05-09 2027-05-10 2027-05-11 2027-05-12 2027-05-13 2027-05-14 2027-05-15',
    );
  });
});

it('restores only the files that are lost, into a fresh folder of the portal, and touches no document', async () => {
  const [place, folder] = [await emptyPlace(), await temporaryFolder()];
  const files = place.environment['FILES_DIR'] ?? '';
  const store = createEmbeddedDocumentStore({ sql: place.sql, database: 'main' });
  await store.create('agencias/central', { nombre: 'Agencia Central' });
  await mkdir(files, { recursive: true });
  for (const name of ['a', 'b', 'c']) await writeFile(path.join(files, `${name}-202603-x.txt`), `texto ${name}`);
  expect(await runCommandHere(backup, ['--to', folder], place.environment)).toMatchObject({ code: 0 });
  const mark = await readFile(path.join(files, '.portal'), 'utf8');
  await store.update('agencias/central', { nombre: 'Agencia Central, zona 1' });
  await store.close();
  const documents = await documentsOf(place.sql);
  const run = () => runCommandHere(restore, ['--from', folder, '--files-only'], place.environment);
  const there = async () => (await readdir(files, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);

  await rm(files, { recursive: true });
  await mkdir(files);
  await writeFile(path.join(files, 'foto.jpg'), 'de otro');
  expect(await run()).toEqual({ code: 2, output: expect.stringContaining('no es la carpeta con los archivos de este portal') as string });
  expect(await there()).toEqual(['foto.jpg']);
  await rm(path.join(files, 'foto.jpg'));
  expect(await run()).toEqual({ code: 0, output: expect.stringContaining(': 3 archivos devueltos, 0 ya estaban\n') as string });
  expect(await readFile(path.join(files, 'b-202603-x.txt'), 'utf8')).toBe('texto b');
  expect(await readFile(path.join(files, '.portal'), 'utf8')).toBe(mark);

  for (const name of ['a', 'b', 'c']) await rm(path.join(files, `${name}-202603-x.txt`));
  const blobs = (await readdir(path.join(folder, 'files'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const blobOf = async (text: string) => {
    for (const { parentPath, name } of blobs)
      if ((await readFile(path.join(parentPath, name), 'utf8')) === text) return path.join(parentPath, name);
    throw new Error(`no blob of ${text}`);
  };
  await appendFile(await blobOf('texto a'), '!');
  await rm(await blobOf('texto c'));
  expect(await run()).toEqual({
    code: 1,
    output: expect.stringMatching(/: 1 archivo devuelto, 0 ya estaban\n.*2 archivos.*: a-202603-x\.txt, c-202603-x\.txt\n/) as string,
  });
  expect((await there()).sort()).toEqual(['.portal', 'b-202603-x.txt']);
  expect(await documentsOf(place.sql)).toEqual(documents);
});

it('a backup of mapped documents keeps their original names and is restored only under a valid mapping', async () => {
  const [from, into, folder] = [await emptyPlace(), await emptyPlace(), await temporaryFolder()];
  const mappingFile = async (fields: object) => {
    const file = path.join(await temporaryFolder(), 'mapping.json');
    await writeFile(file, JSON.stringify({ clientes: { collection: 'socios', fields } }));
    return { MAPPING_FILE: file };
  };
  const right = await mappingFile({ nombre: ['nombres', 'apellidos'], codigo: 'cif' });
  const store = createEmbeddedDocumentStore({ sql: from.sql, database: 'main' });
  await store.create('socios/s1', { nombres: 'Ana', apellidos: 'Paz', cif: 7 });
  await store.close();
  expect(await runCommandHere(backup, ['--to', folder], { ...from.environment, ...right })).toMatchObject({ code: 0 });
  const wrong = await runCommandHere(restore, ['--from', folder], {
    ...into.environment,
    ...(await mappingFile({ nobre: 'x', estado: ['a', 'b'] })),
  });
  expect(wrong).toMatchObject({
    code: 2,
    output: expect.stringMatching(/clientes\.fields\.nobre: .*\n.*clientes\.fields\.estado: El portal lo escribe/) as string,
  });
  expect(await documentsOf(into.sql)).toEqual([]);
  expect(await runCommandHere(restore, ['--from', folder], { ...into.environment, ...right })).toMatchObject({ code: 0 });
  expect(await documentsOf(into.sql)).toEqual(await documentsOf(from.sql));
  expect((await into.sql.query('SELECT nombre, codigo FROM clientes')).rows).toEqual([{ nombre: 'Ana Paz', codigo: '7' }]);
});

it('a backup of an older version is restored and its tables are migrated', async () => {
  // Made on 26 November 2026 by the version whose newest migration its manifest names; it stays as it is.
  const folder = path.join(import.meta.dirname, 'testing', 'kept-backup');
  const [old] = await listBackups(folder);
  const into = await emptyPlace();
  const { rows: newest } = await into.sql.query<{ name: string }>('SELECT max(migration_name) AS name FROM _prisma_migrations');
  expect((old?.manifest.migration ?? '') < (newest[0]?.name ?? '')).toBe(true);
  const { code, output } = await runCommandHere(restore, ['--from', folder], into.environment);
  expect(output).toContain('4 documentos, 1 cuenta, 1 archivo');
  expect(code).toBe(0);
  const { rows } = await into.sql.query<{ nombre: string }>('SELECT nombre FROM agencias');
  expect(rows).toEqual([{ nombre: 'Agencia Central' }]);
  const { identity } = createTestIdentity(into.sql);
  expect(await identity.signIn({ email: 'ana@prueba.coop', password: 'Clave-de-prueba-2026', userAgent: '' })).not.toBeNull();
});

it('every table is listed as kept in a backup or left out', async () => {
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
    'backup_state',
    'bulk_items',
    'bulk_runs',
    'checked_addresses',
    'document_totals',
    'documents.changes',
    'documents.documents',
    'documents.pruned_changes',
    'drawn_documents',
    'exports',
    'files_folder',
    'identity.ended_access',
    'identity.ended_sessions',
    'identity.known_devices',
    'identity.rate_limits',
    'identity.refusals',
    'identity.reset_tokens',
    'identity.session_proofs',
    'identity.sessions',
    'identity.trusted_devices',
    'identity.used_challenges',
    'import_rows',
    'imports',
    'person_changes',
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
    'unread_fields',
  ];
  // The accounts are a part of their own.
  const kept: readonly string[] = [...BACKED_UP_TABLES, 'identity.accounts'];
  expect(rows.map(({ name }) => name).filter((name) => !made.has(name) && !kept.includes(name))).toEqual(left);
});
