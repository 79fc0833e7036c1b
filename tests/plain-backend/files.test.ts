import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { imageKey, type UploadedImage } from '#server/domain/images.ts';
import { FILES, sha, useFilesWeb, type Answer } from '../http/files-web.ts';
import { API_TOKEN } from '../http/test-web.ts';
import { startPlainBackend, type Fault, type Manner } from './plain-backend.ts';

const backend = await startPlainBackend(API_TOKEN);
afterAll(() => backend.close());
const { web, get, upload, uploaded, tiff, headersOf, eventsOf } = useFilesWeb({ REST_BACKEND_URL: backend.url });

beforeAll(async () => {
  await web.portal.sql.query(`UPDATE usuarios SET agency = 'agencia-01' WHERE id = $1`, [web.administrator.id]);
});
beforeEach(() => {
  backend.manner = {};
});

let shade = 0;
/** A new picture with each call. */
const photo = async () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: { r: (shade += 7), g: 120, b: 90 } } })
    .jpeg()
    .toBuffer();

async function uploadImage(content: Buffer): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'Foto de la casa nº 1/2.jpg');
  const answer = await web.getSigned('/images/upload', { method: 'POST', body: form, headers: { Accept: 'application/json' } });
  return { status: answer.status, json: (await answer.json()) as Answer['json'] };
}
/** Uploads a picture. @returns its addresses */
async function newImage(): Promise<{ shown: string; thumbnail: string; media: string }> {
  const { status, json } = await uploadImage(await photo());
  expect([status, json]).toEqual([201, expect.anything()]);
  const { shownUrl, thumbnailUrl, url } = json as unknown as UploadedImage;
  return { shown: shownUrl, thumbnail: thumbnailUrl, media: `/media/${imageKey(url)}` };
}
/** A document whose pages have not been read: from its upload on, `fault` prevents reading the file. */
async function uploadedUnread(fault: Fault): Promise<string> {
  backend.manner = {
    fault: { path: '/digitalization/asset', methods: ['GET'], ...fault },
    uploaded: (filename) => ({ url: `https://files.example/${filename}`, filename }),
  };
  return uploaded('todo', tiff());
}
const counted = async () => ({
  documents: (await web.portal.documents.digitalization.query({ collection: 'documentos' })).length,
  images: (await web.portal.documents.main.query({ collection: 'imagenes' })).length,
});
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const openImage = (address: string, headers: Record<string, string> = {}) =>
  web.getSigned(address, { headers: { Accept: 'application/json', ...headers } });

describe('files at a third-party backend', () => {
  it.each<[string, Manner]>([
    ['that sends everything', {}],
    ['that knows ranges', { ranges: true }],
    ['that says no length', { withoutLength: true }],
    ['that calls every file a page', { fileType: 'text/html' }],
    ['that wraps its answer', { uploaded: (name) => ({ data: { url: `/files/${name}` } }) }],
    ['that names a bucket', { uploaded: (name) => ({ url: `https://storage.example/bucket/o/folder%2F${name}?alt=media` }), ranges: true }],
    ['whose answer says nothing of it', { uploaded: () => ({ ok: true }) }],
  ])('%s: serves pictures and documents as they were uploaded, whole and in parts', async (_title, manner) => {
    backend.manner = manner;
    const before = backend.files.size;
    const image = await newImage();
    const content = tiff();
    const id = await uploaded('todo', content);
    expect(backend.files.size).toBe(before + 2);

    const [kept] = [...backend.files.values()].slice(before);
    const whole = await openImage(image.shown);
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/jpeg',
      'nosniff',
    ]);
    expect(await bytesOf(whole)).toEqual(kept?.content);
    const part = await openImage(image.media, { Range: 'bytes=2-9' });
    expect([part.status, await bytesOf(part)]).toEqual([206, kept?.content.subarray(2, 10)]);
    expect((await openImage(image.media, { Range: 'bytes=99999999-' })).status).toBe(416);
    expect((await sharp(await bytesOf(await openImage(image.thumbnail))).metadata()).width).toBe(320);

    for (const page of [1, 3]) expect((await get('todo', `${FILES}/${id}/pages/${page}`)).headers.get('content-type')).toBe('image/webp');
    const download = (headers: Record<string, string>) =>
      web.get(`${FILES}/${id}/download`, { headers: { ...headersOf('todo'), ...headers } });
    const handed = await download({});
    expect([handed.headers.get('content-type'), sha(await bytesOf(handed))]).toEqual(['image/tiff', sha(content)]);
    const piece = await download({ Range: 'bytes=5-9' });
    expect([piece.status, await bytesOf(piece)]).toEqual([206, content.subarray(5, 10)]);
  });

  it.each<[string, Fault, number, string]>([
    ['does not have it', { status: 404 }, 404, 'El archivo ya no existe'],
    ['has removed it', { status: 410 }, 404, 'El archivo ya no existe'],
    ['does not admit the portal', { status: 401 }, 502, 'no admite a este portal'],
    ['fails', { status: 500 }, 502, 'respondió con un error'],
    ['is busy', { status: 503 }, 503, 'está ocupado'],
    ['says nothing', { answer: 'gone' }, 503, 'no responde'],
    ['answers a page', { answer: 'text', status: 200 }, 502, 'respondió con un error'],
  ])('when it %s, the portal says why, records no event, and serves the file again afterwards', async (_title, fault, status, words) => {
    const image = await newImage();
    const id = await uploaded('todo', tiff());
    const before = (await eventsOf(id)).length;
    const unread = await uploadedUnread(fault);
    const refused = await Promise.all([
      openImage(image.shown),
      openImage(image.thumbnail),
      get('todo', `${FILES}/${id}/download`),
      get('todo', `${FILES}/${unread}/pages/2`),
    ]);
    for (const answer of refused) {
      const { detail } = (await answer.json()) as { detail: string };
      expect([answer.status, detail]).toEqual([status, expect.stringContaining(words)]);
    }
    expect(await eventsOf(id)).toHaveLength(before);
    backend.manner = {};
    for (const address of [image.shown, image.thumbnail]) expect((await openImage(address)).status).toBe(200);
    expect((await get('todo', `${FILES}/${unread}/pages/2`)).status).toBe(200);
  });

  it.each<Fault['answer']>(['half', 'short'])('an answer that is cut off (%s) is never served as the whole file', async (answer) => {
    const image = await newImage();
    const [content, long] = [tiff(), Buffer.concat([tiff(), Buffer.alloc(500_000, 7)])];
    const [id, longId] = [await uploaded('todo', content), await uploaded('todo', long)];
    const unread = await uploadedUnread({ status: 200, answer, does: true });
    for (const refused of [
      await openImage(image.shown),
      await openImage(image.thumbnail),
      await openImage(image.media),
      await get('todo', `${FILES}/${id}/download`),
      await get('todo', `${FILES}/${unread}/pages/3`),
    ])
      expect([refused.url, [502, 503].includes(refused.status)]).toEqual([refused.url, true]);
    // The headers have been sent, so the failure can only show as a broken connection.
    await expect(get('todo', `${FILES}/${longId}/download`).then(bytesOf)).rejects.toThrow();
    backend.manner = {};
    expect((await openImage(image.thumbnail)).status).toBe(200);
    expect((await get('todo', `${FILES}/${unread}/pages/3`)).status).toBe(200);
    expect(sha(await bytesOf(await get('todo', `${FILES}/${longId}/download`)))).toBe(sha(long));
  });

  it('waits for a slow backend', async () => {
    backend.manner = { slow: 700 };
    const content = tiff();
    const id = await uploaded('todo', content);
    expect(sha(await bytesOf(await get('todo', `${FILES}/${id}/download`)))).toBe(sha(content));
  });

  it.each<[string, Fault, number, string]>([
    ['does not accept it', { status: 400 }, 400, 'no aceptó los datos'],
    ['does not admit the portal', { status: 403 }, 502, 'no admite a este portal'],
    ['finds it too big', { status: 413 }, 413, 'más grande de lo que admite'],
    ['is busy', { status: 429, headers: { 'retry-after': '9' } }, 503, 'está ocupado'],
    ['fails', { status: 500 }, 502, 'no se guardó nada'],
    ['says nothing', { answer: 'gone' }, 503, 'no se guardó nada'],
    ['says that it took what it did not', { status: 201, answer: 'other' }, 502, 'no se guardó nada'],
  ])('when it %s, an upload stores nothing and says why', async (_title, fault, status, words) => {
    const before = { ...(await counted()), files: backend.files.size };
    backend.manner = { fault: { path: '/digitalization/upload-asset', ...fault } };
    for (const { status: found, json } of [await uploadImage(await photo()), await upload('todo', tiff())])
      expect([found, json['detail']]).toEqual([status, expect.stringContaining(words)]);
    expect({ ...(await counted()), files: backend.files.size }).toEqual(before);
  });

  it.each<Fault['answer']>(['half', 'text', 'empty', 'other'])(
    'stores an upload once that the backend took, even if its answer is unusable: %s',
    async (answer) => {
      const before = { ...(await counted()), files: backend.files.size };
      backend.manner = { fault: { path: '/digitalization/upload-asset', status: 201, answer, does: true } };
      const image = await newImage();
      const content = tiff();
      const id = await uploaded('todo', content);
      expect({ ...(await counted()), files: backend.files.size }).toEqual({
        documents: before.documents + 1,
        images: before.images + 1,
        files: before.files + 2,
      });
      expect((await openImage(image.shown)).status).toBe(200);
      expect(sha(await bytesOf(await get('todo', `${FILES}/${id}/download`)))).toBe(sha(content));
    },
  );
});
