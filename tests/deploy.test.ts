import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findProblems } from '#server/config/config.ts';
import { findProgram } from '#server/testing/find-program.ts';
import { ownPort } from '#server/testing/own-port.ts';
import { rawRequest, useTestWeb } from './http/test-web.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const seconds = (text: string) => Number(/^(\d+)s$/.exec(text)?.[1]);
/** Longest shutdown of web and worker. */
const SHUTDOWN_S = Number(/SHUTDOWN_DEADLINE_MS = (\d+)_000/.exec(read('server/platform/processes/run-process.ts'))?.[1]);

describe('docker-compose.yml', () => {
  interface Service {
    ports?: string[];
    environment: Record<string, string>;
    networks: string[];
    volumes?: string[];
    cap_add?: string[];
    command?: string[];
    [setting: string]: unknown;
  }
  const compose = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, Service>;
    networks: Record<string, unknown>;
  };
  const services = Object.entries(compose.services);

  it.each(services)('gives %s a read-only root, no root capabilities, memory and process limits, and time to stop', (name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], pids_limit: 512 });
    expect(service['mem_limit']).toMatch(/^\d+[mg]$/);
    expect(service.cap_add ?? []).not.toContain('SYS_ADMIN');
    if (['web', 'worker', 'migrate'].includes(name)) expect(service.cap_add).toBeUndefined();
    expect(seconds(String(service['stop_grace_period']))).toBeGreaterThan(SHUTDOWN_S);
  });

  it('publishes only the ports of Caddy, and keeps databases on an internal network', () => {
    expect(services.filter(([, { ports }]) => ports).map(([name, { ports }]) => [name, ports])).toEqual([
      ['caddy', ['80:80', '443:443', '443:443/udp']],
    ]);
    expect(compose.networks['data']).toEqual({ internal: true });
    for (const name of ['postgres', 'redis', 'migrate']) expect(compose.services[name]?.networks, name).toEqual(['data']);
  });

  it('takes every secret from the environment, and requires all but three', () => {
    const secrets = [...read('docker-compose.yml').matchAll(/\$\{(\w*(?:PASSWORD|SECRET|TOKEN)\w*)([^}]*)\}/g)];
    const optional = new Set(['API_TOKEN_PREVIOUS', 'FIREBASE_PASSWORD_HASH', 'METRICS_TOKEN']);
    expect(secrets.length).toBeGreaterThan(5);
    for (const [, name = '', rest] of secrets) expect([name, rest]).toEqual([name, optional.has(name) ? ':-' : `:?${name}`]);
  });

  it('gives the database address of the table owner only to migrate', () => {
    const told = services.filter(([, { environment }]) => 'DATABASE_OWNER_URL' in environment).map(([name]) => name);
    expect(told).toEqual(['migrate']);
    for (const name of ['web', 'worker']) expect(compose.services[name]?.environment['DATABASE_URL']).toContain('//portal_app:');
    expect(compose.services['web']?.environment['TRUST_PROXY']).toBe('${TRUST_PROXY:-1}');
  });

  it('passes the configuration check with .env.example and generated secrets', () => {
    const sample = Object.fromEntries(
      [...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    const given = Object.entries(sample).map(([name, value]) => [
      name,
      value || (/(?<!SAMPLE_)PASSWORD$|SECRET|^(?:API_TOKEN|FACTOR_KEY)$/.test(name) ? randomBytes(24).toString('hex') : ''),
    ]);
    const env = Object.fromEntries(given) as Record<string, string>;
    const fill = (text: string) =>
      String(text).replace(/\$\{(\w+)(?::([-?+])([^}]*))?\}/g, (_, name: string, sign = '', other: string = '') =>
        sign === '+' ? (env[name] && other) || '' : env[name] || (sign === '-' ? other : ''),
      );
    for (const name of ['web', 'worker', 'migrate'])
      expect(
        findProblems(Object.fromEntries(Object.entries(compose.services[name]?.environment ?? {}).map(([key, text]) => [key, fill(text)]))),
      ).toEqual([]);
  });
});

describe('deploy/systemd', () => {
  const units = readdirSync(path.join(ROOT, 'deploy/systemd')).filter((name) => name.endsWith('.service'));

  it.each(units)('%s is hardened and has time to stop', (name) => {
    const text = read(`deploy/systemd/${name}`);
    for (const line of [
      'User=portal',
      'NoNewPrivileges=true',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
      'ProtectHome=true',
      'InaccessiblePaths=-/opt/portal/.git',
    ])
      expect(text).toMatch(new RegExp(`^${line}$`, 'm'));
    expect(text).toMatch(/^MemoryMax=\d+G$/m);
    if (name.includes('@')) expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(SHUTDOWN_S);
  });

  const analyze = findProgram('systemd-analyze');
  it.skipIf(analyze === null)('passes `systemd-analyze verify`', () => {
    const said = execFileSync(analyze ?? '', ['verify', ...units.map((name) => path.join(ROOT, 'deploy/systemd', name))], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(said).toBe('');
  });
});

describe('deploy/monitoring', () => {
  interface Alert {
    alert: string;
    expr: string;
    annotations: Record<string, string>;
  }
  const web = useTestWeb();
  const { groups } = parse(read('deploy/monitoring/alerts.yml')) as { groups: { rules: Alert[] }[] };
  const alerts = groups.flatMap(({ rules }) => rules);
  const dashboard = JSON.parse(read('deploy/monitoring/grafana.json')) as { panels: { targets: { expr: string }[] }[] };

  it('uses only metrics that a running portal exposes', async () => {
    const told = new Set([...(await (await web.get('/metrics')).text()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const expressions = [...alerts.map(({ expr }) => expr), ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
    const named = expressions.flatMap(
      (text) => text.match(/\b(?:[a-z]+_)+(?:seconds|bytes|jobs|total|up|count|bucket|failed|missing)\b/g) ?? [],
    );
    expect(new Set(named).size).toBeGreaterThan(6);
    expect(named.map((name) => name.replace(/_(?:count|bucket)$/, '')).filter((name) => !told.has(name))).toEqual([]);
  });

  it('counts the jobs of a queue once, although each web process reports them', () => {
    const expressions = [...alerts, ...dashboard.panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);
    const counts = expressions.flatMap((text) => text.match(/\w+ by \(queue\) \(queue_jobs|queue_jobs/g) ?? []);
    expect(new Set(counts)).toEqual(new Set(['max by (queue) (queue_jobs']));
  });

  it('gives each alert a meaning, an action and a section of docs/operacion.md', () => {
    for (const { alert, annotations } of alerts) {
      expect(Object.keys(annotations).sort(), alert).toEqual(['action', 'description', 'runbook_url', 'summary']);
      const anchor = /^docs\/operacion\.md#(alerta-[a-z-]+)$/.exec(annotations['runbook_url'] ?? '')?.[1];
      expect(read('docs/operacion.md'), alert).toContain(`<a id="${anchor}"></a>${alert}`);
      expect(read('docs/operacion.md'), alert).toContain(annotations['action']);
    }
  });

  it('counts what answers people as errors, and not what tells monitors that a service is away', () => {
    const { expr } = alerts.find(({ alert }) => alert === 'RespuestasConError') ?? { expr: '' };
    expect(expr.match(/http_request_duration_seconds_count\{[^}]*\}/g)?.map((part) => part.includes('route!~"/readyz|/healthz"'))).toEqual([
      true,
      true,
    ]);
  });

  const promtool = findProgram('promtool');
  it.skipIf(promtool === null)('passes `promtool check rules`', () => {
    execFileSync(promtool ?? '', ['check', 'rules', path.join(ROOT, 'deploy/monitoring/alerts.yml')]);
  });
});

it('deploy/Caddyfile keeps the TLS defaults of Caddy: no versions, ciphers or certificates of its own', () => {
  const settings = read('deploy/Caddyfile').replace(/#.*/g, '');
  expect(settings).toContain('reverse_proxy');
  // Caddy's defaults are TLS 1.2 and 1.3, forward secrecy, and certificates of a public authority.
  expect(settings).not.toMatch(
    /\b(?:tls|protocols|ciphers|curves|default_sni|local_certs|skip_install_trust|acme_ca|strict_sni_host)\b|auto_https (?:off|disable_certs)/,
  );
});

/**
 * Every server that Caddy derives from its configuration has timeouts: for requests the portal's own, for responses enough for slow links.
 */
function expectBounds(adapted: string): void {
  type Bounds = Partial<Record<`${'idle' | 'read' | 'read_header' | 'write'}_timeout`, number>>;
  const { apps } = JSON.parse(adapted) as { apps: { http: { servers: Record<string, Bounds> } } };
  const portal = (name: string) => Number(new RegExp(`${name} = (\\d+)_000;`).exec(read('server/entrances/http/listen.ts'))?.[1]);
  const [megabytes, megabits] = [100, 0.1];
  expect(Object.keys(apps.http.servers).length).toBeGreaterThan(1);
  for (const [name, bounds] of Object.entries(apps.http.servers)) {
    const inSeconds = (key: keyof Bounds) => (bounds[key] ?? 0) / 1e9;
    expect([inSeconds('read_header_timeout'), inSeconds('read_timeout')], name).toEqual(
      ['HEADERS_TIMEOUT_MS', 'REQUEST_TIMEOUT_MS'].map(portal),
    );
    expect(inSeconds('write_timeout'), name).toBeGreaterThan((megabytes * 8) / megabits);
    expect(inSeconds('idle_timeout'), name).toBeGreaterThan(0);
  }
}

const caddy = findProgram('caddy');
it.skipIf(caddy === null)('deploy/Caddyfile is valid and bounds its servers, with and without a separate host for pictures', () => {
  for (const more of [{}, { PUBLIC_MEDIA_URL: 'https://media.example.coop' }]) {
    const adapted = execFileSync(
      caddy ?? '',
      ['adapt', '--validate', '--adapter', 'caddyfile', '--config', path.join(ROOT, 'deploy/Caddyfile')],
      {
        env: { ...process.env, PUBLIC_URL: 'https://portal.example.coop', ...more },
        stdio: 'pipe',
        encoding: 'utf8',
      },
    );
    expectBounds(adapted);
  }
});

it.skipIf(caddy === null)('Caddy redirects people from http to https, answers programs with 403, and closes a stalled body', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-caddy-'));
  const [httpPort, httpsPort] = [await ownPort(), await ownPort()];
  const settings = `local_certs\n\tskip_install_trust\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\tadmin off`;
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, read('deploy/Caddyfile').replace('admin off', settings).replace('read_body 10m', 'read_body 1s'));
  const running = spawn(caddy ?? '', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, PUBLIC_URL: 'https://portal.example.coop' },
    stdio: 'ignore',
  });
  const answerTo = async (address: string) => {
    const { status, headers } = await rawRequest(httpPort, { path: address, headers: { Host: 'portal.example.coop' } });
    return [status, headers.location];
  };
  try {
    await expect.poll(() => answerTo('/login?a=b'), { timeout: 20_000 }).toEqual([308, 'https://portal.example.coop/login?a=b']);
    for (const address of [
      '/api/users',
      '/API/assets/x',
      '/%61pi/users',
      '/reports/user-activity.json',
      '/reports/user-activity.json/?from=2026-01-01',
    ])
      expect([address, ...(await answerTo(address))]).toEqual([address, 403, undefined]);
    const slow = connect(httpPort, '127.0.0.1').on('error', () => undefined);
    slow.resume().write('POST /login HTTP/1.1\r\nHost: portal.example.coop\r\nContent-Length: 100\r\n\r\na');
    await once(slow, 'close');
  } finally {
    running.kill();
    await once(running, 'exit');
    await rm(folder, { recursive: true });
  }
});
