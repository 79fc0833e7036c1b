import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pdf } from '#server/ports/files/testing/sample-files.ts';
import { findOutdated } from '#server/read-model/upkeep/outdated.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { startPortalProcess } from '#server/testing/portal-processes.ts';
import { signIn, useDemoProcesses } from './demo-portal.ts';

describe('stopping and starting again', () => {
  const portal = useDemoProcesses({ browser: false });

  it('finds no outdated rows after the first filling', async () => {
    expect((await findOutdated(portal.database.sql, PROJECTIONS)).map(({ table }) => table)).toEqual([]);
  });

  async function get(path: string, cookie: string): Promise<Response> {
    return fetch(`${portal.url}${path}`, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' });
  }

  it('keeps sessions, records, files and reports, ends with code 0 and leaves no process behind', async () => {
    const cookie = await signIn(portal.url, 'admin@demo.coop');
    const content = pdf('Durable');
    const file = await uploadFile(portal.url, cookie, content);
    const before = await reportTotal(await get('/briefcase/reports/uploads-by-user?from=2020-01-01', cookie));

    const children = [portal.web.pid, portal.worker.pid].flatMap((pid) => [pid, ...descendantsOf(pid)]);
    expect(children.every(isAlive)).toBe(true);
    expect(await Promise.all([portal.web.kill('SIGTERM'), portal.worker.kill('SIGTERM')])).toEqual([0, 0]);
    await expect.poll(() => children.filter(isAlive), { timeout: 5_000 }).toEqual([]);
    await expect(fetch(portal.url)).rejects.toThrow();

    const { environment } = portal;
    [portal.web, portal.worker] = await Promise.all([startPortalProcess('web', environment), startPortalProcess('worker', environment)]);
    expect((await get('/', cookie)).status).toBe(200);
    const download = await get(`${file}/download`, cookie);
    expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true);
    expect(await (await get('/briefcase/list-briefcase?q=durable', cookie)).text()).toContain('Durable.pdf');
    expect(await reportTotal(await get('/briefcase/reports/uploads-by-user?from=2020-01-01', cookie))).toBe(before);
    await expect.poll(async () => (await fetch(`${portal.url}/readyz`)).status, { timeout: 15_000 }).toBe(200);
  });
});

async function uploadFile(url: string, cookie: string, content: Buffer): Promise<string> {
  const body = new FormData();
  for (const [name, value] of [
    ['name', 'Durable'],
    ['folderId', 'carpeta-01'],
    ['documentTypeId', 'tipo-01'],
  ] as const)
    body.append(name, value);
  body.append('file', new File([new Uint8Array(content)], 'durable.pdf', { type: 'application/pdf' }));
  const response = await fetch(`${url}/briefcase/upload`, {
    method: 'POST',
    body,
    headers: { cookie, origin: url, accept: 'application/json' },
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { url: string }).url;
}

async function reportTotal(page: Response): Promise<string> {
  const total = /<tfoot>.*?<td class="num"[^>]*>([^<]*)<\/td>/s.exec(await page.text())?.[1];
  if (!total) throw new Error('the report shows no total');
  return total;
}

/** False also for a zombie: a process that has ended but was not reaped by its parent yet. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(statusOf(pid));
  } catch {
    return false;
  }
}

/** All descendants as the kernel lists them; none on systems other than Linux. */
function descendantsOf(pid: number): number[] {
  const parents = new Map(processes().map((entry) => [entry, parentOf(entry)]));
  const childrenOf = (parent: number): number[] =>
    [...parents].filter(([, of]) => of === parent).flatMap(([child]) => [child, ...childrenOf(child)]);
  return childrenOf(pid);
}

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(statusOf(pid))?.[1] ?? 0);
}

/** '' when it has ended, and on systems other than Linux. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
