import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPortalProcess, type PortalProcess } from '#server/testing/portal-processes.ts';
import { noChromium, useDemoProcesses } from './demo-portal.ts';

const MEGABYTE = 1024 * 1024;
const FILE_MB = 200;
/** Most memory that a file of any size may take in a web process; held whole, this one would take 200. */
const GROWTH_LIMIT_MB = 80;
/** Speed of the connection: fast enough for a test, slow enough to be cut in the middle. */
const LINE_BYTES_PER_SECOND = 16 * MEGABYTE;
const TYPE = 'grande';

describe.skipIf(noChromium || !existsSync('/proc/self/status'))('a file of 200 MB over a bad line', () => {
  const portal = useDemoProcesses();
  let directory: string;
  let line: Line;
  let web: PortalProcess | undefined;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'portal-grande-'));
    const documents = portal.documents.main;
    await documents.create(`maletin_tipos_documento/${TYPE}`, { nombre: 'Grande', extensiones: ['log'], estado: true });
    line = await openLine(Number(new URL(portal.url).port));
  });
  afterAll(async () => {
    line?.close();
    await web?.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });

  const peakMb = async (pid: number) => Number(/VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  const partsSoFar = async () =>
    Number(
      (await portal.database.sql.query<{ count: number }>('SELECT coalesce(max(cardinality(parts)), 0) AS count FROM unfinished_uploads'))
        .rows[0]?.count ?? 0,
    );

  it('is stored whole and once although the line is cut three times and the web process is killed', async () => {
    const file = path.join(directory, 'Bitácora del año.log');
    const sha256 = await writeBig(file);
    await expect
      .poll(async () => (await portal.database.sql.query('SELECT 1 FROM maletin_tipos_documento WHERE id = $1', [TYPE])).rowCount, {
        timeout: 20_000,
      })
      .toBe(1);
    const { page, context, ...browser } = await portal.as('admin', { baseURL: line.url });
    browser.allow(/ERR_|failed|status of 5\d\d|50\d: /);
    await context.addCookies((await context.cookies()).map(({ name, value }) => ({ name, value, url: line.url })));
    await page.goto('/briefcase/list-briefcase?carpetaId=carpeta-01#cargar');
    const bench = page.getByRole('region', { name: 'Carga de archivos' });
    await bench.locator('input[type=file]:not([capture])').setInputFiles(file);
    const before = await peakMb(portal.web.pid);
    await bench.getByRole('button', { name: 'Cargar 1 archivo' }).click({ timeout: 60_000 });

    for (const [cut, atParts] of [3, 12, 20].entries()) {
      await expect.poll(partsSoFar, { timeout: 60_000, interval: 100 }).toBeGreaterThanOrEqual(atParts);
      line.cut();
      expect(await partsSoFar(), `cut ${cut + 1} comes in the middle`).toBeLessThan(50);
    }
    await expect.poll(partsSoFar, { timeout: 60_000, interval: 100 }).toBeGreaterThanOrEqual(28);
    expect((await peakMb(portal.web.pid)) - before).toBeLessThan(GROWTH_LIMIT_MB);
    const atKill = await partsSoFar();
    await portal.web.kill('SIGKILL');
    web = await startPortalProcess('web', portal.environment);
    const fresh = await peakMb(web.pid);
    expect(atKill).toBeLessThan(50);
    expect(await partsSoFar(), 'what had arrived is not sent again').toBeGreaterThanOrEqual(atKill);

    await bench.getByText('Cargado', { exact: true }).waitFor({ timeout: 120_000 });
    const { rows } = await portal.database.sql.query<{ id: string; sha256: string; bytes: bigint }>(
      `SELECT id, sha256, bytes FROM maletin_archivos WHERE nombre = 'Bitácora del año.log'`,
    );
    expect(rows).toEqual([{ id: expect.any(String) as string, sha256, bytes: BigInt(FILE_MB * MEGABYTE) }]);
    const events = await portal.database.sql.query('SELECT kind FROM eventos_archivos WHERE "fileId" = $1', [rows[0]?.id]);
    expect(events.rows).toEqual([{ kind: 'upload' }]);
    expect((await peakMb(web.pid)) - fresh).toBeLessThan(GROWTH_LIMIT_MB);

    const download = await fetch(`${web.url}/briefcase/files/${rows[0]?.id}/download`, {
      headers: { cookie: await portal.cookieOf('admin') },
    });
    const hash = createHash('sha256');
    for await (const piece of download.body as unknown as AsyncIterable<Uint8Array>) hash.update(piece);
    expect(hash.digest('hex')).toBe(sha256);
    const left = await readdir(path.join(portal.environment['FILES_DIR'] ?? '', '.uploads'), { recursive: true });
    // The killed process's temporary file is removed by a start that finds it a day old.
    expect(left.filter((name) => !name.startsWith('.incoming'))).toEqual([]);
  }, 300_000);
});

/** Writes lines of text that never repeat, so that a misplaced part would be noticed. @returns the file's SHA-256 */
async function writeBig(file: string): Promise<string> {
  await pipeline(Readable.from(bigText()), createWriteStream(file));
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) hash.update(piece);
  return hash.digest('hex');
}

function* bigText(): Generator<string> {
  const lineLength = 64;
  const perPiece = 16_384;
  for (let piece = 0; piece < (FILE_MB * MEGABYTE) / lineLength / perPiece; piece += 1)
    yield Array.from({ length: perPiece }, (_, index) => `Movimiento ${piece * perPiece + index}`.padEnd(lineLength - 1, '.') + '\n').join(
      '',
    );
}

interface Line {
  url: string;
  /** Breaks every connection. */
  cut(): void;
  close(): void;
}

/** A proxy between browser and portal. */
async function openLine(port: number): Promise<Line> {
  const open = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    }
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    far.pipe(near);
    near.on('data', (data) => {
      far.write(data);
      near.pause();
      setTimeout(() => near.resume(), (data.length / LINE_BYTES_PER_SECOND) * 1000);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => open.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    close() {
      cut();
      server.close();
    },
  };
}
