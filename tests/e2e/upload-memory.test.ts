import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { copyDemo } from '#server/testing/demo-copy.ts';
import { startPortalProcess, type PortalProcess } from '#server/testing/portal-processes.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';
import { emailOf, signIn } from './demo-portal.ts';

const MEGABYTE = 1024 * 1024;
const FILE_MB = 500;
/** Most memory that a file of any size may take; held whole, this one would take 500. */
const GROWTH_LIMIT_MB = 80;
const CHUNK = Buffer.alloc(64 * 1024, 'Línea de prueba.\n', 'latin1').fill(0x41, 0, 4);

describe.skipIf(!existsSync('/proc/self/status'))('a file of 500 MB', () => {
  let database: TestDatabase;
  let web: PortalProcess;
  let cookie: string;
  let remove: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const copy = await copyDemo();
    ({ database, remove } = copy);
    const documents = createEmbeddedDocumentStore({ sql: database.sql, database: 'main' });
    await documents.create('maletin_carpetas/grande', { nombre: 'Grandes', estado: true });
    await documents.create('maletin_tipos_documento/grande', { nombre: 'Grande', extensiones: ['txt'], estado: true });
    web = await startPortalProcess('web', copy.environment);
    cookie = await signIn(web.url, emailOf('admin'));
  }, 180_000);
  afterAll(async () => {
    await web?.kill('SIGTERM');
    await remove?.();
  });

  /** Peak resident memory of the web process so far, in megabytes. */
  const peakMb = async () => Number(/VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${web.pid}/status`, 'utf8'))?.[1]) / 1024;

  it('is uploaded and downloaded with less than 80 MB of additional memory', async () => {
    // The first small file loads what every upload needs.
    await upload(1);
    const before = await peakMb();
    const answer = await upload(FILE_MB);
    expect(answer).toMatchObject({ bytes: FILE_MB * MEGABYTE, contentType: 'text/plain; charset=windows-1252' });
    expect((await peakMb()) - before).toBeLessThan(GROWTH_LIMIT_MB);
    const hash = createHash('sha256');
    const download = await fetch(`${web.url}/briefcase/files/${answer.id}/download`, { headers: { cookie } });
    for await (const part of download.body as unknown as AsyncIterable<Uint8Array>) hash.update(part);
    expect(hash.digest('hex')).toBe(answer.sha256);
    expect((await peakMb()) - before).toBeLessThan(GROWTH_LIMIT_MB);
  }, 120_000);

  async function upload(megabytes: number): Promise<{ id: string; bytes: number; sha256: string; contentType: string }> {
    const fields = { name: 'grande.txt', folderId: 'grande', documentTypeId: 'grande' };
    const head = Object.entries(fields)
      .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('');
    const request = http.request(`${web.url}/briefcase/upload`, {
      method: 'POST',
      headers: { cookie, origin: web.url, accept: 'application/json', 'content-type': 'multipart/form-data; boundary=b' },
    });
    const answered = new Promise<http.IncomingMessage>((resolve, reject) => request.once('response', resolve).once('error', reject));
    await pipeline(Readable.from(parts(head, megabytes)), request);
    const response = await answered;
    const answer = (await json(response)) as { id: string; bytes: number; sha256: string; contentType: string };
    if (response.statusCode !== 201) throw new Error(`upload answered ${response.statusCode}: ${JSON.stringify(answer)}`);
    return answer;
  }
});

function* parts(head: string, megabytes: number): Generator<Buffer> {
  yield Buffer.from(`${head}--b\r\nContent-Disposition: form-data; name="file"; filename="grande.txt"\r\n\r\n`);
  for (let sent = 0; sent < megabytes * MEGABYTE; sent += CHUNK.length) yield CHUNK;
  yield Buffer.from('\r\n--b--\r\n');
}
