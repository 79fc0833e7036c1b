import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_FILES } from '#server/features/documents/documents-area.ts';
import { formatCount } from '#server/domain/text.ts';
import { pdf, TEXT } from '#server/ports/files/testing/sample-files.ts';
import { afterFile } from '#server/testing/after-file.ts';
import { adoptFiles, type Adoption } from '#server/stored-files/adopt-files.ts';
import { checkFiles } from '#server/stored-files/check-files.ts';
import { startBucketServer } from '#server/testing/bucket-server.ts';
import { FILES, sha, useFilesWeb } from './files-web.ts';

const BUCKET = 'coop-prueba.appspot.com';
const bucket = await startBucketServer();
const { web, put, headersOf, get, uploaded, auditOf, eventsOf, kindsOf } = useFilesWeb({
  FILE_BUCKETS: BUCKET,
  STORAGE_EMULATOR_HOST: bucket.url,
});

const LIST = '/digitalization-documents/list-digitalization-docs';
const CONTENT = pdf('Escritura antigua');
/** One second of silence. */
const WAV = Buffer.concat([
  Buffer.from('RIFF\x24\x1f\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\x1f\0\0', 'latin1'),
  Buffer.alloc(8_000, 128),
]);
/** Fields of a digitized document. */
const COMMON = { documentName: 'x', categoryId: 'legal', documentId: 'escritura', status: 'INDEXED' };
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

/** A document as another program writes it: with an address, but nothing about the file there. */
async function written(id: string, url: string, documentId = 'escritura'): Promise<string> {
  await put(`documentos/${id}`, { documentName: `Escritura ${id}`, categoryId: 'legal', documentId, status: 'INDEXED', url });
  return id;
}
/** Status and content of every way to open a file. */
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

describe('a document whose file is in a bucket', () => {
  it('is viewed, printed, downloaded, logged and refused like one whose file is in the portal', async () => {
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

  it('is put in a ZIP with files of the portal, which is refused to people who may not download', async () => {
    const ids = [await uploaded('todo', TEXT, {}, 'nota.txt'), await written('en-zip', `gs://${BUCKET}/escrituras/2009/12.pdf`)];
    const answer = await zip('descarga', ids);
    const entries = Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())));
    expect([answer.status, ...entries.map(([name, content]) => [name, sha(Buffer.from(content))])]).toEqual([
      200,
      ['Escritura 12-2026.txt', sha(TEXT)],
      ['Escritura en-zip.pdf', sha(CONTENT)],
    ]);
    expect(await kindsOf('en-zip')).toEqual(['download otro']);
    expect((await zip('mira', ids)).status).toBe(403);
  });

  it('is played in parts, and no longer matches its ETag after the object was replaced', async () => {
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

  it('says that its file is missing, unreadable, different or elsewhere, and logs no event', async () => {
    await written('ido', `gs://${BUCKET}/nunca.pdf`);
    const gone = await get('todo', `${FILES}/ido/download`);
    expect([gone.status, await gone.json()]).toEqual([404, expect.objectContaining({ detail: 'El archivo ya no existe.' })]);
    await written('negado', `gs://${BUCKET}/escrituras/2009/12.pdf`);
    bucket.set('denied');
    const denied = await get('todo', `${FILES}/negado/download`);
    bucket.set('none');
    expect([denied.status, JSON.stringify(await denied.json())]).toEqual([502, expect.stringContaining('no lo deja leer a este portal')]);
    bucket.put(BUCKET, 'corto.pdf', pdf('Corto'), 'application/pdf');
    await put('documentos/corto', { ...COMMON, url: `gs://${BUCKET}/corto.pdf`, bytes: 3 });
    for (const part of ['download', 'pages/1', 'print'])
      expect(JSON.stringify(await (await get('todo', `${FILES}/corto/${part}`)).json()), part).toContain(
        `no es el que dice su documento: tiene ${pdf('Corto').length} bytes y el documento dice 3. Avise`,
      );
    await written('de-fuera', 'https://archivos.otros.test/a.pdf');
    for (const part of ['download', 'pages/1'])
      expect(JSON.stringify(await (await get('todo', `${FILES}/de-fuera/${part}`)).json()), part).toContain(
        'está en un lugar que el portal no abre (archivos.otros.test). Avise',
      );
    for (const id of ['ido', 'negado', 'corto', 'de-fuera']) expect(await eventsOf(id)).toEqual([]);
    await web.portal.sql.query(`DELETE FROM documentos WHERE id IN ('corto', 'de-fuera')`);
  });

  it('answers 404 and sends no request if its address is outside the configured buckets', async () => {
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
    const refused = await zip('todo', ['ajeno-3']);
    expect([refused.status, JSON.stringify(await refused.json())]).toEqual([
      404,
      expect.stringContaining('en un lugar que el portal no abre'),
    ]);
    expect([heard, bucket.requests]).toEqual([[], []]);
  });
});

describe('files of a bucket that are moved to the portal', () => {
  const contents = new Map(Array.from({ length: 12 }, (_, index) => [`traer-${index}`, pdf(`Traído ${index}`)] as const));
  const urlOf = (id: string) => `gs://${BUCKET}/traer/${id}.pdf`;
  const storedOf = async (id: string) => (await web.portal.documents.digitalization.get(`documentos/${id}`))?.data ?? {};
  const downloaded = async (id: string, part = 'download') => sha(await bytesOf(await get('todo', `${FILES}/${id}/${part}`)));
  const adopt = (signal = new AbortController().signal, tell?: (so: Adoption) => void) =>
    adoptFiles(web.portal, [DOCUMENT_FILES], { signal, ...(tell && { tell }) });
  const assets = async () => {
    const keys: string[] = [];
    for await (const { key } of web.portal.files.list('')) keys.push(key);
    return keys;
  };

  beforeAll(async () => {
    await web.portal.sql.query(`DELETE FROM documentos WHERE url LIKE 'gs:%' OR url LIKE 'http%googleapis%' OR id LIKE 'ajeno-%'`);
    for (const [id, content] of contents) {
      bucket.put(BUCKET, `traer/${id}.pdf`, content, 'application/pdf');
      await written(id, urlOf(id));
    }
  });

  it('are counted by place beforehand, with the reason why some cannot be read', async () => {
    await written('sin-nombrar', 'gs://otro-deposito/a.pdf');
    await written('perdido', `gs://${BUCKET}/traer/perdido.pdf`);
    await written('de-otros', 'https://archivos.otros.test/a.pdf');
    const [at, size] = [urlOf('traer-0'), contents.get('traer-0')?.length ?? 0];
    await put('documentos/otro-tamano', { ...COMMON, url: at, bytes: 12_000 });
    await put('documentos/otra-huella', { ...COMMON, url: at, sha256: sha(TEXT) });
    const ours = await uploaded('todo', TEXT, {}, 'nota.txt');
    await web.portal.sql.query(`UPDATE documentos SET bytes = 7 WHERE id = $1`, [ours]);
    bucket.requests.length = 0;
    const { places, requests, whole } = await checkFiles(web.portal, [DOCUMENT_FILES]);
    const found = Object.fromEntries(
      places.map(({ place, files, unread }) => [place, [files, ...[...unread].map(([why, { files: count }]) => `${count} ${why}`).sort()]]),
    );
    expect(found).toMatchObject({
      [`Firebase Storage ${BUCKET}`]: [
        15,
        ...[
          `El archivo guardado no es el que dice su documento: su huella es ${sha(contents.get('traer-0') ?? TEXT)} y el documento dice ${sha(TEXT)}`,
          `El archivo guardado no es el que dice su documento: tiene ${size} bytes y el documento dice ${formatCount(12_000)}`,
          'El archivo ya no existe',
        ].map((why) => `1 ${why}`),
      ],
      'Firebase Storage otro-deposito': [1, '1 El depósito no está en FILE_BUCKETS'],
      'archivos.otros.test': [1, '1 El archivo ya no existe, o está en un lugar que el portal no abre (archivos.otros.test)'],
      'el portal': expect.arrayContaining([
        `1 El archivo guardado no es el que dice su documento: tiene ${TEXT.length} bytes y el documento dice 7`,
      ]),
    });
    const asked = places.reduce((sum, { files }) => sum + files, 0) - 1;
    expect([bucket.requests.filter((request) => !request.endsWith('?media')).length, requests]).toEqual([15, asked]);
    // Files of the portal have a stored hash, but one with another size is noticed before it is read.
    expect(whole).toBeGreaterThan(1);
    for (const id of ['sin-nombrar', 'perdido', 'de-otros', 'otro-tamano', 'otra-huella', ours])
      await web.portal.sql.query(`DELETE FROM documentos WHERE id = $1`, [id]);
  });

  it('resume after an abort, are verified by hash and keep their earlier address in the document', async () => {
    const before = await assets();
    const left = new AbortController();
    bucket.slow(20);
    const first = await adopt(left.signal, ({ adopted }) => adopted === 5 && left.abort());
    expect([first.isWhole, first.left, first.adopted]).toEqual([false, [], expect.any(Number)]);
    expect(first.adopted).toBeLessThan(contents.size);
    expect((await assets()).length - before.length).toBe(first.adopted);
    const second = await adopt();
    bucket.slow(0);
    expect([second.isWhole, second.left, first.adopted + second.adopted]).toEqual([true, [], contents.size]);
    expect((await assets()).length - before.length).toBe(contents.size);
    for (const [id, content] of contents) {
      const data = await storedOf(id);
      const { url, sha256, bytes, contentType, adopted } = data;
      expect([sha256, bytes, contentType]).toEqual([sha(content), content.length, 'application/pdf']);
      expect(adopted).toEqual([{ url, from: urlOf(id) }]);
      bucket.remove(BUCKET, `traer/${id}.pdf`);
      expect(await downloaded(id)).toBe(sha(content));
      expect(await auditOf(id)).toMatchObject([
        { action: 'ARCHIVO TRAÍDO AL PORTAL', user: 'operador', beforeData: { url: urlOf(id) }, newData: { url, sha256 } },
      ]);
    }
    bucket.requests.length = 0;
    expect(await adopt()).toEqual({ adopted: 0, bytes: 0, left: [], isWhole: true });
    expect(bucket.requests).toEqual([]);
  });

  it('include earlier versions, but no file that was replaced meanwhile or differs from its document', async () => {
    for (const name of ['antes', 'cambia', 'miente']) bucket.put(BUCKET, `${name}.pdf`, pdf(name), 'application/pdf');
    const versions = [{ url: `gs://${BUCKET}/antes.pdf`, fileName: 'antes.pdf', at: new Date('2010-05-04'), otro: 'queda' }];
    await put('documentos/con-anterior', { ...COMMON, url: `gs://${BUCKET}/antes.pdf`, versions, comentario: 'de otro programa' });
    await put('documentos/cambia', { ...COMMON, url: `gs://${BUCKET}/cambia.pdf` });
    await put('documentos/sin-nombrar', { ...COMMON, url: 'gs://otro-deposito/a.pdf' });
    await put('documentos/miente', { ...COMMON, url: `gs://${BUCKET}/miente.pdf`, sha256: sha(pdf('otro')) });
    const before = await assets();
    bucket.slow(150);
    const adopting = adopt();
    await expect.poll(() => bucket.requests).toContain(`${BUCKET}/cambia.pdf?media`);
    await web.portal.documents.digitalization.update('documentos/cambia', { url: 'https://otro.test/nuevo.pdf', documentName: 'y' });
    const { adopted, left } = await adopting;
    bucket.slow(0);
    expect([adopted, left.map(({ path, reason }) => `${path}: ${reason}`).sort()]).toEqual([
      1,
      [
        `documentos/miente: El archivo guardado no es el que dice su documento: su huella es ${sha(pdf('miente'))} y el documento dice ${sha(pdf('otro'))}. Avise a Informática.`,
        'documentos/sin-nombrar: El depósito no está en FILE_BUCKETS.',
      ],
    ]);
    expect((await assets()).length - before.length).toBe(1);
    expect(await storedOf('cambia')).toMatchObject({ url: 'https://otro.test/nuevo.pdf', documentName: 'y' });
    const data = await storedOf('con-anterior');
    expect(data).toMatchObject({
      comentario: 'de otro programa',
      sha256: sha(pdf('antes')),
      versions: [{ url: data['url'], otro: 'queda', at: new Date('2010-05-04'), sha256: sha(pdf('antes')) }],
      adopted: [{ url: data['url'], from: `gs://${BUCKET}/antes.pdf` }],
    });
    expect(await downloaded('con-anterior', 'versions/1/download')).toBe(sha(pdf('antes')));
  });
});
