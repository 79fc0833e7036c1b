import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { RELEASE } from '#server/platform/processes/release.ts';
import { checkDependencies } from '#server/features/operations/health.ts';
import { createSql, type Sql } from '#server/platform/sql/sql.ts';
import { JOBS } from '#server/registries.ts';
import { someServices } from '#server/testing/some-services.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { rawRequest, useTestWeb } from './test-web.ts';

const TOKEN = 'metrics-token-for-tests';
const web = useTestWeb();
const proxied = useTestWeb({ environment: { TRUST_PROXY: '1' } });
const guarded = useTestWeb({ environment: { METRICS_TOKEN: TOKEN } });
/** The default of one second is too short for a busy machine. */
const POLL = { timeout: 15_000 };

interface Readiness {
  status: string;
  dependencies: { name: string; up: boolean }[];
}

const down = async (): Promise<string[]> => {
  const answer = (await (await web.get('/readyz')).json()) as Readiness;
  return answer.dependencies.filter((dependency) => !dependency.up).map((dependency) => dependency.name);
};

describe('health', () => {
  it('/healthz answers 200 while the database is down', async () => {
    const spy = vi.spyOn(web.portal.sql, 'query').mockRejectedValue(new Error('down'));
    const response = await web.get('/healthz');
    spy.mockRestore();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok', ...RELEASE });
    expect(RELEASE.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('/readyz names every dependency', async () => {
    const restBackend = vi.spyOn(web.portal.restBackend, 'ping').mockResolvedValue();
    const response = await web.get('/readyz');
    restBackend.mockRestore();
    expect(response.status).toBe(200);
    const { dependencies } = (await response.json()) as Readiness;
    expect(dependencies.map((dependency) => dependency.name).sort()).toEqual([
      'documents-digitalization',
      'documents-main',
      'files',
      'identity',
      'queue',
      'rest-backend',
      'sql',
    ]);
  });

  it.each([
    ['documents-main', () => web.portal.documents.main],
    ['documents-digitalization', () => web.portal.documents.digitalization],
    ['queue', () => web.portal.queues],
    ['files', () => web.portal.files],
    ['identity', () => web.portal.identity],
    ['rest-backend', () => web.portal.restBackend],
  ] as const)('/readyz is 503 and names %s when it fails, without its error text', async (name, part) => {
    const others = vi.spyOn(web.portal.restBackend, 'ping').mockResolvedValue();
    const ping = vi.spyOn(part(), 'ping').mockRejectedValue(new Error('CANARY postgres://user:secret@host'));
    const response = await web.get('/readyz');
    const text = await response.text();
    ping.mockRestore();
    others.mockRestore();
    expect(response.status).toBe(503);
    expect((JSON.parse(text) as Readiness).dependencies.filter((dependency) => !dependency.up)).toEqual([
      expect.objectContaining({ name }),
    ]);
    expect(text).not.toContain('CANARY');
  });

  it('/readyz knows the migrations of its own release, also while a newer one is unpacked over it', async () => {
    await web.get('/readyz');
    const readdir = vi.spyOn(fs, 'readdir');
    syncBuiltinESMExports();
    await web.get('/readyz');
    const folders = readdir.mock.calls.map(([folder]) => String(folder));
    readdir.mockRestore();
    syncBuiltinESMExports();
    expect(folders.filter((folder) => folder.includes('migrations'))).toEqual([]);
  });

  it('/readyz asks each dependency once for concurrent requests', async () => {
    // The time limit of a check must not end it before the last request has arrived.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const arrived = vi.fn();
    subscribe('http.server.request.start', arrived);
    onTestFinished(() => {
      unsubscribe('http.server.request.start', arrived);
      vi.useRealTimers();
      vi.restoreAllMocks();
    });
    const others = vi.spyOn(web.portal.restBackend, 'ping').mockResolvedValue();
    let answer: () => void = () => undefined;
    const ping = vi.spyOn(web.portal.files, 'ping').mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const all = Promise.all(Array.from({ length: 20 }, () => web.get('/readyz')));
    await expect.poll(() => arrived.mock.calls.length, POLL).toBe(20);
    answer();
    expect((await all).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect([ping.mock.calls.length, others.mock.calls.length]).toEqual([1, 1]);
  });

  it('/readyz tells remote clients only the status, and caches it for them', async () => {
    const [ping, restBackend] = [vi.spyOn(web.portal.files, 'ping'), vi.spyOn(web.portal.restBackend, 'ping').mockResolvedValue()];
    const ask = async () => rawRequest(web.port, { path: '/readyz', headers: { 'X-Forwarded-For': '203.0.113.9' } });
    const answers = [await ask(), await ask(), await ask()];
    ping.mockRejectedValue(new Error('down'));
    answers.push(await ask());
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, '{"status":"ok"}']));
    expect(ping.mock.calls.length).toBeLessThanOrEqual(1);
    expect(await down()).toEqual(['files']);
    expect(await ask()).toMatchObject({ status: 503, body: '{"status":"unavailable"}' });
    ping.mockRestore();
    restBackend.mockRestore();
  });

  it('/readyz names the dependencies only to this machine and to the bearer of the token', async () => {
    const ask = async (port: number, headers: Record<string, string>) =>
      'dependencies' in (JSON.parse((await rawRequest(port, { path: '/readyz', headers })).body) as object);
    const token = { Authorization: `Bearer ${TOKEN}`, 'X-Forwarded-For': '203.0.113.9' };
    expect([await ask(guarded.port, token), await ask(guarded.port, { ...token, Authorization: 'Bearer x' })]).toEqual([true, false]);
    expect([await ask(proxied.port, {}), await ask(web.port, {})]).toEqual([false, true]);
  });

  it('/readyz and the log name the migrations that the database lacks, and a database that takes no writes', async () => {
    const { sql, url } = await createTestDatabase();
    const { config } = web.portal;
    const stateOf = async (asked: Sql) =>
      (await checkDependencies(someServices({ config, sql: asked }))).find(({ name }) => name === 'sql');
    expect(await stateOf(sql)).toMatchObject({ up: true });
    await sql.query(`DELETE FROM _prisma_migrations WHERE migration_name = '20261126104500_backup_state'`);
    expect(await stateOf(sql)).toMatchObject({
      up: false,
      reason: 'A la base de datos le faltan migraciones (20261126104500_backup_state): ejecute npm run migrate.',
    });
    await sql.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
    const readOnly = createSql({ url, max: 1, application: 'test', onError: () => undefined });
    onTestFinished(() => readOnly.end());
    expect(await stateOf(readOnly)).toMatchObject({ up: false, reason: expect.stringContaining('solo se puede leer') as string });
  });

  it('/readyz does not wait for a dependency that hangs', async () => {
    const others = vi.spyOn(web.portal.restBackend, 'ping').mockResolvedValue();
    const ping = vi.spyOn(web.portal.queues, 'ping').mockReturnValue(new Promise(() => undefined));
    const startedAt = performance.now();
    expect(await down()).toEqual(['queue']);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    ping.mockRestore();
    others.mockRestore();
  });
});

describe('/metrics', () => {
  it('counts answers by route pattern, never by address', async () => {
    await web.getSigned('/items/abc-secret-id');
    await web.getSigned('/no/existe');
    // A response is counted after its last byte, a moment after the client has its headers.
    const text = await vi.waitFor(async () => {
      const metrics = await (await web.get('/metrics')).text();
      expect(metrics).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/items\/:id",status="200"\} [1-9]/);
      expect(metrics).toMatch(/route="\/\*",status="404"/);
      return metrics;
    }, POLL);
    expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/\*",status="404"\} [1-9]/);
    expect(text).toContain('read_model_lag_seconds');
    expect(text).not.toContain('abc-secret-id');
  });

  it('asks all queues at once, and returns the other figures while none answers', async () => {
    const counts = vi.spyOn(web.portal.queues, 'counts').mockReturnValue(new Promise(() => undefined));
    const text = await (await web.get('/metrics')).text();
    expect(counts).toHaveBeenCalledTimes(JOBS.length);
    expect(text).toMatch(/^dependency_up\{name="sql"\} 1$/m);
    expect(text).not.toMatch(/^queue_jobs\{/m);
    counts.mockRestore();
  });

  it('gives no figure for the lag of the lists while it is unknown', async () => {
    const lag = async () => /^read_model_lag_seconds .*$/m.exec(await (await web.get('/metrics')).text())?.[0];
    const freshness = vi.spyOn(web.portal.readModel, 'freshness').mockRejectedValue(new Error('down'));
    expect(await lag()).toBeUndefined();
    freshness.mockRestore();
    expect(await lag()).toMatch(/ \d/);
  });

  it('report age and size of the newest backup, once there is one, and a failure of the last one', async () => {
    const read = async () => (await web.get('/metrics')).text();
    expect(await read()).not.toMatch(/^backup_age_seconds \d/m);
    await web.portal.sql.query(`INSERT INTO backup_state (folder) VALUES ('/respaldos')`);
    expect(await read()).toMatch(/^backup_missing 1$/m);
    await web.portal.sql.query('DELETE FROM backup_state');
    await web.portal.sql.query(`INSERT INTO backup_state (moment, bytes, failed_at) VALUES (now() - interval '2 hours', 1234, now())`);
    expect(await read()).toMatch(/^backup_age_seconds 72\d\d(\.\d+)?$/m);
    expect(await read()).toMatch(/^backup_bytes 1234$/m);
    expect(await read()).toMatch(/^backup_failed 1$/m);
    expect(await read()).toMatch(/^backup_missing 0$/m);
    await web.portal.sql.query('DELETE FROM backup_state');
  });

  it('answers only this machine when there is no token', async () => {
    expect((await rawRequest(web.port, { path: '/metrics' })).status).toBe(200);
    expect((await rawRequest(web.port, { path: '/metrics', headers: { 'X-Forwarded-For': '127.0.0.1' } })).status).toBe(404);
    expect((await rawRequest(web.port, { path: '/metrics', headers: { Forwarded: 'for=127.0.0.1' } })).status).toBe(404);
  });

  it('answers 404 without a token if the portal is behind a proxy', async () => {
    expect((await rawRequest(proxied.port, { path: '/metrics' })).status).toBe(404);
  });

  it('answers only the bearer of the token when there is one', async () => {
    const ask = async (authorization?: string) =>
      (await rawRequest(guarded.port, { path: '/metrics', headers: authorization ? { Authorization: authorization } : {} })).status;
    expect(await ask(`Bearer ${TOKEN}`)).toBe(200);
    expect(await ask()).toBe(404);
    expect(await ask(TOKEN)).toBe(404);
    expect(await ask(`Bearer ${TOKEN}x`)).toBe(404);
  });
});

describe('/browser-errors', () => {
  const found = {
    page: '/items/7',
    build: 'abc123',
    message: 'x is not a function of ana@coop.gt, 1234 5678 90',
    stack: 'at f (/build/a.js?v=1:2:3)',
  };
  const tell = (body: unknown, headers: Record<string, string> = {}, path = '/browser-errors') =>
    rawRequest(web.port, {
      method: 'POST',
      path,
      body: JSON.stringify(body),
      headers: {
        'Content-Type': 'text/plain;charset=UTF-8',
        Origin: `http://127.0.0.1:${web.port}`,
        Host: `127.0.0.1:${web.port}`,
        ...headers,
      },
    });

  it('logs what a browser reports, without e-mail addresses and numbers in its message, and counts it', async () => {
    const line = vi.spyOn(web.portal.log, 'warn');
    expect((await tell(found)).status).toBe(204);
    const [told] = line.mock.calls.find(([, text]) => text === 'browser error') ?? [];
    expect(told).toMatchObject({
      role: null,
      browser: { page: '/items/7', build: 'abc123', message: 'x is not a function of (correo) (número)', stack: 'at f (/build/a.js:2:3)' },
    });
    line.mockRestore();
    expect(await (await web.get('/metrics')).text()).toMatch(/browser_errors_total\{version="[\d.]+"\} 1\n/);
  });

  it('refuses other origins, unknown fields, bodies over the limit and too many reports', async () => {
    expect((await tell(found, { Origin: 'https://evil.example' })).status).toBe(403);
    // The limits for anonymous request bodies match only the exact spelling.
    for (const path of ['/browser-errors/', '/Browser-Errors']) expect((await tell(found, {}, path)).status).toBe(401);
    for (const body of [{}, { ...found, email: 'x' }, { ...found, stack: 7 }, []]) expect((await tell(body)).status).toBe(400);
    expect((await tell({ ...found, stack: 'x'.repeat(20_000) })).status).toBe(413);
    const answers = [];
    for (let sent = 0; sent < 25; sent += 1) answers.push((await tell(found)).status);
    expect(answers).toContain(204);
    expect(answers.at(-1)).toBe(429);
  });
});
