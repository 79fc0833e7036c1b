import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fields } from '#server/documents/document-store.ts';
import { EXE, PNG, TEXT, pdf } from '#server/files/testing/sample-files.ts';
import { DOCUMENT_FILES } from '#server/features/digitalization/documents-area.ts';
import { readText } from '#server/read-model/field-readers.ts';
import { addMissingUploads } from '#server/stored-files/add-missing-uploads.ts';
import { putRoleRow, putStaffRow } from '#server/testing/staff-rows.ts';
import { signInAs, type Person } from '../access/people.ts';
import { useTestWeb } from './test-web.ts';

const web = useTestWeb();
const THREE_PAGES = await readFile(path.resolve(import.meta.dirname, '../../server/document-pages/testing/files/three.tif'));

const UPLOAD = '/digitalization-documents/upload';
const FILES = '/digitalization-documents/files';
const ALL = ['create', 'view', 'print', 'download', 'edit'];
const SETS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  todo: { escritura: ALL, acta: ALL, plano: ALL },
  indexa: { escritura: ['create', 'view'], acta: ['create'] },
  mira: { escritura: ['view'] },
  imprime: { escritura: ['view', 'print'] },
  descarga: { escritura: ['view', 'download'] },
};
const people: Record<string, Person> = {};

async function put(place: string, data: Fields): Promise<void> {
  await web.portal.documents.digitalization.set(place, data);
  await web.portal.readModel.projectNow('digitalization', [place]);
}

const headersOf = (name: string) => ({ ...people[name]?.headers, Origin: web.base, Accept: 'application/json' });
const get = (name: string, address: string) => web.get(address, { headers: headersOf(name) });

interface Answer {
  status: number;
  json: Readonly<Record<string, unknown>>;
}

async function upload(
  name: string,
  content: Buffer | null,
  fields: Readonly<Record<string, string>> = {},
  fileName = 'escaneo.tif',
): Promise<Answer> {
  const form = new FormData();
  const all = 'id' in fields ? fields : { documentName: 'Escritura 12/2026', categoryId: 'legal', documentId: 'escritura', ...fields };
  for (const [field, value] of Object.entries(all)) if (value !== '-') form.append(field, value);
  if (content) form.append('file', new Blob([new Uint8Array(content)]), fileName);
  const response = await web.get(UPLOAD, { method: 'POST', body: form, headers: headersOf(name) });
  return { status: response.status, json: (await response.json()) as Answer['json'] };
}

async function uploaded(name: string, content: Buffer, fields: Readonly<Record<string, string>> = {}, fileName?: string): Promise<string> {
  const { status, json } = await upload(name, content, fields, fileName);
  expect([status, json]).toEqual([201, expect.anything()]);
  return String(json['id']);
}

const stored = async (id: string) => (await web.portal.documents.digitalization.get(`documentos/${id}`))?.data ?? {};
async function entriesOf(database: 'digitalization' | 'main', collection: string, field: string, value: string): Promise<Fields[]> {
  const found = await web.portal.documents[database].query({ collection, where: [{ field, op: '==', value }] });
  return found.sort((one, other) => Number(one.version - other.version)).map(({ data }) => data);
}
const eventsOf = (id: string) => entriesOf('main', 'eventos_archivos', 'fileId', id);
const auditOf = (id: string) => entriesOf('digitalization', 'auditoria', 'targetPath', `documentos/${id}`);
const kindsOf = async (id: string) =>
  (await eventsOf(id)).map(
    ({ kind, userId }) => `${readText({ kind: kind ?? null }, 'kind')} ${userId === people['todo']?.id ? 'todo' : 'otro'}`,
  );
const versionOf = async (id: string) => {
  const { id: actorId } = people['todo'] ?? { id: '' };
  const actor = await web.portal.staff.loadStaff({ uid: actorId, sessionId: '' });
  if (!actor) throw new Error('nobody');
  return (await web.portal.digitalization.getDocument({ actor, id })).version;
};
const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex');
let copies = 0;
/** Content of its own, three pages all the same. */
const tiff = () => Buffer.concat([THREE_PAGES, Buffer.from(`\0${(copies += 1)}`)]);

beforeAll(async () => {
  await put('categorias/legal', { nombre: 'Legal' });
  await put('categorias/otra', { nombre: 'Otra' });
  await put('tipos_documento/escritura', { nombre: 'Escritura', categoryId: 'legal' });
  const campos = [
    { clave: 'finca', etiqueta: 'Finca', tipo: 'numero', obligatorio: true, validador: '', opciones: [] },
    { clave: 'dpi', etiqueta: 'DPI', tipo: 'texto', obligatorio: false, validador: 'dpi', opciones: [] },
  ];
  await put('tipos_documento/acta', { nombre: 'Acta', categoryId: 'legal', campos });
  await put('tipos_documento/plano', { nombre: 'Plano', categoryId: 'legal', extensiones: ['.PDF', 'png'] });
  await put('constantes/fieldValidators', { items: [{ id: 'dpi', value: '^\\d{13}$' }] });
  await putRoleRow(web.portal.sql, { id: 'digita', menus: ['home', 'digitalization-documents'] });
  for (const [name, types] of Object.entries(SETS)) {
    await put(`permisos_documentos/${name}`, { title: name, permissions: { legal: types } });
    people[name] = await signInAs(web, { name, role: 'digita', folders: [], permissionSet: name });
  }
  people['sinagencia'] = await signInAs(web, { name: 'sinagencia', role: 'digita', folders: [], permissionSet: 'todo' });
  await putStaffRow(web.portal.sql, {
    ...{ id: people['sinagencia'].id, email: 'sinagencia@prueba.coop', role: 'digita', agency: '', digitalization_permission_id: 'todo' },
  });
});

describe('a document that is indexed by its file', () => {
  it('has its pages counted, its audit entry and one event, and answers what programs expect', async () => {
    const content = tiff();
    const { status, json } = await upload('todo', content);
    expect(status).toBe(201);
    expect(json).toEqual({
      ...{ id: json['id'], documentName: 'Escritura 12/2026', contentType: 'image/tiff', bytes: content.length, sha256: sha(content) },
      ...{ pages: 3, duplicateOf: null, warnings: [] },
    });
    const id = String(json['id']);
    const agency = { agencyId: 'agencia-01', agencyFromDoc: 'agencia-01' };
    expect(await stored(id)).toMatchObject({
      ...{ documentName: 'Escritura 12/2026', categoryId: 'legal', documentId: 'escritura', status: 'INDEXED', ...agency, isActive: true },
      ...{ createdBy: people['todo']?.id, userId: '', userAssign: '', campos: {}, versions: [], inPackage: '', fromPackaging: '' },
      ...{ fileName: 'escaneo.tif', contentType: 'image/tiff', bytes: content.length, sha256: sha(content), pages: 3 },
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

  it('with `view` alone is neither printed nor downloaded, and nothing that leaves is what was stored', async () => {
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
    expect((await get('imprime', `${FILES}/${id}/download`)).status).toBe(404);
    const handed = await get('descarga', `${FILES}/${id}/download`);
    expect(sha(Buffer.from(await handed.arrayBuffer()))).toBe(sha(content));
    expect(handed.headers.get('content-disposition')).toContain('Escritura 12-2026.tif');
    expect(await kindsOf(id)).toEqual(['upload todo', 'view otro', 'print otro', 'download otro']);
  });

  it('sent again with its key is the same document, also after it got another file', async () => {
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

  it('says in the specification’s words what is missing', async () => {
    const text = async (name: string, content: Buffer | null, fields: Readonly<Record<string, string>>) => {
      const { status, json } = await upload(name, content, fields);
      return [status, json['message']];
    };
    expect(await text('todo', TEXT, { documentId: '-' })).toEqual([400, "Data can't be null"]);
    expect(await text('todo', TEXT, { categoryId: '' })).toEqual([400, "Data can't be null"]);
    expect(await text('todo', null, {})).toEqual([400, 'File, name or user_agency missing']);
    expect(await text('todo', TEXT, { documentName: '-' })).toEqual([400, 'File, name or user_agency missing']);
    expect(await text('sinagencia', TEXT, {})).toEqual([400, 'File, name or user_agency missing']);
    expect(await text('todo', TEXT, { id: 'null', version: 'x' })).toEqual([400, "Id no can't be null"]);
  });

  it('needs `create` on its type, a type in use of that category, what that type asks and takes', async () => {
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
    expect((await get('indexa', `${FILES}/${id}/text/1`)).status).toBe(404);
  });

  it('tells of the same content only where the person may see it', async () => {
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

  it('is seen before it is stored, by who may index something, and leaves nothing', async () => {
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

  it('comes in parts when it is big', async () => {
    const content = Buffer.concat([TEXT, Buffer.alloc(5 * 1024 * 1024, 'línea de texto\n')]);
    const values = {
      ...{ documentName: 'Bitácora', categoryId: 'legal', documentId: 'acta', 'campos.finca': '7', uploadKey: 'clave-por-partes-1' },
      ...{ fileName: 'bitacora.txt', bytes: content.length, sha256: sha(content) },
    };
    const send = (address: string, method: string, body?: BodyInit, type = 'application/json') =>
      web.get(address, { method, body: body ?? null, headers: { ...headersOf('todo'), 'Content-Type': type } });
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

describe('a document that gets a file', () => {
  const paper = async (data: Fields = {}) => {
    const id = `papel-${(copies += 1)}`;
    await put(`documentos/${id}`, {
      ...{ documentName: 'Papel', categoryId: 'legal', documentId: 'escritura', status: 'ASSIGNED', userId: 'x', userAssign: 'x', url: '' },
      ...{ agencyId: 'agencia-02', agencyFromDoc: 'agencia-01', createdBy: 'otra', ...data },
    });
    return id;
  };

  it('gets the first from who may create, another from who may edit, and keeps every earlier one', async () => {
    const id = await paper();
    const [one, two, three] = [tiff(), tiff(), pdf('tres')];
    const version = await versionOf(id);
    expect((await upload('mira', one, { id, version })).status).toBe(403);
    expect((await upload('indexa', one, { id, version })).json).toMatchObject({ id, sha256: sha(one), pages: 3, documentName: 'Papel' });
    expect(await stored(id)).toMatchObject({ status: 'ASSIGNED', userId: 'x', sha256: sha(one), uploadedBy: people['indexa']?.id });
    expect((await upload('indexa', two, { id, version: await versionOf(id) })).status).toBe(403);
    expect((await upload('todo', two, { id, version })).status).toBe(409);
    await uploaded('todo', two, { id, version: await versionOf(id) });
    await uploaded('todo', three, { id, version: await versionOf(id) }, 'tres.pdf');
    const { versions, ...present } = await stored(id);
    expect(present).toMatchObject({ sha256: sha(three), contentType: 'application/pdf', fileName: 'tres.pdf', pages: 1 });
    expect(versions).toMatchObject([
      {
        sha256: sha(one),
        pages: 3,
        fileName: 'escaneo.tif',
        contentType: 'image/tiff',
        userId: people['indexa']?.id,
        at: expect.any(Date),
      },
      { sha256: sha(two), pages: 3, userId: people['todo']?.id },
    ]);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(Array(3).fill('ARCHIVO DIGITALIZADO MODIFICADO'));
    expect(await kindsOf(id)).toEqual(['upload otro', 'upload todo', 'upload todo']);
    const hashOf = async (address: string) => sha(Buffer.from(await (await get('descarga', `${FILES}/${id}/${address}`)).arrayBuffer()));
    expect(await hashOf('download')).toBe(sha(three));
    expect([await hashOf('versions/1/download'), await hashOf('versions/2/download'), await hashOf('versions/3/download')]).toEqual([
      sha(one),
      sha(two),
      sha(three),
    ]);
    for (const missing of ['0', '4', '01', 'x', '99999999'])
      expect((await get('todo', `${FILES}/${id}/versions/${missing}/pages/1`)).status).toBe(404);
    expect((await get('mira', `${FILES}/${id}/versions/1/pages/3`)).status).toBe(200);
    for (const closed of ['print', 'download']) expect((await get('mira', `${FILES}/${id}/versions/1/${closed}`)).status).toBe(404);
    const fresh = await get('mira', `${FILES}/${id}/pages/1`);
    expect(fresh.headers.get('cache-control')).toContain('no-cache');
  });

  it('sent twice is stored once, and what is not there, not visible or deactivated is refused', async () => {
    const id = await paper();
    const fields = { id, version: await versionOf(id), uploadKey: 'otra-clave-de-carga' };
    const content = tiff();
    const answers = await Promise.all([upload('todo', content, fields), upload('todo', content, fields)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await upload('todo', content, fields)).json).toMatchObject({ id, sha256: sha(content) });
    expect([(await auditOf(id)).length, ((await stored(id))['versions'] as unknown[] | undefined)?.length ?? 0]).toEqual([1, 0]);
    expect((await upload('todo', content, { id: 'ninguno', version: 'x' })).status).toBe(404);
    const hidden = await paper({ documentId: 'acta' });
    expect((await upload('indexa', content, { id: hidden, version: await versionOf(hidden) })).status).toBe(404);
    const gone = await paper({ isActive: false });
    const refused = await upload('todo', content, { id: gone, version: await versionOf(gone) });
    expect([refused.status, refused.json['details']]).toEqual([409, expect.objectContaining({ isActive: false })]);
    const travelling = await paper({ inPackage: 'p1' });
    expect((await upload('todo', content, { id: travelling, version: await versionOf(travelling) })).status).toBe(201);
    const plan = await paper({ documentId: 'plano' });
    expect((await upload('todo', content, { id: plan, version: await versionOf(plan) })).status).toBe(415);
    expect((await upload('todo', null, { id: plan, version: await versionOf(plan) })).json['message']).toBe(
      'File, name or user_agency missing',
    );
    expect((await upload('todo', PNG, { id: plan, version: await versionOf(plan) }, 'plano.png')).status).toBe(201);
  });

  it('has an event for each file, also those that the ledger lost', async () => {
    const id = await uploaded('todo', tiff());
    await uploaded('todo', tiff(), { id, version: await versionOf(id) });
    for (const { id: event } of await web.portal.documents.main.query({
      collection: 'eventos_archivos',
      where: [{ field: 'fileId', op: '==', value: id }],
    })) {
      await web.portal.documents.main.delete(`eventos_archivos/${event}`);
      await web.portal.readModel.projectNow('main', [`eventos_archivos/${event}`]);
    }
    await paper();
    expect(await addMissingUploads(web.portal, DOCUMENT_FILES)).toBe(2);
    expect(await addMissingUploads(web.portal, DOCUMENT_FILES)).toBe(0);
    expect((await eventsOf(id)).map(({ kind, userId, categoryId }) => [kind, userId, categoryId])).toEqual(
      Array(2).fill(['upload', people['todo']?.id, 'legal']),
    );
  });
});

describe('a selection as a ZIP', () => {
  const zip = (name: string, ids: readonly string[]) =>
    web.get('/digitalization-documents/list-digitalization-docs/zip', {
      method: 'POST',
      body: new URLSearchParams(ids.map((id) => ['ids', id])),
      headers: headersOf(name),
    });

  it('holds each file under a name of its own, one download event each', async () => {
    const contents = [tiff(), tiff(), pdf('tres')];
    const names = ['Pagaré', 'PAGARÉ', 'Acta 1/2'];
    const ids: string[] = [];
    for (const [index, content] of contents.entries())
      ids.push(await uploaded('todo', content, { documentName: names[index] ?? '' }, index === 2 ? 'x.pdf' : 'x.tif'));
    const answer = await zip('descarga', [ids.join('/')]);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.entries(entries).map(([name, bytes]) => [name, sha(Buffer.from(bytes))])).toEqual([
      ['Pagaré.tif', sha(contents[0] ?? PNG)],
      ['PAGARÉ (2).tif', sha(contents[1] ?? PNG)],
      ['Acta 1-2.pdf', sha(contents[2] ?? PNG)],
    ]);
    for (const id of ids) expect(await kindsOf(id)).toEqual(['upload todo', 'download otro']);
  });

  it('is refused as a whole, naming what may not be downloaded, and no event is written', async () => {
    const [mine, other] = [await uploaded('todo', tiff()), await uploaded('todo', tiff(), { documentId: 'acta', 'campos.finca': '1' })];
    const refused = await zip('mira', [mine]);
    expect([refused.status, JSON.stringify(await refused.json())]).toEqual([403, expect.stringContaining('Escritura 12/2026')]);
    expect((await zip('descarga', [mine, other])).status).toBe(404);
    expect((await zip('descarga', [])).status).toBe(400);
    expect(
      (
        await zip(
          'descarga',
          Array.from({ length: 101 }, (_, index) => `d${index}`),
        )
      ).status,
    ).toBe(400);
    await put('documentos/sin-bytes', {
      documentName: 'Sin bytes',
      categoryId: 'legal',
      documentId: 'escritura',
      status: 'INDEXED',
      url: '',
    });
    const empty = await zip('descarga', [mine, 'sin-bytes']);
    expect([empty.status, JSON.stringify(await empty.json())]).toEqual([400, expect.stringContaining('Sin bytes')]);
    expect(await kindsOf(mine)).toEqual(['upload todo']);
  });
});

it('a document without a file has nothing to open', async () => {
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
