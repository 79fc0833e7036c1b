import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { startPortalProcess } from '#server/testing/portal-processes.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { withDemo } from './demo.ts';
import { atLeast, atMost, leftOut, quantile, times, type BenchOptions, type BenchResult, type Figure } from './measure.ts';
import { compareRates, signIn, startBare } from './portal-client.ts';
import { readMarkup } from './read-markup.ts';
import { weighPages } from './weights.ts';

const GROUP = 'pages';
const ROOT = path.join(import.meta.dirname, '..');
const ROWS = 50;
const BARE_RATIO = 0.55;
/** With those of the demo, the most rows that are exported in one response: larger exports are prepared by the worker. */
const EXPORT_ROWS = 99_000;
const EXPORT_ROUNDS = 12;
/** About as long as one export takes. */
const ROUND_MS = 1_500;

/** The list page of agencies as a signed-in person gets it, compared with a bare Remix page; and the same list during a big export. */
export async function benchPages({ quick }: BenchOptions): Promise<Figure[]> {
  await ensureBuild(ROOT);
  return withDemo(async ({ environment, sql }) => {
    await addAgencies(sql, 100);
    const web = await startPortalProcess('web', environment);
    try {
      const headers = { cookie: await signIn(web.url) };
      const list = `${web.url}/locations/list-agencies`;
      return [
        await compareWithBarePage({ list: `${list}?pageSize=${ROWS}`, headers, quick }),
        ...(await weighPages(GROUP, { url: web.url, headers, sql })),
        ...(quick
          ? [leftOut(GROUP, 'list during exports', 'too few answers for a 99th percentile, unless exports are many')]
          : await measureDuringExport({ list, headers, sql })),
      ];
    } finally {
      await web.kill('SIGKILL');
    }
  });
}

/** The bare page has the same markup, shell included, as plain elements, and as many rows of data from memory. */
async function compareWithBarePage({
  list,
  headers,
  quick,
}: {
  list: string;
  headers: Record<string, string>;
  quick: boolean;
}): Promise<BenchResult> {
  const bare = await startBarePage(await (await fetch(list, { headers })).text());
  const [ours, theirs] = await compareRates({ url: list, headers }, { url: bare.url }, { quick }).finally(() => bare.stop());
  return atLeast(
    GROUP,
    `list of agencies, ${ROWS} rows: ${ours.toFixed(0)}/s against a bare page ${theirs.toFixed(0)}/s`,
    ours / theirs,
    BARE_RATIO,
  );
}

/**
 * The list with and without an export in parallel, alternately. One export ends after some 60 responses, too few for a 99th percentile, so
 * those of several rounds are pooled.
 */
async function measureDuringExport({
  list,
  headers,
  sql,
}: {
  list: string;
  headers: Record<string, string>;
  sql: Sql;
}): Promise<BenchResult[]> {
  await addAgencies(sql, EXPORT_ROWS);
  const latencies: { without: number[]; during: number[] } = { without: [], during: [] };
  let bytes = 0;
  for (let round = 0; round < EXPORT_ROUNDS; round += 1) {
    const until = performance.now() + ROUND_MS;
    latencies.without.push(...(await steadyLatencies(list, headers, () => performance.now() < until)));
    let exporting = true;
    const exported = download(`${list}/export?format=xlsx`, headers).finally(() => {
      exporting = false;
    });
    latencies.during.push(...(await steadyLatencies(list, headers, () => exporting)));
    bytes = await exported;
  }
  const [during, without] = [quantile(latencies.during, 0.99), quantile(latencies.without, 0.99)];
  const name = `list p99 of ${latencies.during.length} answers during exports of ${EXPORT_ROWS} rows (${(bytes / 1_048_576).toFixed(1)} MB): ${during.toFixed(0)} ms / ${without.toFixed(0)} ms`;
  return [atMost(GROUP, name, during / without, 2, times)];
}

/** Adds agencies until there are `count` besides those of the demo. */
export async function addAgencies(sql: Sql, count: number): Promise<void> {
  await sql.query(
    `INSERT INTO agencias (id, nombre, direccion, tipo, telefono, horarios, "createdAt", source_version, search_text)
     SELECT 'bench' || i, 'Agencia de prueba ' || i, 'Zona ' || (i % 25) || ', Ciudad de Guatemala', 'agencia', '7762-7514', 'Lunes a viernes 8:00 a 17:00', timestamptz '2020-01-01' + i * interval '1 minute', 1, 'agencia de prueba ' || i
     FROM generate_series(1, $1) i ON CONFLICT DO NOTHING`,
    [count],
  );
  await sql.query('VACUUM ANALYZE agencias');
}

/** One client that pauses behaves like a person; a closed loop would measure how two loads share one core. */
const THINK_MS = 20;

export async function steadyLatencies(url: string, headers: Record<string, string>, goOn: () => boolean): Promise<number[]> {
  const latencies: number[] = [];
  while (goOn()) {
    const begun = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    latencies.push(performance.now() - begun);
    await pause(THINK_MS);
  }
  return latencies;
}

/** @returns the size of the response in bytes */
async function download(url: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(url, { headers });
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !type.includes('spreadsheet')) throw new Error(`${url} answered ${response.status}, ${type}`);
  return (await response.arrayBuffer()).byteLength;
}

async function startBarePage(html: string): Promise<{ url: string; stop: () => void }> {
  const rows = Array.from({ length: ROWS }, (_unused, index) => ({
    id: `agencia-${index}`,
    nombre: `Agencia ${index}`,
    tipo: 'agencia',
    direccion: `${index}a. calle 4-20, zona 1`,
    telefono: '7762-7514',
    estado: true,
  }));
  await mkdir(path.join(ROOT, '.cache/bare'), { recursive: true });
  await writeFile(path.join(ROOT, '.cache/bare/page.json'), JSON.stringify({ rows, body: readMarkup(html) }));
  const remix = path.join(ROOT, 'node_modules/@remix-run/dev/dist/cli.js');
  await promisify(execFile)(process.execPath, [remix, 'build'], {
    cwd: path.join(ROOT, 'bench/bare'),
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return startBare('server.ts');
}
