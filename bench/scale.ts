import { setTimeout as pause } from 'node:timers/promises';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { importDocuments } from '#server/ports/documents/embedded/import.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { ownPort } from '#server/testing/own-port.ts';
import { startPortalProcess, type PortalProcess } from '#server/testing/portal-processes.ts';
import { withDemo } from './demo.ts';
import { load } from './load.ts';
import { atLeast, type BenchOptions, type Figure } from './measure.ts';
import { signIn } from './portal-client.ts';

const GROUP = 'scale';
/** Lists, a record, a report and Inicio: what a person visits in turn. */
const PAGES = [
  '/',
  '/briefcase/list-briefcase',
  '/customers/list-customers?q=garcia',
  '/customers/list-customers/asociado-0001',
  '/digitalization-documents/list-digitalization-docs',
  '/quotes/list-quotes?tipo=prestamo',
  '/briefcase/reports/downloads-by-user?from=2026-10-01&to=2026-10-31',
];
const CLIENTS = 16;
/** Two processes must reach at least this share of one's throughput: they share the machine with the database and the clients. */
const TOGETHER = 0.8;
const MS = { full: 10_000, quick: 1_500 };
const DOCUMENTS = { full: 20_000, quick: 2_000 };

/** What one machine can serve, and whether two processes of each kind share the work: the figures of docs/scale.md. */
export async function benchScale({ quick }: BenchOptions): Promise<Figure[]> {
  await ensureBuild(`${import.meta.dirname}/..`);
  return withDemo(async ({ environment, sql }) => {
    const [durationMs, documents] = quick ? [MS.quick, DOCUMENTS.quick] : [MS.full, DOCUMENTS.full];
    const rates: { pages: number; writes: number; rows: number; p99Ms: number }[] = [];
    for (const count of [1, 2]) {
      const webs = await startMany('web', environment, count);
      const { pages, writes, p99Ms } = await drive(webs, durationMs).finally(() => endAll(webs));
      const workers = await startMany('worker', environment, count);
      const rows = await writeClients(sql, documents, count).finally(() => endAll(workers));
      rates.push({ pages, writes, rows, p99Ms });
    }
    const [one, two] = rates;
    if (!one || !two) return [];
    const compare = (what: string, key: 'pages' | 'rows' | 'writes') =>
      atLeast(
        GROUP,
        `${what} a second: ${one[key].toFixed(0)} of one process, ${two[key].toFixed(0)} of two`,
        two[key] / one[key],
        TOGETHER,
      );
    return [
      compare(`pages (p99 ${one.p99Ms.toFixed(0)} ms with ${CLIENTS} at once, ${two.p99Ms.toFixed(0)} ms)`, 'pages'),
      compare('acknowledged saves', 'writes'),
      compare(`documents of others, of ${documents}, as rows`, 'rows'),
    ];
  });
}

async function startMany(kind: 'web' | 'worker', environment: Record<string, string>, count: number): Promise<PortalProcess[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const port = String(await ownPort());
      return startPortalProcess(kind, { ...environment, [kind === 'web' ? 'PORT' : 'WORKER_PORT']: port });
    }),
  );
}

const endAll = (processes: readonly PortalProcess[]) => Promise.all(processes.map((one) => one.kill('SIGKILL')));

async function drive(webs: readonly PortalProcess[], durationMs: number): Promise<{ pages: number; writes: number; p99Ms: number }> {
  const [first] = webs;
  // People use one address, behind which a proxy chooses the process.
  const cookie = await signIn(first?.url ?? '');
  const addresses = PAGES.flatMap((page) => webs.map(({ url }) => url + page));
  await load(addresses, { clients: CLIENTS, durationMs: durationMs / 2, headers: { cookie } });
  const { requestsPerSecond, p99Ms } = await load(addresses, { clients: CLIENTS, durationMs, headers: { cookie } });
  return { pages: requestsPerSecond, p99Ms, writes: await save(webs, cookie, durationMs) };
}

/** Saves departments, each with its audit entry and its row. @returns acknowledged saves per second */
async function save(webs: readonly PortalProcess[], cookie: string, durationMs: number): Promise<number> {
  const startedAt = performance.now();
  let saved = 0;
  const client = async (_unused: unknown, place: number) => {
    const url = webs[place % webs.length]?.url ?? '';
    for (let n = 0; performance.now() < startedAt + durationMs; n += 1) {
      const body = new URLSearchParams({ nombre: `Departamento ${webs.length}-${place}-${n}`, descripcion: '', estado: 'true' });
      const answer = await fetch(`${url}/departments/list-departments/new`, {
        method: 'POST',
        body,
        headers: { cookie, origin: url },
        redirect: 'manual',
      });
      if (answer.status !== 302) throw new Error(`a save answered ${answer.status}`);
      saved += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (saved / (performance.now() - startedAt)) * 1_000;
}

/** Writes documents as the mobile app does, all at once. @returns rows synced per second */
async function writeClients(sql: Sql, count: number, round: number): Promise<number> {
  const at = new Date();
  const startedAt = performance.now();
  await importDocuments(
    sql,
    'main',
    Array.from({ length: count }, (_unused, n) => ({
      path: `clientes/llegado-${round}-${n}`,
      data: { codigo: `L-${round}-${n}`, nombre: `Llegado ${n}`, isActive: true, createdAt: at, updatedAt: at },
    })),
    { silent: false },
  );
  const arrived = async () => {
    const { rows } = await sql.query<{ n: number }>(`SELECT count(*)::int AS n FROM clientes WHERE id LIKE $1`, [`llegado-${round}-%`]);
    return rows[0]?.n ?? 0;
  };
  while ((await arrived()) < count) await pause(100);
  return (count / (performance.now() - startedAt)) * 1_000;
}
