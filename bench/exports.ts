import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { Readable } from 'node:stream';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { startPortalProcess } from '#server/testing/portal-processes.ts';
import { withDemo } from './demo.ts';
import { atMost, isTrue, quantile, times, type BenchOptions, type BenchResult } from './measure.ts';
import { addAgencies, steadyLatencies } from './pages.ts';
import { signIn } from './portal-client.ts';

const GROUP = 'exports';
const ROOT = path.join(import.meta.dirname, '..');
const BESIDE_ROWS = { full: 302_000, quick: 110_000 };
/** More rows than one worksheet holds. */
const MANY_ROWS = { full: 1_100_000, quick: 200_000 };
const ROUNDS = { full: 4, quick: 2 };
const QUIET_MS = 6_000;
const MEMORY_LIMIT_MB = 300;
const SAMPLE_EVERY_MS = 100;
const EXCEL_ROWS = 1_048_576;

interface Place {
  list: string;
  headers: Record<string, string>;
  sql: Sql;
}

/** Response times of a list while the worker writes a large export of it, and the worker's memory for more rows than a worksheet holds. */
export async function benchExports({ quick }: BenchOptions): Promise<BenchResult[]> {
  const size = quick ? 'quick' : 'full';
  await ensureBuild(ROOT);
  return withDemo(async ({ environment, sql }) => {
    await addAgencies(sql, BESIDE_ROWS[size]);
    const [web, worker] = await Promise.all([startPortalProcess('web', environment), startPortalProcess('worker', environment)]);
    try {
      const place = { list: `${web.url}/locations/list-agencies`, headers: { cookie: await signIn(web.url) }, sql };
      const before = await residentMb(worker.pid);
      const beside = await measureList(place, ROUNDS[size]);
      await addAgencies(sql, MANY_ROWS[size]);
      return [...beside, ...(await measureMemory(place, { pid: worker.pid, before, web: web.url }))];
    } finally {
      await Promise.all([web.kill('SIGKILL'), worker.kill('SIGKILL')]);
    }
  });
}

async function measureList(place: Place, rounds: number): Promise<BenchResult[]> {
  const latencies: { without: number[]; during: number[] } = { without: [], during: [] };
  let rows = 0;
  for (let round = 0; round < rounds; round += 1) {
    const until = performance.now() + QUIET_MS;
    latencies.without.push(...(await steadyLatencies(place.list, place.headers, () => performance.now() < until)));
    const id = await requestExport(place, 'xlsx');
    let isOver = false;
    const finished = untilReady(place.sql, id).finally(() => {
      isOver = true;
    });
    latencies.during.push(...(await steadyLatencies(place.list, place.headers, () => !isOver)));
    rows = await finished;
  }
  const [during, without] = [quantile(latencies.during, 0.99), quantile(latencies.without, 0.99)];
  const [duringMedian, withoutMedian] = [quantile(latencies.during, 0.5), quantile(latencies.without, 0.5)];
  const name = `list p99 of ${latencies.during.length} answers while ${rows} rows are written: ${during.toFixed(0)} ms / ${without.toFixed(0)} ms (medians ${duringMedian.toFixed(0)} / ${withoutMedian.toFixed(0)} ms)`;
  return [atMost(GROUP, name, during / without, 2, times)];
}

async function measureMemory(place: Place, { pid, before, web }: { pid: number; before: number; web: string }): Promise<BenchResult[]> {
  const id = await requestExport(place, 'xlsx');
  let peak = before;
  let isOver = false;
  const sampling = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await residentMb(pid));
      await pause(SAMPLE_EVERY_MS);
    }
  })();
  const begun = performance.now();
  const rows = await untilReady(place.sql, id).finally(() => {
    isOver = true;
  });
  await sampling;
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  const file = Buffer.from(await (await fetch(`${web}/exports/${id}/download`, { headers: place.headers })).arrayBuffer());
  const tabs = await countTabs(file);
  return [
    atMost(
      GROUP,
      `resident memory of the worker over ${rows} rows (${seconds} s, ${(file.length / 1_048_576).toFixed(0)} MB file) grows by`,
      peak - before,
      MEMORY_LIMIT_MB,
      (value) => `${Math.round(value)} MB`,
    ),
    isTrue(
      GROUP,
      `every row is in its ${tabs.length} tab(s): ${tabs.join(' + ')}`,
      tabs.reduce((sum, tab) => sum + tab, 0) === rows && tabs.length === Math.ceil(rows / EXCEL_ROWS),
    ),
  ];
}

/** Requests an export of the whole list. @returns the id of the export */
async function requestExport({ list, headers }: Place, format: 'csv' | 'xlsx'): Promise<string> {
  const answer = await fetch(`${list}/export?format=${format}`, { headers, redirect: 'manual' });
  await answer.arrayBuffer();
  const location = answer.headers.get('location');
  if (answer.status !== 303 || !location) throw new Error(`a large export answered ${answer.status}`);
  return path.posix.basename(location);
}

/** @returns the number of rows written */
async function untilReady(sql: Sql, id: string): Promise<number> {
  for (;;) {
    const { rows } = await sql.query<{ state: string; error: string; rows_written: number }>(
      'SELECT state, error, rows_written FROM exports WHERE id = $1',
      [id],
    );
    const [found] = rows;
    if (found?.state === 'ready') return found.rows_written;
    if (!found || found.state === 'failed') throw new Error(`the export failed: ${found?.error}`);
    await pause(SAMPLE_EVERY_MS);
  }
}

/** Data rows of each non-empty worksheet: those with a value in the first column, below the header. */
async function countTabs(file: Buffer): Promise<number[]> {
  const options = { worksheets: 'emit', sharedStrings: 'ignore', hyperlinks: 'ignore', styles: 'ignore', entries: 'ignore' } as const;
  const tabs: number[] = [];
  for await (const sheet of new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([file]), options)) {
    let rows = 0;
    let isData = false;
    for await (const row of sheet) {
      if (isData && row.getCell(1).text !== '') rows += 1;
      else if (row.getCell(1).text === 'Nombre') isData = true;
    }
    if (isData) tabs.push(rows);
  }
  return tabs;
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1_000;
}
