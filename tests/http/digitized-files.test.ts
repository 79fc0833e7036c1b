import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXE, TEXT, ownerProtectedPdf, pdf } from '#server/ports/files/testing/sample-files.ts';
import { FILES, UPLOAD, sha, useFilesWeb } from './files-web.ts';

const ENCRYPTED = path.resolve(import.meta.dirname, '../../server/pages/testing/files/encrypted.pdf');
const { web, people, put, headersOf, get, upload, uploaded, stored, eventsOf, auditOf, kindsOf, versionOf, tiff } = useFilesWeb();

describe('a document that is created by uploading its file', () => {
  it('has its pages counted, one audit entry and one upload event, and is answered with 201 and its data', async () => {
    const content = tiff();
    const { status, json } = await upload('todo', content);
    expect(status).toBe(201);
    expect(json).toEqual({
      id: json['id'],
      documentName: 'Escritura 12/2026',
      contentType: 'image/tiff',
      bytes: content.length,
      sha256: sha(content),
      pages: 3,
      duplicateOf: null,
      warnings: [],
    });
    const id = String(json['id']);
    const agency = { agencyId: 'agencia-01', agencyFromDoc: 'agencia-01' };
    expect(await stored(id)).toMatchObject({
      documentName: 'Escritura 12/2026',
      categoryId: 'legal',
      documentId: 'escritura',
      status: 'INDEXED',
      ...agency,
      isActive: true,
      createdBy: people['todo']?.id,
      userId: '',
      userAssign: '',
      campos: {},
      versions: [],
      inPackage: '',
      fromPackaging: '',
      fileName: 'escaneo.tif',
      contentType: 'image/tiff',
      bytes: content.length,
      sha256: sha(content),
      pages: 3,
    });
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['NUEVO ARCHIVO DIGITALIZADO']);
    for (const page of [1, 2, 3]) {
      const picture = await get('todo', `${FILES}/${id}/pages/${page}`);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
    expect((await get('todo', `${FILES}/${id}/pages/4`)).status).toBe(404);
    expect(await eventsOf(id)).toMatchObject([
      {
        kind: 'upload',
        area: 'digitalization',
        fileName: 'Escritura 12/2026',
        folderId: '',
        categoryId: 'legal',
        documentTypeId: 'escritura',
      },
      {
        kind: 'view',
        area: 'digitalization',
        fileName: 'Escritura 12/2026',
        folderId: '',
        categoryId: 'legal',
        documentTypeId: 'escritura',
      },
    ]);
  });

  it('with `view` alone is not printed or downloaded, and no answer contains the stored file or its hash', async () => {
    const content = tiff();
    const id = await uploaded('todo', content);
    const list = '/digitalization-documents/list-digitalization-docs';
    const addresses = ['pages/1', 'pages/2', 'text/1', 'view', 'print', 'download', 'versions/1/download', 'versions/1/print'].map(
      (part) => `${FILES}/${id}/${part}`,
    );
    const answers = await Promise.all([...addresses, `${list}/export?format=csv`].map((address) => get('mira', address)));
    for (const [index, answer] of answers.entries()) {
      const body = Buffer.from(await answer.arrayBuffer());
      expect(sha(body)).not.toBe(sha(content));
      expect(body.toString('latin1') + JSON.stringify([...answer.headers])).not.toContain(sha(content));
      const isClosed = /print|download/.test(addresses[index] ?? '');
      if (isClosed) expect([404, 403]).toContain(answer.status);
    }
    expect(await kindsOf(id)).toEqual(['upload todo', 'view otro']);
    expect((await get('imprime', `${FILES}/${id}/print`)).status).toBe(200);
    const refused = await get('imprime', `${FILES}/${id}/download`);
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('No tiene permiso para descargar documentos de '),
    ]);
    const handed = await get('descarga', `${FILES}/${id}/download`);
    expect(sha(Buffer.from(await handed.arrayBuffer()))).toBe(sha(content));
    expect(handed.headers.get('content-disposition')).toContain('Escritura 12-2026.tif');
    expect(await kindsOf(id)).toEqual(['upload todo', 'view otro', 'print otro', 'download otro']);
  });

  it('is created once per upload key, even if it got another file in between', async () => {
    const content = tiff();
    const uploadKey = 'clave-de-carga-01';
    const [first, second] = await Promise.all([upload('todo', content, { uploadKey }), upload('todo', content, { uploadKey })]);
    expect([first.status, second.status, second.json['id']]).toEqual([201, 201, first.json['id']]);
    const id = String(first.json['id']);
    expect((await auditOf(id)).length).toBe(1);
    expect(await kindsOf(id)).toEqual(['upload todo']);
    await uploaded('todo', pdf('otro'), { id, version: await versionOf(id) }, 'otro.pdf');
    expect((await upload('todo', content, { uploadKey })).json).toMatchObject({
      id,
      sha256: sha(content),
      contentType: 'image/tiff',
      pages: 3,
    });
  });

  it('answers 400 in the words of the specification if data, file, name or agency is missing', async () => {
    const text = async (name: string, content: Buffer | null, fields: Readonly<Record<string, string>>) => {
      const { status, json } = await upload(name, content, fields);
      return [status, json['message']];
    };
    expect(await text('todo', TEXT, { documentId: '-' })).toEqual([400, "Data can't be null"]);
    expect(await text('todo', TEXT, { categoryId: '' })).toEqual([400, "Data can't be null"]);
    expect(await text('todo', null, {})).toEqual([400, 'File, name or user_agency missing']);
    expect(await text('todo', TEXT, { documentName: '-' })).toEqual([400, 'File, name or user_agency missing']);
    expect(await text('todo', TEXT, { documentName: 'x'.repeat(600) })).toEqual([400, undefined]);
    expect(await text('sinagencia', TEXT, {})).toEqual([400, 'File, name or user_agency missing']);
    expect(await text('todo', TEXT, { id: 'null', version: 'x' })).toEqual([400, "Id no can't be null"]);
    const empty = await web.get(UPLOAD, { method: 'POST', headers: headersOf('todo') });
    expect([empty.status, await empty.json()]).toEqual([400, expect.objectContaining({ message: 'File, name or user_agency missing' })]);
  });

  it('warns of a password only where the PDF does not open without one', async () => {
    const warningsOf = async (content: Buffer) => (await upload('todo', content, {}, 'acta.pdf')).json['warnings'];
    expect(await warningsOf(ownerProtectedPdf())).toEqual([]);
    expect(await warningsOf(await readFile(ENCRYPTED))).toEqual([expect.stringContaining('protegido con contraseña')]);
  });

  it('accepts only extensions in the constants and in its type, never programs or content that differs', async () => {
    const listed = (...ids: string[]) => put('constantes/extensionTypes', { items: ids.map((id) => ({ id, value: id })) });
    const plan = { documentId: 'plano' };
    await listed('pdf', 'exe');
    try {
      expect((await upload('todo', pdf('uno'), {}, 'uno.pdf')).status).toBe(201);
      const other = await upload('todo', TEXT, {}, 'nota.txt');
      expect([other.status, other.json['detail']]).toEqual([415, '«Escritura» admite pdf; este archivo es «txt».']);
      expect((await upload('todo', Buffer.from('MZ'), {}, 'programa.exe')).status).toBe(415);
      expect((await upload('todo', Buffer.from('nada'), {}, 'programa.exe')).status).toBe(415);
      expect((await upload('todo', TEXT, {}, 'nota.pdf')).status).toBe(415);
      expect((await upload('todo', pdf('dos'), plan, 'plano.pdf')).status).toBe(201);
      expect((await upload('todo', TEXT, plan, 'plano.png')).status).toBe(415);
      // Another ending of the same kind is the same.
      await listed('tiff');
      expect((await upload('todo', tiff(), {}, 'tres.tif')).status).toBe(201);
      await listed('txt');
      const none = await upload('todo', pdf('tres'), plan, 'plano.pdf');
      expect([none.status, none.json['detail']]).toEqual([415, expect.stringContaining('Ninguna extensión de «Plano» está admitida')]);
    } finally {
      await listed();
    }
    expect((await upload('todo', TEXT, {}, 'nota.txt')).status).toBe(201);
  });

  it('ignores a validator that is only a label of another program or an invalid regular expression', async () => {
    const acta = { documentId: 'acta', 'campos.finca': '1', 'campos.dpi': 'sin guiones' };
    const validator = (value: string) => put('constantes/fieldValidators', { items: [{ id: 'dpi', value }] });
    try {
      for (const [value, status] of [
        ['^\\d{13}$', 400],
        ['Documento (DPI)', 201],
        ['(', 201],
      ] as const) {
        await validator(value);
        expect((await upload('todo', pdf(`validado ${value}`), acta, 'acta.pdf')).status, value).toBe(status);
      }
    } finally {
      await validator('^\\d{13}$');
    }
  });

  it('needs `create` on its type, a known type, its required fields and an accepted extension', async () => {
    const before = (await web.portal.documents.digitalization.query({ collection: 'documentos' })).length;
    const refused = async (name: string, fields: Readonly<Record<string, string>>, content = TEXT, fileName = 'nota.txt') => {
      const { status, json } = await upload(name, content, fields, fileName);
      return [status, Object.keys(json['errors'] ?? {})];
    };
    expect((await upload('mira', TEXT, {}, 'nota.txt')).status).toBe(403);
    expect((await upload('todo', TEXT, { documentId: 'ninguno' }, 'nota.txt')).status).toBe(403);
    expect(await refused('todo', { documentId: 'acta' })).toEqual([400, ['campos.finca']]);
    expect(await refused('todo', { documentId: 'acta', 'campos.finca': 'x', 'campos.dpi': '12' })).toEqual([
      400,
      ['campos.finca', 'campos.dpi'],
    ]);
    expect(await refused('todo', { documentId: 'plano' })).toEqual([415, ['file']]);
    expect((await refused('todo', {}, EXE, 'factura.pdf'))[0]).toBe(415);
    expect((await refused('todo', {}, Buffer.alloc(0)))[0]).toBe(400);
    expect(await refused('todo', { documentName: 'x'.repeat(201) })).toEqual([400, ['documentName']]);
    expect((await web.portal.documents.digitalization.query({ collection: 'documentos' })).length).toBe(before);
    const id = await uploaded('indexa', TEXT, { documentId: 'acta', 'campos.finca': '1,204', 'campos.dpi': '' }, 'nota.txt');
    expect(await stored(id)).toMatchObject({ campos: { finca: 1204 }, documentId: 'acta' });
    // With `create` alone people see what they have just indexed.
    expect((await get('indexa', `${FILES}/${id}/text/1`)).status).toBe(200);
  });

  it('names a duplicate only to people who may see that document', async () => {
    const content = tiff();
    const id = await uploaded('todo', content, { documentId: 'acta', 'campos.finca': '1' });
    expect((await upload('indexa', content)).json['duplicateOf']).toBeNull();
    expect((await upload('todo', content)).json['duplicateOf']).toMatchObject({ id, typeName: 'Acta' });
    const known = async (name: string) => {
      const answer = await get(name, `/digitalization-documents/uploads/duplicates?sha256=${sha(content)}`);
      return ((await answer.json()) as { duplicates: unknown[] }).duplicates.length;
    };
    expect([await known('todo'), await known('indexa')]).toEqual([1, 1]);
    const hidden = tiff();
    await uploaded('todo', hidden, { documentId: 'acta', 'campos.finca': '1' });
    const answer = await get('mira', `/digitalization-documents/uploads/duplicates?sha256=${sha(hidden)}`);
    expect(await answer.json()).toEqual({ duplicates: [] });
  });

  it('is previewed for people who may create documents, without storing one', async () => {
    const content = tiff();
    const before = (await web.portal.documents.digitalization.query({ collection: 'documentos' })).length;
    const preview = (name: string) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(content)]), 'escaneo.tif');
      return web.get(`${UPLOAD}/preview`, { method: 'POST', body: form, headers: headersOf(name) });
    };
    const { pages, pictures } = (await (await preview('indexa')).json()) as { pages: number; pictures: string[] };
    expect([pages, pictures.map((picture) => picture.slice(0, 23))]).toEqual([3, Array(3).fill('data:image/webp;base64,')]);
    expect((await preview('mira')).status).toBe(403);
    expect((await web.portal.documents.digitalization.query({ collection: 'documentos' })).length).toBe(before);
  });

  it('is uploaded in parts if it is large, and refused with 400 if it has characters that cannot be stored', async () => {
    const content = Buffer.concat([TEXT, Buffer.alloc(5 * 1024 * 1024, 'línea de texto\n')]);
    const values = {
      documentName: 'Bitácora',
      categoryId: 'legal',
      documentId: 'acta',
      'campos.finca': '7',
      uploadKey: 'clave-por-partes-1',
      fileName: 'bitacora.txt',
      bytes: content.length,
      sha256: sha(content),
    };
    const send = (address: string, method: string, body?: BodyInit, type = 'application/json') =>
      web.get(address, { method, body: body ?? null, headers: { ...headersOf('todo'), 'Content-Type': type } });
    for (const odd of [{ fileName: 'a\0.txt' }, { 'campos.finca': '\0' }, { 'campos.otro': '\ud800' }, { 'campos.<\0>': 'x' }]) {
      const refused = await send('/digitalization-documents/uploads', 'POST', JSON.stringify({ ...values, ...odd }));
      expect([refused.status, await refused.text()], JSON.stringify(odd)).toEqual([400, expect.stringContaining('no se pueden guardar')]);
    }
    const begun = (await (await send('/digitalization-documents/uploads', 'POST', JSON.stringify(values))).json()) as {
      id: string;
      partBytes: number;
    };
    const one = `/digitalization-documents/uploads/${begun.id}`;
    for (let part = 0; part * begun.partBytes < content.length; part += 1) {
      const bytes = new Uint8Array(content.subarray(part * begun.partBytes, (part + 1) * begun.partBytes));
      expect((await send(`${one}/parts/${part}`, 'PUT', bytes, 'application/octet-stream')).status).toBe(204);
    }
    const done = await send(`${one}/complete`, 'POST');
    expect([done.status, await done.json()]).toEqual([201, expect.objectContaining({ id: begun.id, sha256: sha(content) })]);
    expect(await stored(begun.id)).toMatchObject({ campos: { finca: 7 }, documentName: 'Bitácora' });
  });
});

it('a document without a file answers 404 wherever a file is opened, and logs no event', async () => {
  await put('documentos/solo-papel', {
    documentName: 'Solo papel',
    categoryId: 'legal',
    documentId: 'escritura',
    status: 'INDEXED',
    url: '',
  });
  for (const part of ['pages/1', 'text/1', 'view', 'print', 'download', 'versions/1/pages/1'])
    expect((await get('todo', `${FILES}/solo-papel/${part}`)).status, part).toBe(404);
  expect(await eventsOf('solo-papel')).toEqual([]);
});
