import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { pdf, TEXT } from '#server/ports/files/testing/sample-files.ts';
import { afterFile } from '#server/testing/after-file.ts';
import { startBucketServer } from '#server/testing/bucket-server.ts';
import { FILES, sha, useFilesWeb } from './files-web.ts';

const BUCKET = 'coop-prueba.appspot.com';
const bucket = await startBucketServer();
const { web, put, headersOf, get, uploaded, eventsOf, kindsOf } = useFilesWeb({ FILE_BUCKETS: BUCKET, STORAGE_EMULATOR_HOST: bucket.url });

const LIST = '/digitalization-documents/list-digitalization-docs';
const CONTENT = pdf('Escritura antigua');
/** One second of silence. */
const WAV = Buffer.concat([
  Buffer.from('RIFF\x24\x1f\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\x1f\0\0', 'latin1'),
  Buffer.alloc(8_000, 128),
]);
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

/** As another program wrote it: an address and no word of what lies there. */
async function written(id: string, url: string, documentId = 'escritura'): Promise<string> {
  await put(`documentos/${id}`, { documentName: `Escritura ${id}`, categoryId: 'legal', documentId, status: 'INDEXED', url });
  return id;
}
/** Status and content of every way to have a file. */
async function openings(name: string, id: string): Promise<unknown> {
  const answers = ['pages/1', 'text/1', 'view', 'print', 'download'].map(async (part) => {
    const answer = await get(name, `${FILES}/${id}/${part}`);
    const isDrawn = answer.headers.get('content-type') === 'image/webp';
    const body = await bytesOf(answer);
    if (answer.ok) return [part, answer.status, isDrawn ? 'webp' : body.includes('webp') ? 'print' : sha(body)];
    return [part, answer.status, (JSON.parse(body.toString()) as { detail?: string }).detail];
  });
  return Promise.all(answers);
}
const zip = (name: string, ids: readonly string[]) =>
  web.get(`${LIST}/zip`, { method: 'POST', body: new URLSearchParams(ids.map((id) => ['ids', id])), headers: headersOf(name) });

beforeAll(() => {
  bucket.put(BUCKET, 'escrituras/2009/12.pdf', CONTENT, 'application/pdf');
  bucket.put(BUCKET, 'llamada.wav', WAV, 'audio/wav');
});

describe('a document whose file lies in a bucket', () => {
  it('is viewed, printed, downloaded and told in the ledger as one whose file is ours, and refused to the same people', async () => {
    const ours = await uploaded('todo', CONTENT, {}, 'escritura.pdf');
    const addresses = [
      `gs://${BUCKET}/escrituras/2009/12.pdf`,
      `https://firebasestorage.googleapis.com/v0/b/${BUCKET}/o/escrituras%2F2009%2F12.pdf?alt=media&token=abc`,
    ];
    for (const name of ['todo', 'mira', 'imprime', 'descarga', 'indexa']) {
      const expected = await openings(name, ours);
      for (const [index, url] of addresses.entries())
        expect([name, url, await openings(name, await written(`${name}-${index}`, url))]).toEqual([name, url, expected]);
    }
    expect((await kindsOf('todo-0')).sort()).toEqual(['download todo', 'print todo', 'view todo']);
    expect((await eventsOf('mira-0')).map(({ kind }) => kind)).toEqual(['view']);
    const closed = await uploaded('todo', CONTENT, { documentId: 'acta', 'campos.finca': '1' }, 'acta.pdf');
    await written('acta', `gs://${BUCKET}/escrituras/2009/12.pdf`, 'acta');
    expect(await openings('mira', 'acta')).toEqual(await openings('mira', closed));
    expect(await eventsOf('acta')).toEqual([]);
  });

  it('is handed over with those of others in a ZIP', async () => {
    const ids = [await uploaded('todo', TEXT, {}, 'nota.txt'), await written('en-zip', `gs://${BUCKET}/escrituras/2009/12.pdf`)];
    const answer = await zip('descarga', ids);
    const contents = Object.values(unzipSync(new Uint8Array(await answer.arrayBuffer()))).map((content) => sha(Buffer.from(content)));
    expect([answer.status, contents.sort()]).toEqual([200, [sha(TEXT), sha(CONTENT)].sort()]);
    expect(await kindsOf('en-zip')).toEqual(['download otro']);
    expect((await zip('mira', ids)).status).toBe(403);
  });

  it('plays in parts, and a browser is told when another object lies there', async () => {
    await written('llamada', `gs://${BUCKET}/llamada.wav`);
    const play = (headers: Record<string, string>) => web.get(`${FILES}/llamada/view`, { headers: { ...headersOf('mira'), ...headers } });
    const part = await play({ Range: 'bytes=40-49' });
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-type')]).toEqual([
      206,
      `bytes 40-49/${WAV.length}`,
      'audio/wav',
    ]);
    expect(await bytesOf(part)).toEqual(WAV.subarray(40, 50));
    const etag = part.headers.get('etag') ?? '';
    expect((await play({ Range: 'bytes=40-49', 'If-Range': etag })).status).toBe(206);
    expect((await play({ 'If-None-Match': etag })).status).toBe(304);
    bucket.put(BUCKET, 'llamada.wav', Buffer.concat([WAV, Buffer.alloc(10)]), 'audio/wav');
    expect((await play({ Range: 'bytes=40-49', 'If-Range': etag })).status).toBe(200);
  });

  it('that is gone, or that the account may not read, says so and is no event', async () => {
    await written('ido', `gs://${BUCKET}/nunca.pdf`);
    const gone = await get('todo', `${FILES}/ido/download`);
    expect([gone.status, await gone.json()]).toEqual([404, expect.objectContaining({ detail: 'El archivo ya no existe.' })]);
    await written('negado', `gs://${BUCKET}/escrituras/2009/12.pdf`);
    bucket.set('denied');
    const denied = await get('todo', `${FILES}/negado/download`);
    bucket.set('none');
    expect([denied.status, JSON.stringify(await denied.json())]).toEqual([502, expect.stringContaining('no lo deja leer a este portal')]);
    expect([await eventsOf('ido'), await eventsOf('negado')]).toEqual([[], []]);
  });

  it('asks no address that a document names, whatever it is', async () => {
    const heard: string[] = [];
    const listening = createServer((request, response) => void (heard.push(request.url ?? ''), response.end('secreto')));
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    afterFile(() => listening.close());
    const { port } = listening.address() as AddressInfo;
    bucket.requests.length = 0;
    for (const [index, url] of [
      'http://169.254.169.254/computeMetadata/v1/',
      `http://localhost:${port}/a.pdf`,
      `http://storage.googleapis.com@127.0.0.1:${port}/${BUCKET}/a.pdf`,
      'gs://otro-deposito/a.pdf',
      `https://storage.googleapis.com.evil.test/${BUCKET}/a.pdf`,
      `https://ana:clave@storage.googleapis.com/${BUCKET}/escrituras/2009/12.pdf`,
    ].entries()) {
      const id = await written(`ajeno-${index}`, url);
      for (const part of ['pages/1', 'view', 'print', 'download'])
        expect((await get('todo', `${FILES}/${id}/${part}`)).status, url).toBe(404);
    }
    expect((await zip('todo', ['ajeno-3'])).status).toBe(404);
    expect([heard, bucket.requests]).toEqual([[], []]);
  });
});
