import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { createContentInspection } from '#server/ports/files/content-inspection.ts';
import { BUNDLE_VARIABLE } from '#server/platform/processes/bundle.ts';
import { freePort } from '#server/platform/sql/embedded-postgres.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { createTestIdentity } from '#server/testing/embedded-identity.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SECRET = 'CANARY-secret-that-is-long-enough-for-it';

/** Starts the web process as `npm start` does, or another built script. */
function startWeb(environment: Record<string, string>, script = 'web', words: readonly string[] = []) {
  const child = spawn(process.execPath, ['--enable-source-maps', `build/server/${script}.mjs`, ...words], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  const exit = new Promise<{ code: number | null; text: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, text: output.text })),
  );
  return { child, exit };
}

describe('the web process', () => {
  let environment: Record<string, string>;
  let taken: Server;
  let sql: Sql;
  beforeAll(async () => {
    await ensureBuild(ROOT);
    const database = await createTestDatabase();
    sql = database.sql;
    environment = {
      LOG_LEVEL: 'info',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      COOPERATIVE_NAME: 'Cooperativa Prueba',
      DATABASE_URL: database.url,
      API_TOKEN: 'token-of-the-rest-backend',
      FACTOR_KEY: `${SECRET} of factors`,
      SESSION_SECRET: SECRET,
      INSECURE_COOKIES: 'true',
    };
    taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
  });
  afterAll(() => taken.close());

  it('lists every configuration problem without values and exits with 1', async () => {
    const { code, text } = await startWeb({ SESSION_SECRET: 'CANARY', PORT: 'CANARY' }).exit;
    expect(code).toBe(1);
    for (const name of ['PUBLIC_URL', 'COOPERATIVE_NAME', 'DATABASE_URL', 'API_TOKEN', 'SESSION_SECRET', 'PORT'])
      expect(text).toContain(name);
    expect(text).not.toContain('CANARY');
  });

  it('exits with 1 for an unsafe configuration, as check-configuration does, which exits with 0 for a safe one', async () => {
    const unsafe = { ...environment, PUBLIC_URL: 'http://portal.example.coop' };
    const [web, checked] = await Promise.all([startWeb(unsafe).exit, startWeb(unsafe, 'check-configuration').exit]);
    expect([web.code, checked.code]).toEqual([1, 1]);
    expect(web.text).toMatch(
      /^Problemas de configuración:\n(?: {2}- (?:PUBLIC_URL|INSECURE_COOKIES|SESSION_SECRET|FACTOR_KEY|API_TOKEN): .+; .+\n){5}$/,
    );
    expect(checked.text).toBe(web.text);
    expect(await startWeb(environment, 'check-configuration').exit).toMatchObject({ code: 0 });
  });

  it('starts with a warning about a misspelt variable, for which check-configuration exits with 1', async () => {
    const misspelt = { ...environment, PORT: String((taken.address() as AddressInfo).port), BACKUP_ENCRYPT: 'age1CANARY' };
    const [web, checked] = await Promise.all([startWeb(misspelt).exit, startWeb(misspelt, 'check-configuration').exit]);
    expect(web.text).toContain('"misspelt":[{"name":"BACKUP_ENCRYPT","meant":"BACKUP_ENCRYPT_TO"}]');
    // It tried to start.
    expect(web.text).toContain('otro programa ocupa el puerto');
    expect(checked).toEqual({
      code: 1,
      text: 'Problemas de configuración:\n  - BACKUP_ENCRYPT no es una variable del portal; ¿quiso decir BACKUP_ENCRYPT_TO?\n',
    });
    expect(web.text).not.toContain('CANARY');
  });

  it('exits with 1 for a mapping file that is missing, as check-configuration does', async () => {
    const wrong = { ...environment, MAPPING_FILE: path.join(import.meta.dirname, 'no-such-mapping.json') };
    for (const { code, text } of await Promise.all([startWeb(wrong).exit, startWeb(wrong, 'check-configuration').exit])) {
      expect(code).toBe(1);
      expect(text).toContain('Problemas de configuración:\n  - MAPPING_FILE: no se puede leer (ENOENT');
    }
  });

  it('has a reset-factors command, which removes second factors and exits with 1 or 2 if it cannot', async () => {
    const reset = (...words: string[]) => startWeb(environment, 'reset-factors', words).exit;
    const { identity } = createTestIdentity(sql, { sessionSecret: SECRET });
    const { uid, email } = await identity.createAccount({ email: 'ana@prueba.coop', password: 'Cafetal-2026' });
    await createEmbeddedDocumentStore({ sql, database: 'main' }).set(`usuarios/${uid}`, { name: 'Ana Pérez', email, role: 'admin' });
    await sql.query(`INSERT INTO identity.factors (id, uid, kind, name, sealed) VALUES ('f', $1, 'code', 'Teléfono', '')`, [uid]);
    const session = await identity.signIn({ email, password: 'Cafetal-2026', userAgent: 'Prueba/1.0' });

    const done = await reset('--email', 'Ana@Prueba.coop');
    expect(done).toMatchObject({
      code: 0,
      text: expect.stringContaining('Se quitaron las formas de confirmar de Ana@Prueba.coop') as string,
    });
    expect((await sql.query('SELECT FROM identity.factors')).rowCount).toBe(0);
    expect(await identity.verifySession(session?.sessionToken ?? '')).toBeNull();

    const [again, nothing] = await Promise.all([reset('--email', email), reset()]);
    expect(again).toEqual({ code: 1, text: 'Ana Pérez no tiene segundo factor.\n' });
    expect(nothing).toMatchObject({ code: 2, text: expect.stringContaining('npm run reset-factors -- --email') as string });
  });

  it('exits with 1 for a port in use, as the worker does, or an unusable folder, and names it', async () => {
    const port = String((taken.address() as AddressInfo).port);
    const folder = path.join(ROOT, 'package.json');
    const [web, worker, elsewhere] = await Promise.all([
      startWeb({ ...environment, PORT: port }).exit,
      startWeb({ ...environment, WORKER_PORT: port }, 'worker').exit,
      startWeb({ ...environment, FILES_DIR: folder }).exit,
    ]);
    expect([web.code, worker.code, elsewhere.code]).toEqual([1, 1, 1]);
    expect(web.text).toContain(`web: otro programa ocupa el puerto ${port}: ponga uno libre en PORT\n`);
    expect(worker.text).toContain(`worker: otro programa ocupa el puerto ${port}: ponga uno libre en WORKER_PORT\n`);
    expect(elsewhere.text).toMatch(/^web: El almacenamiento de archivos no está disponible\. .* \(ENOTDIR: .*package\.json/m);
    expect(web.text + worker.text + elsewhere.text).not.toContain(SECRET);
  });

  it('starts without its database, and logs which user is not admitted', async () => {
    const stranger = new URL(environment['DATABASE_URL'] ?? '');
    [stranger.username, stranger.password] = ['nobody_of_this_name', 'CANARY'];
    const { child, exit } = startWeb({ ...environment, PORT: '0', DATABASE_URL: stranger.href });
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('"dependency":"sql"') && resolve());
      child.once('close', () => resolve());
    });
    child.kill('SIGTERM');
    const { text } = await exit;
    expect(text).toMatch(/"dependency":"sql","reason":"La base de datos en [^"]* no admite a «nobody_of_this_name»: revise/);
    expect(text).not.toContain('CANARY');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('serves requests, and exits with 0 on %s', async (signal) => {
    const port = await freePort();
    const { child, exit } = startWeb({ ...environment, PORT: String(port) });
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/login`)).status).toBe(200), {
      timeout: 20_000,
      interval: 100,
    });
    child.kill(signal);
    const { code, text } = await exit;
    expect(code).toBe(0);
    expect(text).not.toContain(SECRET);
  });

  it.skipIf(!existsSync('/proc/self/task'))('runs isolated jobs from the build in a child process under the permission model', async () => {
    vi.stubEnv('NODE_ENV', 'production').stubEnv(BUNDLE_VARIABLE, '');
    const inspection = createContentInspection({ log: createLog({ level: 'silent', process: 'test' }) });
    try {
      expect(await inspection.sniff({ owner: 'ana', head: Buffer.from('hola'), extension: 'txt' })).toMatchObject({ fits: true });
      const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
      const commands = await Promise.all(
        children
          .split(' ')
          .filter(Boolean)
          .map(async (pid) => (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')),
      );
      const command = commands.find((words) => words.includes(path.join(ROOT, 'build', 'server', 'inspection-jobs.mjs')));
      expect(command).toEqual(expect.arrayContaining([expect.stringMatching(/^--(?:experimental-)?permission$/)]));
      expect(command).not.toContain('--allow-addons');
    } finally {
      await inspection.close();
      vi.unstubAllEnvs();
    }
  });
});
