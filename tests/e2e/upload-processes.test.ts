import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '#server/platform/log/log.ts';
import { createQueues } from '#server/ports/queue/create-queues.ts';
import { cleanUnfinishedUploadsJob, PART_BYTES } from '#server/stored-files/unfinished-uploads.ts';
import { startPortalProcess, testEnvironment, type PortalProcess } from '#server/testing/portal-processes.ts';
import { noChromium, useDemoProcesses } from './demo-portal.ts';

/** Starts like a film, for type detection; five whole parts and a piece of a sixth, with content that never repeats. */
const content = Buffer.from(
  `\0\0\0\x18ftypmp42\0\0\0\0mp42isom${Array.from({ length: 340_000 }, (_, line) => `Cuadro ${line}`.padEnd(64, '.')).join('')}`,
  'latin1',
);
const PARTS = Math.ceil(content.length / PART_BYTES);
const sha256 = createHash('sha256').update(content).digest('hex');
const WAIT = { timeout: 30_000, interval: 100 };

describe.skipIf(noChromium)('uploads in parts between several processes', () => {
  const portal = useDemoProcesses();
  let second: PortalProcess;
  let front: Front;
  let directory: string;
  let film: string;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'portal-film-'));
    film = path.join(directory, 'Asamblea del año.mp4');
    await writeFile(film, content);
    const { environment, remove } = await testEnvironment(portal.database.url);
    second = await startPortalProcess('web', { ...portal.environment, PORT: environment['PORT'] ?? '' });
    await remove();
    front = await openFront([portal.url, second.url]);
  });
  afterAll(async () => {
    front?.close();
    await second?.kill('SIGTERM');
    await rm(directory, { recursive: true, force: true });
  });

  const partFiles = async (id: string) => {
    const names = await readdir(path.join(portal.environment['FILES_DIR'] ?? '', '.uploads')).catch((): string[] => []);
    return names.filter((name) => name.startsWith(id));
  };

  it('become one file although the parts go to two web processes in turn', async () => {
    const { page, context } = await portal.as('admin', { baseURL: front.url });
    await context.addCookies((await context.cookies()).map(({ name, value }) => ({ name, value, url: front.url })));
    await page.goto('/briefcase/list-briefcase?carpetaId=carpeta-01#cargar');
    const bench = page.getByRole('region', { name: 'Carga de archivos' });
    await bench.locator('input[type=file]:not([capture])').setInputFiles(film);
    await bench.getByRole('button', { name: 'Cargar 1 archivo' }).click();
    await bench.getByText('Cargado', { exact: true }).waitFor({ timeout: 60_000 });

    const taken = front.answered.filter(({ method, url }) => method === 'PUT' && url.includes('/parts/'));
    expect(taken.map(({ status }) => status)).toEqual(Array.from({ length: PARTS }, () => 204));
    for (const process of [0, 1]) expect(taken.filter((part) => part.process === process).length).toBeGreaterThanOrEqual(2);
    const { rows } = await portal.database.sql.query<{ id: string; sha256: string }>(
      `SELECT id, sha256 FROM maletin_archivos WHERE nombre = 'Asamblea del año.mp4'`,
    );
    expect(rows).toEqual([{ id: expect.any(String) as string, sha256 }]);
    const id = rows[0]?.id ?? '';
    expect((await portal.database.sql.query('SELECT kind FROM eventos_archivos WHERE "fileId" = $1', [id])).rows).toEqual([
      { kind: 'upload' },
    ]);
    expect(await partFiles(id)).toEqual([]);
    for (const { url } of [portal.web, second]) {
      const file = await fetch(`${url}/briefcase/files/${id}/download`, { headers: { cookie: await portal.cookieOf('admin') } });
      const hash = createHash('sha256').update(new Uint8Array(await file.arrayBuffer()));
      expect(hash.digest('hex')).toBe(sha256);
    }
  }, 120_000);

  it('are removed by the worker when abandoned for 49 hours, while active ones stay', async () => {
    const headers = { cookie: await portal.cookieOf('admin'), origin: portal.url, accept: 'application/json' };
    const { rows } = await portal.database.sql.query<{ id: string }>(
      `SELECT id FROM maletin_tipos_documento WHERE nombre = 'Presentación o video'`,
    );
    const begun = async (name: string, uploadKey: string) => {
      const fields = { name, fileName: name, uploadKey, folderId: 'carpeta-01', documentTypeId: rows[0]?.id, bytes: content.length };
      const init = { method: 'POST', body: JSON.stringify(fields), headers: { ...headers, 'content-type': 'application/json' } };
      const answer = await fetch(`${portal.url}/briefcase/uploads`, init);
      expect(answer.status).toBe(201);
      const { id } = (await answer.json()) as { id: string };
      const body = new Uint8Array(content.subarray(0, PART_BYTES));
      const part = await fetch(`${second.url}/briefcase/uploads/${id}/parts/0`, {
        method: 'PUT',
        body,
        headers: { ...headers, origin: second.url, 'content-type': 'application/octet-stream' },
      });
      expect(part.status).toBe(204);
      return id;
    };
    const abandoned = await begun('Abandonada.mp4', 'abandonada-1');
    const underWay = await begun('En curso.mp4', 'en-curso-1');
    await portal.database.sql.query(`UPDATE unfinished_uploads SET touched_at = now() - interval '49 hours' WHERE id = $1`, [abandoned]);

    const log = createLog({ level: 'silent', process: 'test' });
    const queues = createQueues({ queue: { kind: 'postgres', url: portal.database.url } }, log);
    await queues.enqueue(cleanUnfinishedUploadsJob, {});
    const left = async () => (await portal.database.sql.query<{ id: string }>('SELECT id FROM unfinished_uploads')).rows;
    await vi.waitFor(async () => expect(await left()).toEqual([{ id: underWay }]), WAIT);
    expect([await partFiles(abandoned), await partFiles(underWay)]).toEqual([[], [underWay]]);
    await queues.close();
  });
});

interface Front {
  url: string;
  answered: { method: string; url: string; process: number; status: number }[];
  close(): void;
}

/** A proxy before several web processes: requests go to them in turn. */
async function openFront(processes: readonly string[]): Promise<Front> {
  const answered: Front['answered'] = [];
  let turn = 0;
  const server: Server = createServer((request, response) => {
    const process = turn++ % processes.length;
    const { method = 'GET', url = '/', headers } = request;
    const passed = send(new URL(url, processes[process]), { method, headers }, (answer) => {
      answered.push({ method, url, process, status: answer.statusCode ?? 0 });
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
