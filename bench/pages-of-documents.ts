import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { processorMs, residentMb } from '#server/platform/processes/process-usage.ts';
import { startPortalProcess } from '#server/testing/portal-processes.ts';
import { withDemo } from './demo.ts';
import { atMost, elapsedMs, leftOut, quantile, type BenchOptions, type BenchResult, type Figure } from './measure.ts';
import { signIn } from './portal-client.ts';

const GROUP = 'documents';
const ROOT = path.join(import.meta.dirname, '..');
const FILES = path.join(ROOT, 'server/pages/testing/files');
const RUNS = { full: 11, quick: 3 };
const COLD_MS = 500;
const KEPT_MS = 30;
const PAGES = 50;
/** By half of the pages the memory that grows only once has grown. */
const WARM_PAGES = 25;
const GROWTH_MB = 64;

/**
 * A person opens a document: time to its first page, rendered and cached; then 50 scanned pages, and the memory of the processes for them.
 */
export async function benchDocuments({ quick }: BenchOptions): Promise<Figure[]> {
  await ensureBuild(ROOT);
  return withDemo(async ({ environment }) => {
    const web = await startPortalProcess('web', environment);
    try {
      const reader = { url: web.url, pid: web.pid, cookie: await signIn(web.url) };
      return [
        ...(await firstPages(reader, quick ? RUNS.quick : RUNS.full)),
        ...(quick ? [leftOut(GROUP, 'memory over 50 scanned pages', 'each of them has to be drawn')] : await manyPages(reader)),
      ];
    } finally {
      await web.kill('SIGKILL');
    }
  });
}

interface Reader {
  url: string;
  /** Process id of the web process. */
  pid: number;
  cookie: string;
}

async function firstPages(reader: Reader, runs: number): Promise<BenchResult[]> {
  const plain = await readFile(path.join(FILES, 'plain.pdf'));
  const cold: number[] = [];
  const kept: number[] = [];
  const worked: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    // Different bytes each time but the same document: bytes behind the end of a PDF are ignored.
    const id = await upload(reader, Buffer.concat([plain, Buffer.from(`\n% ${run}\n`)]), `ocho-${run}.pdf`);
    const before = workedMs(reader.pid);
    cold.push(await elapsedMs(() => readPage(reader, id, 1)));
    worked.push(workedMs(reader.pid) - before);
    kept.push(await elapsedMs(() => readPage(reader, id, 1)));
  }
  const [started = Number.NaN] = cold;
  return [
    atMost(
      GROUP,
      `first page of an 8-page PDF, ${quantile(worked.slice(1), 0.5).toFixed(0)} ms of processors (with the start of the process that draws: ${started.toFixed(0)} ms)`,
      quantile(cold.slice(1), 0.5),
      COLD_MS,
    ),
    atMost(GROUP, 'the same page once it is kept', quantile(kept.slice(1), 0.5), KEPT_MS),
  ];
}

async function manyPages(reader: Reader): Promise<BenchResult[]> {
  const id = await upload(reader, await readFile(path.join(FILES, 'scanned-50.pdf')), 'cincuenta.pdf');
  let warm = { web: 0, drawing: 0 };
  const startedAt = performance.now();
  for (let page = 1; page <= PAGES; page += 1) {
    await readPage(reader, id, page);
    if (page === WARM_PAGES) warm = residentMemory(reader.pid);
  }
  const ms = performance.now() - startedAt;
  const end = residentMemory(reader.pid);
  const megabytes = (value: number) => `${value.toFixed(0)} MB`;
  return [
    atMost(
      GROUP,
      `50 scanned pages in ${(ms / 1_000).toFixed(1)} s: the web process (${megabytes(end.web)}) grows by`,
      end.web - warm.web,
      GROWTH_MB,
      megabytes,
    ),
    atMost(GROUP, `and those that draw (${megabytes(end.drawing)}) by`, end.drawing - warm.drawing, GROWTH_MB, megabytes),
  ];
}

/** Resident memory of a process and of its children. */
function residentMemory(pid: number): { web: number; drawing: number } {
  return { web: residentMb(pid), drawing: childrenOf(pid).reduce((sum, child) => sum + residentMb(child), 0) };
}

/** CPU time of a process and of its children. */
function workedMs(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + processorMs(one), 0);
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

async function upload(reader: Reader, content: Buffer, fileName: string): Promise<string> {
  const { url, cookie } = reader;
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: fileName, folderId: 'carpeta-01', documentTypeId: await pdfType(reader) }))
    form.append(name, value);
  form.append('file', new Blob([new Uint8Array(content)]), fileName);
  const response = await fetch(`${url}/briefcase/upload`, {
    method: 'POST',
    body: form,
    headers: { Cookie: cookie, Origin: url, Accept: 'application/json' },
  });
  if (response.status !== 201) throw new Error(`upload answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

async function pdfType({ url, cookie }: Reader): Promise<string> {
  const response = await fetch(`${url}/briefcase/upload`, { headers: { Cookie: cookie, Accept: 'application/json' } });
  const { documentTypes } = (await response.json()) as { documentTypes: { id: string; extensions: string[] }[] };
  const found = documentTypes.find(({ extensions }) => extensions.length === 0 || extensions.includes('pdf'));
  if (!found) throw new Error('no document type takes a PDF');
  return found.id;
}

async function readPage({ url, cookie }: Reader, id: string, page: number): Promise<void> {
  const response = await fetch(`${url}/briefcase/files/${id}/pages/${page}`, { headers: { Cookie: cookie } });
  if (response.headers.get('content-type') !== 'image/webp') throw new Error(`page ${page} answered ${response.status}`);
  await response.arrayBuffer();
}
