import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestParts } from '../../ports/files/testing/test-parts.ts';
import * as sample from '../../ports/files/testing/sample-files.ts';
import { beginParts } from '../../stored-files/part-uploads.ts';
import { uploadFile } from '../../stored-files/upload-file.ts';
import { BRIEFCASE } from './briefcase-area.ts';
import { cleanUnfinishedUploads, recordPart, PART_BYTES } from '../../stored-files/unfinished-uploads.ts';
import {
  eventsOf,
  staffOfTest,
  startBriefcaseServer,
  traces,
  upload,
  uploaded,
  type BriefcaseServer,
  type UploadAnswer,
} from './testing/briefcase-server.ts';
import { withSlowInserts } from '../../testing/slow-inserts.ts';
import { setUsedPoints } from '../../testing/spent-limits.ts';

let server: BriefcaseServer;
beforeAll(async () => {
  server = await startBriefcaseServer({ uploadMaxMb: '64' });
});
beforeEach(async () => {
  server.signIn(staffOfTest());
  for (const id of await uploadsHere()) await server.services.uploadParts.delete(id);
  await server.sql.query('DELETE FROM unfinished_uploads');
});

interface Begun {
  id: string;
  uploadKey: string;
  bytes: number;
  partBytes: number;
  parts: number[];
}

const address = '/briefcase/uploads';
const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const newKey = () => randomBytes(16).toString('hex');
/** Two whole parts and a piece of a third. */
const content = Buffer.concat([sample.TEXT, Buffer.alloc(PART_BYTES * 2, 'Línea de prueba.\n', 'utf8')]);
const send = (path: string, method: string, body?: object | Buffer) =>
  fetch(server.url + path, {
    method,
    headers: { 'Content-Type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json' },
    ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
  });
const asked = (given: object = {}) => ({
  uploadKey: newKey(),
  name: 'Acta grande',
  fileName: 'acta.txt',
  bytes: content.length,
  sha256: sha256Of(content),
  folderId: 'actas',
  documentTypeId: 'libre',
  ...given,
});
const begin = (given: object = {}) => send(address, 'POST', asked(given));
async function begun(given: object = {}): Promise<Begun> {
  const response = await begin(given);
  if (response.status !== 201) throw new Error(`begin answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Begun;
}
const partOf = (part: number, of = content) => of.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
const put = (id: string, part: number, body = partOf(part)) => send(`${address}/${id}/parts/${part}`, 'PUT', body);
const complete = (id: string) => send(`${address}/${id}/complete`, 'POST');
const state = async (id: string) => (await (await send(`${address}/${id}`, 'GET')).json()) as Begun;
/** Ids of the uploads of which something lies on the disk. */
async function uploadsHere(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of server.services.uploadParts.list()) ids.push(id);
  return ids.sort();
}
const unfinished = async () => (await server.sql.query('SELECT 1 FROM unfinished_uploads')).rowCount;
async function sendAll(id: string): Promise<void> {
  for (const part of [0, 1, 2]) expect((await put(id, part)).status).toBe(204);
}

describe('an upload in parts', () => {
  it('becomes one file with one event, and leaves no part', async () => {
    const { id, partBytes, parts } = await begun();
    expect({ partBytes, parts }).toEqual({ partBytes: PART_BYTES, parts: [] });
    await sendAll(id);
    expect((await state(id)).parts).toEqual([0, 1, 2]);
    const response = await complete(id);
    expect(response.status).toBe(201);
    const file = (await response.json()) as UploadAnswer;
    expect(file).toMatchObject({
      id,
      nombre: 'Acta grande.txt',
      bytes: content.length,
      sha256: sha256Of(content),
      url: `/briefcase/files/${id}`,
    });
    expect(await eventsOf(server, id)).toEqual([{ kind: 'upload', userId: 'ana' }]);
    expect((await server.documents.main.get(`maletin_archivos/${id}`))?.data).toMatchObject({ carpetaId: 'actas', userId: 'ana' });
    expect(await unfinished()).toBe(0);
    expect(await uploadsHere()).toEqual([]);
  });

  it('resumes with the same key or the same content, and ten concurrent completions give one file', async () => {
    const given = asked({ name: 'Contrato' });
    const { id } = (await (await send(address, 'POST', given)).json()) as Begun;
    await put(id, 0);
    // The page was loaded anew: another key, the same file.
    const again = await begun({ ...given, uploadKey: newKey() });
    expect(again).toMatchObject({ id, uploadKey: given.uploadKey, parts: [0] });
    for (const part of [1, 2, 2]) await put(id, part);
    const before = await traces(server);
    const all = await Promise.all(Array.from({ length: 10 }, () => complete(id)));
    // One puts it together; the others are told to come back, or find it gone.
    const waiting = all.filter(({ status }) => status === 409);
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.map(({ headers }) => headers.get('retry-after'))).toEqual(waiting.map(() => '5'));
    expect(new Set(all.map(({ status }) => status))).not.toContain(500);
    const late = await send(address, 'POST', given);
    expect(late.status).toBe(200);
    expect(await late.json()).toMatchObject({ file: { id, nombre: 'Contrato.txt', sha256: sha256Of(content) } });
    expect((await complete(id)).status).toBe(404);
    const after = await traces(server);
    expect(after.stored).toHaveLength(before.stored.length + 1);
    expect(await eventsOf(server, id)).toHaveLength(1);
  });

  it('drops its parts when it is begun again under its key with another size', async () => {
    const uploadKey = newKey();
    const { id } = await begun({ uploadKey });
    await sendAll(id);
    expect(await uploadsHere()).toEqual([id]);
    expect(await begun({ uploadKey, bytes: 1_000, sha256: undefined })).toMatchObject({ id, parts: [] });
    expect(await uploadsHere()).toEqual([]);
    // A part of the earlier size that was still on its way is none of the new upload's.
    const asBefore = { id, bytes: content.length, sha256: sha256Of(content), partBytes: PART_BYTES };
    expect(await recordPart(server.services, asBefore, 0)).toBe(false);
    expect((await send(`${address}/${id}`, 'DELETE')).status).toBe(204);
    expect(await uploadsHere()).toEqual([]);
  });

  it('makes two files for two folders, and is resumed for another folder once it is idle', async () => {
    const one = await begun();
    await put(one.id, 0);
    const other = await begun({ folderId: 'contratos' });
    expect(other.id).not.toBe(one.id);
    await put(other.id, 0);
    await server.sql.query(`UPDATE unfinished_uploads SET touched_at = now() - interval '6 minutes'`);
    expect(await begun({ uploadKey: one.uploadKey })).toMatchObject({ id: one.id, parts: [0] });
    expect(await begun({ folderId: 'contratos' })).toMatchObject({ id: other.id, parts: [0] });
    await server.sql.query(`UPDATE unfinished_uploads SET touched_at = now() - interval '6 minutes' WHERE id = $1`, [other.id]);
    expect(await begun({ documentTypeId: 'texto' })).toMatchObject({ id: other.id, parts: [0] });
  });

  it('cannot be resumed by another person or from another area', async () => {
    const { id } = await begun();
    expect((await put(id, 0)).status).toBe(204);
    server.signIn(staffOfTest({ id: 'luis' }));
    const uploadKey = newKey();
    expect(await begun({ uploadKey })).toMatchObject({ id: expect.not.stringMatching(`^${id}$`), uploadKey, parts: [] });
    server.signIn(staffOfTest());
    await server.sql.query(`UPDATE unfinished_uploads SET area = 'digitalization' WHERE id = $1`, [id]);
    expect((await put(id, 1)).status).toBe(404);
    expect((await send(`${address}/${id}`, 'GET')).status).toBe(404);
  });

  it('takes its name and folder from the last time it was begun', async () => {
    const uploadKey = newKey();
    const { id } = await begun({ uploadKey, documentTypeId: 'texto' });
    await sendAll(id);
    expect(await begun({ uploadKey, name: 'Otro nombre', folderId: 'contratos' })).toMatchObject({ id, parts: [0, 1, 2] });
    expect(await (await complete(id)).json()).toMatchObject({ nombre: 'Otro nombre.txt' });
    expect((await server.documents.main.get(`maletin_archivos/${id}`))?.data).toMatchObject({ carpetaId: 'contratos' });
  });

  it('starts over with 409 when another process does not find its parts', async () => {
    const { id } = await begun();
    await sendAll(id);
    const elsewhere = await createTestParts();
    vi.spyOn(server.services.uploadParts, 'takeWhole').mockImplementation((id, file) => elsewhere.takeWhole(id, file));
    const before = await traces(server);
    expect((await complete(id)).status).toBe(409);
    await expect.poll(() => traces(server)).toEqual(before);
    vi.restoreAllMocks();
    expect((await state(id)).parts).toEqual([]);
  });
});

describe('refusing an upload in parts', () => {
  it.each([
    ['a file of nothing', { bytes: 0 }, 400, 'vacío'],
    ['more than the portal takes', { bytes: 65 * 1024 * 1024 }, 413, 'El máximo es 64 MB'],
    ['more than the type takes', { fileName: 'x.pdf', documentTypeId: 'escaneo' }, 413, 'El máximo es 1 MB'],
    ['an extension that the type does not take', { documentTypeId: 'escaneo' }, 415, '«Escaneo» admite'],
    ['a folder of another person', { folderId: 'gerencia' }, 404, 'carpeta no existe'],
    ['no name', { name: ' ' }, 400, 'Escriba el nombre'],
    ['no file name', { fileName: '' }, 400, 'Elija un archivo'],
    ['NUL in the file name', { fileName: 'a\u0000.pdf' }, 400, 'caracteres que no se pueden guardar'],
    ['NUL in the file name, without a hash', { fileName: 'a\u0000.txt', sha256: undefined }, 400, 'caracteres que no se pueden guardar'],
    ['half a letter in the file name', { fileName: 'a\ud800.txt' }, 400, 'caracteres que no se pueden guardar'],
    ['a wrong key', { uploadKey: 'x' }, 400, 'clave'],
    ['no key', { uploadKey: undefined }, 400, 'clave'],
    ['a wrong hash', { sha256: 'x' }, 400, 'huella'],
    ['a name of a megabyte', { name: 'a'.repeat(1024 * 1024) }, 413, ''],
  ])('rejects %s before any byte is taken', async (_title, given, status, detail) => {
    const response = await begin(given);
    expect(response.status).toBe(status);
    expect(((await response.json()) as { detail: string }).detail).toContain(detail);
    expect(await unfinished()).toBe(0);
  });

  it('answers 415 to a first part whose content is of another type, and ends the upload', async () => {
    const { id } = await begun({ fileName: 'acta.pdf', sha256: undefined });
    const response = await put(id, 0, Buffer.concat([sample.EXE, Buffer.alloc(PART_BYTES - sample.EXE.length)]));
    expect(response.status).toBe(415);
    expect((await state(id)).id).toBeUndefined();
  });

  it('rejects unknown part numbers, wrong lengths, broken-off parts, and any part before the first', async () => {
    const { id } = await begun();
    expect((await put(id, 1)).status).toBe(409);
    for (const part of ['3', '-1', '1.5', 'x', '9999999']) {
      const response = await send(`${address}/${id}/parts/${part}`, 'PUT', partOf(0));
      expect(response.status, part).toBe(400);
    }
    expect((await put(id, 0, Buffer.from('corta'))).status).toBe(400);
    expect((await complete(id)).status).toBe(409);
    await breakOff(`${address}/${id}/parts/0`);
    await put(id, 0);
    await breakOff(`${address}/${id}/parts/1`);
    expect([(await complete(id)).status, (await state(id)).parts]).toEqual([409, [0]]);
  });

  it('answers 404 to a part whose upload is dropped while it arrives', async () => {
    const { id } = await begun();
    const { uploadParts } = server.services;
    const keep = uploadParts.put.bind(uploadParts);
    vi.spyOn(uploadParts, 'put').mockImplementationOnce(async (...part) => {
      await keep(...part);
      await server.sql.query('DELETE FROM unfinished_uploads WHERE id = $1', [id]);
    });
    expect((await put(id, 0)).status).toBe(404);
  });

  it('answers 409 when the content is not what was announced, until its parts are sent again', async () => {
    const { id } = await begun();
    await put(id, 0);
    await put(id, 1, Buffer.alloc(PART_BYTES, 'Otra línea.\n'));
    await put(id, 2);
    const before = await traces(server);
    expect((await complete(id)).status).toBe(409);
    await expect.poll(() => traces(server)).toEqual(before);
    expect((await state(id)).parts).toEqual([]);
    await sendAll(id);
    expect((await complete(id)).status).toBe(201);
  });

  it('answers 429 to the 51st unfinished upload of a person, and above 8 GB announced', async () => {
    for (let count = 0; count < 48; count += 1) await begun({ sha256: undefined });
    const atOnce = await withSlowInserts(server.sql, 'unfinished_uploads', () =>
      Promise.all([1, 2, 3, 4, 5].map(() => begin({ sha256: undefined }))),
    );
    expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429]);
    const response = await begin({ sha256: undefined });
    expect(response.status).toBe(429);
    expect(((await response.json()) as { detail: string }).detail).toContain('sin terminar');
    server.signIn(staffOfTest({ id: 'luis' }));
    expect((await begin()).status).toBe(201);
    // As if some had announced almost all that one person may.
    await server.sql.query(`UPDATE unfinished_uploads SET bytes = 8 * 1024::bigint ^ 3 - 1 WHERE user_id = 'luis'`);
    expect((await begin({ sha256: undefined })).status).toBe(429);
  });

  it('hides an upload from everybody else: 404, 403 without the menu, 401 without a session', async () => {
    const { id } = await begun();
    await put(id, 0);
    const every = async () => [
      (await send(`${address}/${id}`, 'GET')).status,
      (await put(id, 1)).status,
      (await complete(id)).status,
      (await send(`${address}/${id}`, 'DELETE')).status,
    ];
    server.signIn(staffOfTest({ id: 'luis', folders: 'all' }));
    expect(await every()).toEqual([404, 404, 404, 404]);
    expect((await begun({ fileName: 'acta.txt' })).id).not.toBe(id);
    server.signIn(staffOfTest({ menus: new Set(['home']) }));
    expect([...(await every()), (await begin()).status]).toEqual([403, 403, 403, 403, 403]);
    server.signIn(null);
    expect([...(await every()), (await begin()).status]).toEqual([401, 401, 401, 401, 401]);
    server.signIn(staffOfTest());
    expect((await state(id)).parts).toEqual([0]);
    expect((await send(`${address}/${id}`, 'DELETE')).status).toBe(204);
    expect((await state(id)).id).toBeUndefined();
  });

  it('answers 429 to a person who has used up their uploads, in one piece or in parts', async () => {
    await (await upload(server, sample.TEXT, 'una.txt')).arrayBuffer();
    await setUsedPoints(server.sql, `${BRIEFCASE.id}-upload`, 100_000);
    expect([(await upload(server, sample.TEXT, 'otra.txt')).status, (await begin({})).status]).toEqual([429, 429]);
    await server.sql.query('TRUNCATE identity.rate_limits');
  });

  it('answers 429 to a person who has used up their parts, and completes the upload later', async () => {
    const { id } = await begun();
    await sendAll(id);
    await setUsedPoints(server.sql, `${BRIEFCASE.id}-part`, 100_000);
    expect([(await put(id, 2)).status, (await complete(id)).status]).toEqual([429, 429]);
    await server.sql.query('TRUNCATE identity.rate_limits');
    expect((await complete(id)).status).toBe(201);
  });

  it('answers 403 to a person without the screen, before the body is read', async () => {
    const actor = staffOfTest({ menus: new Set(['home']) });
    await expect(beginParts(server.services, BRIEFCASE, { actor, values: {} })).rejects.toMatchObject({ code: 'forbidden' });
    const sent = { fields: {}, file: null, whole: Promise.resolve() };
    await expect(uploadFile(server.services, BRIEFCASE, { actor, requestId: 'r', upload: sent })).rejects.toMatchObject({
      code: 'forbidden',
    });
    // Before anything that they send is read.
    server.signIn(actor);
    const unread = await fetch(server.url + address, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' });
    expect(unread.status).toBe(403);
  });

  it('answers 404 to a person who lost the folder meanwhile, and stores nothing', async () => {
    const { id } = await begun();
    await sendAll(id);
    server.signIn(staffOfTest({ folders: ['contratos'] }));
    const before = await traces(server);
    expect((await complete(id)).status).toBe(404);
    expect(await traces(server)).toEqual(before);
  });
});

it('an upload idle for two days is deleted with its parts, as are orphaned parts; a recent one stays', async () => {
  const old = await begun();
  const fresh = await begun({ name: 'Otra', fileName: 'otra.txt' });
  for (const { id } of [old, fresh]) await put(id, 0);
  await server.sql.query(`UPDATE unfinished_uploads SET touched_at = now() - interval '49 hours' WHERE id = $1`, [old.id]);
  // Parts that no upload names, of processes that were killed: what has just arrived may be named in a moment.
  for (const id of ['nadie', 'suelta', `${fresh.id}-3`])
    await server.services.uploadParts.put(id, { number: 0, start: 0 }, Readable.from(['x']));
  expect(await cleanUnfinishedUploads(server.services)).toBe(1);
  expect(await cleanUnfinishedUploads(server.services, { now: new Date(Date.now() + 2 * 3_600_000) })).toBe(3);
  expect(await uploadsHere()).toEqual([fresh.id]);
  expect((await put(old.id, 1)).status).toBe(404);
  expect((await state(fresh.id)).parts).toEqual([0]);
});

it('a lookup by hash returns only files the person may see, and answers 400 to malformed hashes', async () => {
  server.signIn(staffOfTest({ folders: 'all' }));
  const seen = await uploaded(server, Buffer.from('visto por todos\n'), 'visto.txt');
  const hidden = await uploaded(server, Buffer.from('solo gerencia\n'), 'oculto.txt', { folderId: 'gerencia' });
  server.signIn(staffOfTest());
  const ask = (...hashes: string[]) => send(`${address}/duplicates?${hashes.map((hash) => `sha256=${hash}`).join('&')}`, 'GET');
  expect(await (await ask(seen.sha256, hidden.sha256, 'f'.repeat(64))).json()).toEqual({
    duplicates: [{ sha256: seen.sha256, id: seen.id, nombre: 'visto.txt', folderName: 'Actas', url: seen.url }],
  });
  expect(await (await ask()).json()).toEqual({ duplicates: [] });
  await server.briefcase.deactivateFile({ actor: staffOfTest(), id: seen.id });
  expect(await (await ask(seen.sha256)).json()).toEqual({ duplicates: [] });
  for (const wrong of ['x', `${seen.sha256}0`, seen.sha256.toUpperCase()]) expect((await ask(wrong)).status).toBe(400);
  expect((await ask(...Array.from({ length: 51 }, () => seen.sha256))).status).toBe(400);
  server.signIn(staffOfTest({ menus: new Set(['home']) }));
  expect((await ask(seen.sha256)).status).toBe(403);
});

/** Sends half of a part and goes away; resolves when the server has noticed. */
async function breakOff(path: string): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\nContent-Length: ${PART_BYTES}\r\n\r\n`);
  await new Promise<void>((resolve) => socket.write(Buffer.alloc(PART_BYTES / 2, 65), () => resolve()));
  socket.destroy();
}
