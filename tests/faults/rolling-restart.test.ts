import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { migrate } from '#prisma/migrate.ts';
import { loadConfig } from '#server/config/config.ts';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { createPortal } from '#server/portal.ts';
import { nameOf } from '#server/read-model/projection.ts';
import { findOutdated } from '#server/read-model/upkeep/outdated.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { PART_BYTES } from '#server/stored-files/unfinished-uploads.ts';
import { ownPort } from '#server/testing/own-port.ts';
import { startPortalProcess, testEnvironment, type PortalProcess } from '#server/testing/portal-processes.ts';
import { runCommandProcess } from '#server/testing/run-command-process.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { fill, PASSWORD } from './fault-world.ts';

const AGENCIES = '/locations/list-agencies';
const MIGRATIONS = path.resolve(import.meta.dirname, '../../prisma/migrations');
const METRICS_TOKEN = 'token-de-las-medidas';
const WAIT = { timeout: 150_000, interval: 100 };
/**
 * Many customers, so that the worker writes their export for seconds; few files, so that their export stays below the 100,000 of the
 * worker.
 */
const ROWS = { clientes: 110_000, maletin_archivos: 5_000 };
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const { sql, url: databaseUrl } = await createTestDatabase();
let places: Record<string, string>[];
let webs: PortalProcess[];
let workers: PortalProcess[];
let front: Awaited<ReturnType<typeof openFront>>;
let directory: string;
let remove: () => Promise<void>;

beforeAll(async () => {
  await ensureBuild(path.resolve(import.meta.dirname, '../..'));
  directory = await mkdtemp(path.join(os.tmpdir(), 'portal-migrations-'));
  const made = await testEnvironment(databaseUrl, { TRUST_PROXY: '1', METRICS_TOKEN });
  remove = made.remove;
  places = [made.environment, { ...made.environment, PORT: String(await ownPort()), WORKER_PORT: String(await ownPort()) }];
  const portal = await createPortal(loadConfig({ ...made.environment, PORT: '1' }), createLog({ level: 'silent', process: 'test' }));
  await fill(portal).finally(() => portal.close());
  webs = await Promise.all(places.map((place) => startPortalProcess('web', place)));
  workers = await Promise.all(places.map((place) => startPortalProcess('worker', place)));
  // Before the insert: the first full comparison of a new database removes rows without a document, such as these.
  await vi.waitFor(async () => expect((await findOutdated(sql, PROJECTIONS)).map(nameOf)).toEqual([]), WAIT);
  for (const [table, rows] of Object.entries(ROWS))
    await sql.query(
      `INSERT INTO ${table} (id, nombre, "createdAt", source_version, search_text)
       SELECT 'grande' || i, 'Grande ' || i, timestamptz '2020-01-01' + i * interval '1 minute', 1, 'grande' FROM generate_series(1, $1) i`,
      [rows],
    );
  front = await openFront(webs.map(({ url }) => url));
}, 300_000);
afterAll(async () => {
  front?.close();
  await Promise.all([...(webs ?? []), ...(workers ?? [])].map((one) => one.kill('SIGTERM')));
  await rm(directory, { recursive: true, force: true });
  await remove?.();
});

async function signIn(): Promise<string> {
  const body = new URLSearchParams({ email: 'jefa@demo.coop', password: PASSWORD, redirectTo: '/' });
  const headers = { origin: webs[0]?.url ?? '', accept: 'text/html' };
  const answer = await fetch(`${webs[0]?.url}/login`, { method: 'POST', body, redirect: 'manual', headers });
  return (
    answer.headers
      .getSetCookie()
      .find((one) => one.startsWith('portal_session='))
      ?.split(';')[0] ?? ''
  );
}

it('a rolling restart of web and worker processes under load fails no request and does nothing twice', { timeout: 500_000 }, async () => {
  const cookie = await signIn();
  const main = createEmbeddedDocumentStore({ sql, database: 'main' });
  const failed: string[] = [];
  let requests = 0;
  let isOver = false;
  let made = 0;
  const ask = async (expected: number[], address: string, init: RequestInit = {}): Promise<Response | null> => {
    requests += 1;
    const headers = { cookie, origin: places[0]?.['PUBLIC_URL'] ?? '', accept: 'text/html', ...init.headers };
    const answer = await fetch(front.url + address, { redirect: 'manual', ...init, headers }).catch((error: unknown) => String(error));
    if (typeof answer !== 'string' && expected.includes(answer.status)) return answer;
    const said =
      typeof answer === 'string' ? answer : `${answer.status} ${/<h1[^>]*>[^<]*<.{0,400}|"detail":"[^"]*/s.exec(await answer.text())?.[0]}`;
    failed.push(`${init.method ?? 'GET'} ${address}: ${said}`);
    return null;
  };
  const json = { accept: 'application/json', 'content-type': 'application/json' };
  const agencies: string[] = [];
  const uploads: string[] = [];
  const exports: string[] = [];
  const foreign: string[] = [];
  const content = (name: string) =>
    Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(PART_BYTES + 100_000, `${name} `)]);

  const work = [
    async () => {
      await (await ask([200], AGENCIES))?.text();
      await pause(100);
    },
    async () => {
      const nombre = `Relevo ${(made += 1)}`;
      const fields = {
        nombre,
        tipo: 'agencia',
        estado: 'true',
        direccion: 'Zona 1',
        intent: 'save',
        formToken: `relevo-numero-${made}-${nombre.length}`,
      };
      if (await ask([302], `${AGENCIES}/new`, { method: 'POST', body: new URLSearchParams(fields) })) agencies.push(nombre);
      await pause(100);
    },
    async () => {
      const name = `relevo-${(made += 1)}.mp4`;
      const bytes = content(name);
      const about = {
        name,
        fileName: name,
        uploadKey: `clave-de-${made}`.padEnd(16, '0'),
        folderId: 'c1',
        documentTypeId: 't1',
        bytes: bytes.length,
      };
      const begun = await ask([201], '/briefcase/uploads', { method: 'POST', body: JSON.stringify(about), headers: json });
      const url = `/briefcase/uploads/${((await begun?.json()) as { id: string } | undefined)?.id}`;
      for (const part of [0, 1]) {
        const body = new Uint8Array(bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
        await ask([204], `${url}/parts/${part}`, {
          method: 'PUT',
          body,
          headers: { ...json, 'content-type': 'application/octet-stream' },
        });
      }
      if (await ask([201], `${url}/complete`, { method: 'POST', headers: json })) uploads.push(name);
      await pause(700);
    },
    async () => {
      const answer = await ask([200], '/briefcase/list-briefcase/export?format=csv');
      const text = await answer?.text().catch((error: unknown) => void failed.push(`export broke off: ${String(error)}`));
      if (text !== undefined && text.split('\n').length < ROWS.maletin_archivos) failed.push(`export of ${text.length} letters`);
      await pause(500);
    },
    async () => {
      // Workers write it; one is stopped, and another starts over.
      const asked = await ask([302, 303], `/customers/list-customers/export?format=csv&q=${'grande'.slice(0, 3 + (exports.length % 4))}`);
      const id = /\/exports\/([A-Za-z0-9]+)/.exec(asked?.headers.get('location') ?? '')?.[1];
      if (!id) return pause(500);
      exports.push(id);
      await vi.waitFor(async () => expect(await exportState(id)).toBe('ready'), WAIT);
    },
    async () => {
      const id = `relevo-app-${(made += 1)}`;
      const now = new Date();
      await main.set(`agencias/${id}`, { nombre: id, tipo: 'agente', isActive: true, createdAt: now, updatedAt: now });
      foreign.push(id);
      await pause(150);
    },
  ];
  const exportState = async (id: string) =>
    (await sql.query<{ state: string }>('SELECT state FROM exports WHERE id = $1', [id])).rows[0]?.state;
  const working = Promise.all(
    work.map(async (turn) => {
      while (!isOver) await turn();
    }),
  );
  const restart = async (kind: 'web' | 'worker', processes: PortalProcess[], at: number) => {
    await pause(1_500);
    expect(await processes[at]?.kill('SIGTERM')).toBe(0);
    processes[at] = await startPortalProcess(kind, places[at] ?? {});
    if (kind === 'web') await vi.waitFor(() => expect(front.isIn(at)).toBe(true), WAIT);
  };
  await restart('web', webs, 0);
  await restart('worker', workers, 0);
  // The new version's migration only adds, so the old version keeps running until it is replaced.
  const migrations = path.join(directory, 'migrations');
  await cp(MIGRATIONS, migrations, { recursive: true });
  await mkdir(path.join(migrations, '99999999000000_relevo'));
  await writeFile(
    path.join(migrations, '99999999000000_relevo', 'migration.sql'),
    `ALTER TABLE agencias ADD COLUMN relevo text NOT NULL DEFAULT ''; CREATE TABLE relevo (id text PRIMARY KEY);`,
  );
  expect(await migrate(databaseUrl, migrations)).toEqual(['99999999000000_relevo']);
  await restart('web', webs, 1);
  await restart('worker', workers, 1);
  await pause(1_500);
  isOver = true;
  await working;
  process.stdout.write(
    `rolling restart: ${requests} requests, ${failed.length} failed; ${agencies.length} records, ${uploads.length} uploads, ${exports.length} large exports, ${foreign.length} foreign writes\n`,
  );

  expect([...front.errors, ...failed]).toEqual([]);
  const count = async (query: string, values: unknown[]) => (await sql.query<{ n: number }>(query, values)).rows[0]?.n;
  for (const nombre of agencies) {
    const stored = await main.query({ collection: 'agencias', where: [{ field: 'nombre', op: '==', value: nombre }] });
    const told = await main.query({ collection: 'auditoria', where: [{ field: 'targetPath', op: '==', value: stored[0]?.path ?? '' }] });
    expect([nombre, stored.length, told.length]).toEqual([nombre, 1, 1]);
  }
  for (const name of uploads) {
    const [file, ...others] = await main.query({ collection: 'maletin_archivos', where: [{ field: 'nombre', op: '==', value: name }] });
    expect([name, others, file?.data['sha256']]).toEqual([name, [], createHash('sha256').update(content(name)).digest('hex')]);
    const events = await main.query({ collection: 'eventos_archivos', where: [{ field: 'fileId', op: '==', value: file?.id ?? '' }] });
    expect(events.map(({ data }) => data['kind'])).toEqual(['upload']);
  }
  expect(await count(`SELECT count(*)::int AS n FROM exports WHERE id = ANY($1) AND state = 'ready'`, [exports])).toBe(exports.length);
  await vi.waitFor(async () => {
    expect(await count('SELECT count(*)::int AS n FROM agencias WHERE id = ANY($1)', [foreign])).toBe(foreign.length);
  }, WAIT);
  for (const table of Object.keys(ROWS)) await sql.query(`DELETE FROM ${table} WHERE id LIKE 'grande%'`);
  await vi.waitFor(async () => expect((await runCommandProcess('read-model', ['verify'], places[0] ?? {})).code).toBe(0), WAIT);
  expect(Math.min(agencies.length, uploads.length, exports.length, foreign.length)).toBeGreaterThan(1);
});

it('the other worker takes over from a killed one within 15 seconds', { timeout: 120_000 }, async () => {
  await workers[0]?.kill('SIGKILL');
  await createEmbeddedDocumentStore({ sql, database: 'main' }).create('departamentos/caida', {
    nombre: 'Tras la caída',
  });
  const row = async () => (await sql.query(`SELECT 1 FROM departamentos WHERE id = 'caida'`)).rowCount;
  await vi.waitFor(async () => expect(await row()).toBe(1), { timeout: 15_000, interval: 100 });
  const measures = (authorization: string) => fetch(`${workers[1]?.url}/metrics`, { headers: { authorization } });
  expect((await measures('')).status).toBe(404);
  expect(await (await measures(`Bearer ${METRICS_TOKEN}`)).text()).toMatch(
    /job_duration_seconds_count\{job="[\w-]+",outcome="completed"\} [1-9]/,
  );
});

/**
 * A proxy before two web processes, as Caddy works: it checks the health of each and forwards over kept-alive connections to the healthy
 * ones. A request that could not connect goes to the other process; nothing else is retried.
 */
async function openFront(targets: readonly string[]) {
  const isIn = targets.map(() => true);
  const agent = new Agent({ keepAlive: true });
  const errors: string[] = [];
  const checks = setInterval(() => {
    for (const [at, target] of targets.entries())
      fetch(`${target}/healthz`, { signal: AbortSignal.timeout(3_000) }).then(
        async (answer) => {
          await answer.text();
          isIn[at] = answer.ok;
        },
        () => {
          isIn[at] = false;
        },
      );
  }, 1_000);
  let turn = 0;
  const next = () => {
    for (let tries = 0; tries < targets.length; tries += 1) if (isIn[(turn += 1) % targets.length]) break;
    return turn % targets.length;
  };
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const passOn = (at: number, isLast: boolean) => {
      const startedAt = Date.now();
      const tell = (what: string) => void errors.push(`${method} ${url} at ${at} after ${Date.now() - startedAt} ms: ${what}`);
      const passed = send(
        new URL(url, targets[at]),
        { method, headers: { ...headers, host: new URL(targets[0] ?? '').host }, agent },
        (answer: IncomingMessage) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer
            .on('error', () => response.destroy())
            .on('aborted', () => response.destroy())
            .pipe(response);
        },
      );
      passed.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' && !isLast) return passOn((at + 1) % targets.length, true);
        tell(error.code ?? error.message);
        if (response.headersSent) response.destroy();
        else response.writeHead(502).end(`front: ${error.code}`);
      });
      response.on('close', () => passed.destroy());
      if (method === 'GET') passed.end();
      else request.pipe(passed);
    };
    passOn(next(), false);
  });
  // Never closes the connections of its own clients.
  server.keepAliveTimeout = 300_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    errors,
    isIn: (at: number) => isIn[at],
    close() {
      clearInterval(checks);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
