import path from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { importUrl } from '#server/domain/imports.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { residentMb } from '#server/platform/processes/process-usage.ts';
import { startPortalProcess } from '#server/testing/portal-processes.ts';
import { withDemo } from './demo.ts';
import { atMost, isTrue, type BenchOptions, type BenchResult } from './measure.ts';
import { signIn } from './portal-client.ts';

const GROUP = 'imports';
const ROOT = path.join(import.meta.dirname, '..');
const AGENCIES = '/locations/list-agencies';
const ROWS = { full: 50_000, quick: 5_000 };
const MISTAKES = 40;
const SAMPLE_EVERY_MS = 100;
/**
 * Most that the peak memory of a web or worker process may grow over the peak for a file of a tenth of the rows. Garbage that V8 lets
 * accumulate (some 100 MB of the young generation, as much of the old one) is in both peaks; rows kept in memory would be in one only.
 */
const GROWTH_LIMIT_MB = 75;

/** A workbook of 50,000 rows with 40 mistakes: uploaded, reviewed, applied and uploaded again, as a browser does it. */
export async function benchImports({ quick }: BenchOptions): Promise<BenchResult[]> {
  const rows = ROWS[quick ? 'quick' : 'full'];
  await ensureBuild(ROOT);
  const { file, planted } = await makeWorkbook(rows);
  return withDemo(async ({ environment, sql }) => {
    const [web, worker] = await Promise.all([startPortalProcess('web', environment), startPortalProcess('worker', environment)]);
    try {
      const place = { web: web.url, cookie: await signIn(web.url), sql };
      const memoryOf = () => watchMemory({ web: web.pid, worker: worker.pid });
      const tenth = memoryOf();
      const smaller = await uploadFile(place, (await makeWorkbook(rows / 10, 'Sucursal')).file);
      await until(sql, `SELECT state = 'ready' AS yes FROM imports WHERE id = $1`, smaller);
      await applyRight(place, smaller);
      const small = await tenth.end();
      const memory = memoryOf();
      const before = await counted(sql);
      const read = await timed(() => uploadFile(place, file));
      const looked = await timed(() => until(sql, `SELECT state = 'ready' AS yes FROM imports WHERE id = $1`, read.result));
      const untouched = await counted(sql);
      const { rows: wrongRows } = await sql.query<{ at: number }>(
        `SELECT row_number AS at FROM import_rows WHERE import_id = $1 AND outcome = 'wrong' ORDER BY place`,
        [read.result],
      );
      const applied = await timed(() => applyRight(place, read.result));
      const after = await counted(sql);
      const repeated = await uploadFile(place, file);
      await until(sql, `SELECT state = 'ready' AS yes FROM imports WHERE id = $1`, repeated);
      const { rows: same } = await sql.query<{ found: number }>(
        `SELECT count(*)::int AS found FROM import_rows WHERE import_id = $1 AND outcome = 'same'`,
        [repeated],
      );
      const large = await memory.end();
      const right = rows - MISTAKES;
      const seconds = `read ${read.seconds}, looked at ${looked.seconds}, applied ${applied.seconds} s`;
      return [
        isTrue(
          GROUP,
          `${rows} rows of ${(file.length / 1_048_576).toFixed(1)} MB (${seconds}): all ${MISTAKES} mistakes named with their rows`,
          String(wrongRows.map(({ at }) => at)) === String(planted),
        ),
        isTrue(GROUP, 'nothing is written before «Aplicar»', String(untouched) === String(before)),
        isTrue(
          GROUP,
          `${right} records and as many audit entries after it (${after[0] - before[0]}, ${after[1] - before[1]})`,
          after[0] - before[0] === right && after[1] - before[1] === right,
        ),
        isTrue(GROUP, `the same file again: ${same[0]?.found} unchanged`, same[0]?.found === right),
        ...(['web', 'worker'] as const).map((kind) =>
          atMost(
            GROUP,
            `${kind}: ${large[kind].toFixed(0)} MB at most, above the ${small[kind].toFixed(0)} of a tenth of the rows`,
            large[kind] - small[kind],
            GROWTH_LIMIT_MB,
            (value) => `${value.toFixed(0)} MB`,
          ),
        ),
      ];
    } finally {
      await Promise.all([web.kill('SIGKILL'), worker.kill('SIGKILL')]);
    }
  });
}

const BAD: readonly ((cells: string[], name: string) => void)[] = [
  (cells) => (cells[1] = 'Banco'),
  (cells) => (cells[2] = ''),
  (cells) => (cells[3] = '1'),
  (cells, name) => (cells[0] = `${name} 1`),
  (cells) => (cells[4] = '99'),
];

async function makeWorkbook(rows: number, name = 'Agencia'): Promise<{ file: Buffer; planted: number[] }> {
  const stream = new PassThrough();
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useSharedStrings: true });
  const sheet = book.addWorksheet('Agencias');
  sheet.addRow(['Nombre *', 'Tipo *', 'Dirección *', 'Teléfono', 'Latitud', 'Longitud', 'Horarios']).commit();
  const planted: number[] = [];
  const every = Math.floor(rows / (MISTAKES + 1));
  for (let row = 1; row <= rows; row += 1) {
    const cells = [
      `${name} ${row}`,
      'Agente',
      `Calle ${row}, zona ${row % 21}`,
      '2345-6789',
      '14.6',
      '-90.5',
      'Lunes a viernes de 8:00 a 17:00',
    ];
    if (rows > MISTAKES && row % every === 0 && planted.length < MISTAKES) {
      BAD[planted.length % BAD.length]?.(cells, name);
      planted.push(row + 1);
    }
    sheet.addRow(cells).commit();
  }
  await book.commit();
  return { file: Buffer.concat(chunks), planted };
}

interface Place {
  web: string;
  cookie: string;
  sql: Sql;
}

async function uploadFile({ web, cookie }: Place, file: Buffer): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(file)]), 'agencias.xlsx');
  const answer = await fetch(web + importUrl(AGENCIES), {
    method: 'POST',
    body,
    headers: { cookie, origin: web, accept: 'application/json' },
  });
  if (answer.status !== 201) throw new Error(`the file was answered with ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

async function send({ web, cookie }: Place, fields: Record<string, string>): Promise<void> {
  const headers = { cookie, origin: web, accept: 'text/html' };
  const answer = await fetch(web + importUrl(AGENCIES), { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });
  if (answer.status !== 302) throw new Error(`«Aplicar» was answered with ${answer.status}`);
}

async function applyRight(place: Place, id: string): Promise<void> {
  await send(place, { intent: 'apply-right', id });
  await until(place.sql, `SELECT state = 'done' AS yes FROM bulk_runs WHERE id = $1`, id);
}

async function until(sql: Sql, question: string, id: string): Promise<void> {
  for (;;) {
    const { rows } = await sql.query<{ yes: boolean }>(question, [id]);
    if (rows[0]?.yes) return;
    await pause(250);
  }
}

/** Number of agencies and of their audit entries. */
async function counted(sql: Sql): Promise<[number, number]> {
  const { rows } = await sql.query<{ agencies: number; entries: number }>(
    `SELECT count(*) FILTER (WHERE collection = 'agencias')::int AS agencies,
       count(*) FILTER (WHERE collection = 'auditoria' AND data->>'targetPath' LIKE 'agencias/%')::int AS entries
     FROM documents.documents WHERE database = 'main' AND NOT deleted`,
  );
  return [rows[0]?.agencies ?? 0, rows[0]?.entries ?? 0];
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: string }> {
  const begun = performance.now();
  const result = await work();
  return { result, seconds: ((performance.now() - begun) / 1_000).toFixed(0) };
}

function watchMemory(processes: { web: number; worker: number }) {
  let isOver = false;
  const watch = async (pid: number) => {
    let peak = residentMb(pid);
    while (!isOver) {
      peak = Math.max(peak, residentMb(pid));
      await pause(SAMPLE_EVERY_MS);
    }
    return peak;
  };
  const [web, worker] = [watch(processes.web), watch(processes.worker)];
  return {
    end: async () => {
      isOver = true;
      return { web: await web, worker: await worker };
    },
  };
}
