import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../domain/dates.ts';
import { MENU_IDS } from '../../domain/menu.ts';
import type { StoryQuery } from '../../domain/story.ts';
import type { RestBackend } from '../../ports/rest-backend/rest-backend.ts';
import * as sample from '../../ports/files/testing/sample-files.ts';
import { guardsOf, HANDED_OVER, nonceOf, printGuards, SHOWN } from '../../ports/files/testing/guards-of.ts';
import { backendUnavailable } from '../../ports/rest-backend/errors.ts';
import { makeAlerts } from '../alerts/make-alerts.ts';
import { createBriefcase } from './index.ts';
import { READINGS } from './reading-list.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { eventsOf, staffOfTest, startBriefcaseServer, traces, upload, uploaded, type BriefcaseServer } from './testing/briefcase-server.ts';

let server: BriefcaseServer;
beforeAll(async () => {
  server = await startBriefcaseServer();
});
beforeEach(() => server.signIn(staffOfTest()));

const get = (id: string, kind: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}/briefcase/files/${id}/${kind}`, { headers, method });
const kinds = async (id: string) => (await eventsOf(server, id)).map((event) => event.kind).filter((kind) => kind !== 'upload');

describe('opening a stored file', () => {
  it.each([
    ['pdf', sample.pdf(), 'application/pdf'],
    ['png', sample.PNG, 'image/png'],
    ['txt', sample.TEXT, 'text/plain; charset=utf-8'],
    ['svg', sample.SVG, 'image/svg+xml; charset=utf-8'],
    ['html', sample.HTML, 'text/html; charset=utf-8'],
    ['xml', sample.XML, 'application/xml; charset=utf-8'],
    ['xhtml', sample.XHTML, 'application/xhtml+xml; charset=utf-8'],
    ['mht', sample.MHT, 'multipart/related'],
  ])('hands over %s as a download with its type, ETag and guard headers', async (extension, content, type) => {
    const { id, sha256 } = await uploaded(server, content, `prueba ñ.${extension}`);
    const response = await get(id, 'download');
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="prueba n.${extension}"; filename*=UTF-8''prueba%20%C3%B1.${extension}`,
    );
    expect(guardsOf(response)).toEqual(HANDED_OVER);
    expect(response.headers.get('etag')).toBe(`"${sha256}"`);
    expect(await kinds(id)).toEqual(['download']);
  });

  it.each([
    ['svg', sample.SVG],
    ['html', sample.HTML],
    ['xml', sample.XML],
    ['xhtml', sample.XHTML],
    ['mht', sample.MHT],
  ])('shows %s only as plain text, and prints it without running its scripts', async (extension, content) => {
    const { id } = await uploaded(server, content, `x.${extension}`);
    expect((await get(id, 'view')).status).toBe(415);
    await expect(server.briefcase.openFile({ actor: staffOfTest(), id, kind: 'view' })).rejects.toMatchObject({ status: 415 });
    const source = await get(id, 'text/1');
    expect(source.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(guardsOf(source)).toEqual({ ...HANDED_OVER, 'cache-control': 'private, no-cache, no-transform' });
    expect(await source.text()).toBe(content.toString().replaceAll('\r\n', '\n'));
    const print = await get(id, 'print');
    const nonce = nonceOf(print);
    expect(guardsOf(print)).toEqual(printGuards(nonce));
    const printed = await print.text();
    expect(printed).toContain(`<script nonce="${nonce}">`);
    expect(printed).not.toMatch(/<svg|<factura|<script>(?!addEventListener)/);
    expect(await kinds(id)).toEqual(['view', 'print']);
  });

  it('serves a drawn page with guard headers, private to the person and varying by cookie', async () => {
    const { id } = await uploaded(server, sample.pdf(), 'x.pdf');
    const page = await get(id, 'pages/1');
    expect(guardsOf(page)).toEqual({ ...SHOWN, 'cache-control': 'private, no-cache, no-transform' });
    expect(page.headers.get('vary')).toBe('Cookie');
  });

  it('answers 404 once the document is deleted from the store', async () => {
    const { id } = await uploaded(server, sample.TEXT, 'x.txt');
    await server.sql.query('UPDATE maletin_archivos SET source_deleted = true WHERE id = $1', [id]);
    for (const kind of ['download', 'print', 'text/1']) expect((await get(id, kind)).status, kind).toBe(404);
  });

  it('deletes what was drawn of a document when it is deactivated', async () => {
    const { id, sha256 } = await uploaded(server, sample.TEXT, 'x.txt');
    const drawn = async () => (await server.sql.query('SELECT 1 FROM drawn_documents WHERE identity LIKE $1', [`${sha256}%`])).rowCount;
    expect((await get(id, 'text/1')).status).toBe(200);
    expect(await drawn()).toBe(1);
    await server.briefcase.deactivateFile({ actor: staffOfTest(), id });
    expect(await drawn()).toBe(0);
  });

  it('answers 415 to viewing a text that claims another content type, and downloads it in a sandbox', async () => {
    const { id } = await uploaded(server, sample.TEXT, 'x.txt');
    for (const contentType of ['text/html', 'TEXT/HTML', 'image/svg+xml', 'text/html\r\nX: y', 'image/png, text/html', '']) {
      await server.documents.main.update(`maletin_archivos/${id}`, { contentType });
      await server.services.readModel.projectNow('main', [`maletin_archivos/${id}`]);
      expect((await get(id, 'view')).status, contentType).toBe(415);
      const download = await get(id, 'download');
      expect(download.headers.get('content-disposition')).toMatch(/^attachment; /);
      expect(download.headers.get('content-security-policy')).toMatch(/^sandbox/);
    }
  });
});

describe('ranges', () => {
  it('return a part with 206, or 416 beyond the end, and record only one download', async () => {
    const { id } = await uploaded(server, Buffer.from('0123456789'), 'x.txt');
    const first = await get(id, 'download', { range: 'bytes=0-3' });
    expect([first.status, first.headers.get('content-range'), await first.text()]).toEqual([206, 'bytes 0-3/10', '0123']);
    const later = await get(id, 'download', { range: 'bytes=4-' });
    expect([later.status, await later.text()]).toEqual([206, '456789']);
    expect(await (await get(id, 'download', { range: 'bytes=-2' })).text()).toBe('89');
    expect(await kinds(id)).toEqual(['download']);
    const beyond = await get(id, 'download', { range: 'bytes=10-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });

  it('record a download for each person even when they leave out the first byte', async () => {
    const { id } = await uploaded(server, Buffer.from('0123456789'), 'x.txt');
    expect((await get(id, 'download', { range: 'bytes=1-' })).status).toBe(206);
    expect(await kinds(id)).toEqual(['download']);
    server.signIn(staffOfTest({ id: 'luis', name: 'Luis' }));
    await get(id, 'download', { range: 'bytes=1-' });
    expect(await eventsOf(server, id)).toMatchObject([
      { kind: 'upload' },
      { kind: 'download', userId: 'ana' },
      { kind: 'download', userId: 'luis' },
    ]);
  });

  it('apply only when If-Range names the stored file; otherwise the whole file is sent', async () => {
    const { id, sha256 } = await uploaded(server, Buffer.from('0123456789'), 'x.txt');
    expect((await get(id, 'download', { range: 'bytes=0-1', 'if-range': `"${sha256}"` })).status).toBe(206);
    expect((await get(id, 'download', { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
  });
});

describe('events', () => {
  it('are recorded once per view, print and download, but not for HEAD and 304', async () => {
    const { id, sha256 } = await uploaded(server, sample.pdf(), 'x.pdf');
    const head = await get(id, 'download', {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(sample.pdf().length)]);
    expect((await get(id, 'download', { 'if-none-match': `"${sha256}"` })).status).toBe(304);
    expect(await kinds(id)).toEqual([]);
    for (const kind of ['pages/1', 'print', 'download']) await (await get(id, kind)).arrayBuffer();
    expect(await kinds(id)).toEqual(['view', 'print', 'download']);
    const told = async (part: StoryQuery['part']) =>
      (await server.briefcase.findStory({ actor: staffOfTest(), id, part, before: '' })).events.map(({ who, did }) => `${who} ${did}`);
    const openings = ['Ana Pérez lo descargó', 'Ana Pérez lo imprimió', 'Ana Pérez lo vio'];
    expect(await told('openings')).toEqual(openings);
    expect(await told('changes')).toEqual(['Ana Pérez lo cargó']);
    expect(await told(null)).toEqual([...openings, 'Ana Pérez lo cargó']);
  });

  it('are not recorded when the backend fails, and no bytes are sent when recording fails', async () => {
    const { id } = await uploaded(server, sample.TEXT, 'x.txt');
    const down: RestBackend = { ...server.services.restBackend, openAsset: () => Promise.reject(backendUnavailable('down')) };
    await expect(
      createBriefcase({ ...server.services, restBackend: down }).openFile({ actor: staffOfTest(), id, kind: 'download' }),
    ).rejects.toMatchObject({ code: 'unavailable' });
    expect(await kinds(id)).toEqual([]);
    const main = Object.create(server.documents.main) as typeof server.documents.main;
    main.create = () => Promise.reject(new Error('store down'));
    await expect(
      createBriefcase({ ...server.services, documents: { ...server.documents, main } }).openFile({
        actor: staffOfTest(),
        id,
        kind: 'download',
      }),
    ).rejects.toThrow('store down');
    expect(await kinds(id)).toEqual([]);
  });
});

describe('folder permissions', () => {
  it('make every verb and endpoint answer as if a file in a foreign folder did not exist', async () => {
    server.signIn(staffOfTest({ folders: 'all' }));
    const { id } = await uploaded(server, sample.pdf('secreto'), 'reservado.pdf', { folderId: 'gerencia' });
    const before = await server.documents.main.get(`maletin_archivos/${id}`);
    const actor = staffOfTest();
    server.signIn(actor);
    const missing = (await (await get('no-such-file', 'view')).json()) as { detail: string };
    for (const kind of ['pages/1', 'text/1', 'view', 'print', 'download']) {
      for (const method of ['GET', 'HEAD']) expect((await get(id, kind, {}, method)).status).toBe(404);
      expect((await (await get(id, kind)).json()) as unknown).toMatchObject({ status: 404, detail: missing.detail });
    }
    const { briefcase } = server;
    const values = { nombre: 'x.pdf', carpetaId: 'actas', tipoDocumentoId: 'libre' };
    const calls = [
      briefcase.getFile({ actor, id }),
      ...['', '..', 'a/b', 'a\0b'].flatMap((odd) => {
        const call = { actor: staffOfTest({ folders: 'all' }), id: odd };
        return [briefcase.getFile(call), briefcase.describeContent(call)];
      }),
      briefcase.findStory({ actor, id, part: null, before: '' }),
      briefcase.findStory({ actor, id, part: 'custody', before: '' }),
      briefcase.describeFile({ actor, id, kind: 'view' }),
      briefcase.describeContent({ actor, id }),
      briefcase.openPage({ actor, id, page: 1, width: 160 }),
      briefcase.openPart({ actor, id, part: 1 }),
      briefcase.openPrint({ actor, id, isAsked: true }),
      briefcase.openFile({ actor, id, kind: 'download' }),
      briefcase.updateFile({ actor, id, ifVersion: String(before?.version), values }),
      briefcase.deactivateFile({ actor, id }),
      briefcase.restoreFile({ actor, id }),
    ];
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'not-found' } });
    for (const params of ['', 'q=reservado', 'carpetaId=gerencia', 'sort=bytes', 'isActive=false']) {
      const page = await briefcase.findFiles({ actor, params: new URLSearchParams(params) });
      expect(page.rows.map((row) => row.id)).not.toContain(id);
    }
    expect((await briefcase.findFiles({ actor, params: new URLSearchParams('carpetaId=gerencia') })).total).toBe(0);
    expect((await briefcase.findListChoices({ actor, filter: 'carpetaId' })).map((folder) => folder.value)).toEqual(['actas', 'contratos']);
    expect((await briefcase.findUploadChoices({ actor })).folders.map((folder) => folder.id)).toEqual(['actas', 'contratos']);
    const csv = await fetch(`${server.url}/briefcase/list-briefcase/export?format=csv`);
    expect(csv.status).toBe(200);
    expect(await csv.text()).not.toContain('reservado');
    expect(await kinds(id)).toEqual([]);
    expect((await server.documents.main.get(`maletin_archivos/${id}`))?.version).toBe(before?.version);
  });

  it('hide the name of a closed folder in the history of a file that was moved out of it', async () => {
    server.signIn(staffOfTest({ folders: 'all' }));
    const { id } = await uploaded(server, sample.pdf('mudanza'), 'mudanza.pdf', { folderId: 'gerencia' });
    const { version } = await server.briefcase.getFile({ actor: staffOfTest({ folders: 'all' }), id });
    const values = { nombre: 'mudanza.pdf', carpetaId: 'actas', tipoDocumentoId: 'libre' };
    await server.briefcase.updateFile({ actor: staffOfTest({ folders: 'all' }), id, ifVersion: version, values });
    const told = async (actor: ReturnType<typeof staffOfTest>) =>
      (await server.briefcase.findStory({ actor, id, part: 'changes', before: '' })).events.map(({ did }) => did);
    expect(await told(staffOfTest())).toEqual(['cambió Carpeta de otra carpeta a Actas', 'lo cargó']);
    expect(await told(staffOfTest({ folders: 'all' }))).toEqual(['cambió Carpeta de Gerencia a Actas', 'lo cargó']);
  });
});

describe('editing', () => {
  const edit = async (id: string, values: Record<string, string>, ifVersion?: string) => {
    const actor = staffOfTest();
    const file = await server.briefcase.getFile({ actor, id });
    return server.briefcase.updateFile({
      actor,
      id,
      ifVersion: ifVersion ?? file.version,
      values: { nombre: file.nombre, carpetaId: file.carpetaId, tipoDocumentoId: file.tipoDocumentoId, ...values },
    });
  };

  it('renames, moves and changes the type with an audit entry, and keeps the extension', async () => {
    const { id } = await uploaded(server, sample.pdf(), 'x.pdf');
    await edit(id, { nombre: '../nuevo.html', carpetaId: 'contratos', tipoDocumentoId: 'escaneo' });
    expect(await server.briefcase.getFile({ actor: staffOfTest(), id })).toMatchObject({
      nombre: 'nuevo.html.pdf',
      folderName: 'Contratos',
      documentTypeName: 'Escaneo',
    });
    const audit = await server.documents.main.query({
      collection: 'auditoria',
      where: [
        { field: 'targetPath', op: '==', value: `maletin_archivos/${id}` },
        { field: 'action', op: '==', value: 'ARCHIVO DEL MALETÍN MODIFICADO' },
      ],
    });
    expect(audit[0]?.data).toMatchObject({
      beforeData: { nombre: 'x.pdf', carpetaId: 'actas' },
      newData: { nombre: 'nuevo.html.pdf', carpetaId: 'contratos' },
    });
  });

  it('replaces slashes in a name with hyphens and keeps the rest', async () => {
    const { id } = await uploaded(server, sample.pdf(), 'x.pdf');
    await edit(id, { nombre: 'Acta 12/2026 \\ punto 3' });
    expect(await server.briefcase.getFile({ actor: staffOfTest(), id })).toMatchObject({ nombre: 'Acta 12-2026 - punto 3.pdf' });
  });

  it('of an older version is a conflict that holds both versions', async () => {
    const { id } = await uploaded(server, sample.TEXT, 'x.txt');
    const { version } = await server.briefcase.getFile({ actor: staffOfTest(), id });
    await edit(id, { nombre: 'primera.txt' });
    await expect(edit(id, { nombre: 'segunda.txt' }, version)).rejects.toMatchObject({
      code: 'conflict',
      details: { stored: { nombre: 'primera.txt' }, submitted: { nombre: 'segunda.txt' } },
    });
  });

  it.each([
    [{ nombre: ' ' }, 'invalid-input'],
    [{ carpetaId: 'gerencia' }, 'invalid-input'],
    [{ carpetaId: 'cerrada' }, 'invalid-input'],
    [{ carpetaId: 'a/b' }, 'invalid-input'],
    [{ tipoDocumentoId: 'nada' }, 'invalid-input'],
    [{ tipoDocumentoId: 'escaneo' }, 'unsupported-type'],
  ])('%j is refused', async (values, code) => {
    const { id } = await uploaded(server, sample.TEXT, 'x.txt');
    await expect(edit(id, values as Record<string, string>)).rejects.toMatchObject({ code });
  });

  it('deletes softly: the file is not listed and answers 404 until it is restored', async () => {
    const { id } = await uploaded(server, sample.TEXT, 'borrable.txt');
    const actor = staffOfTest();
    const listed = async (params: string) =>
      (await server.briefcase.findFiles({ actor, params: new URLSearchParams(params) })).rows.some((row) => row.id === id);
    await server.briefcase.deactivateFile({ actor, id });
    await server.briefcase.deactivateFile({ actor, id });
    for (const work of [() => edit(id, { nombre: 'otra.txt' }), () => server.briefcase.zipFiles({ actor, ids: [id] })])
      await expect(work()).rejects.toMatchObject({ code: 'not-found' });
    expect([await listed('q=borrable'), await listed('q=borrable&isActive=false'), (await get(id, 'text/1')).status]).toEqual([
      false,
      true,
      404,
    ]);
    await server.briefcase.restoreFile({ actor, id });
    expect([await listed('q=borrable'), (await get(id, 'text/1')).status]).toEqual([true, 200]);
  });

  it('deletes several files or none: one file in a foreign folder stops them all', async () => {
    const ids = await Promise.all(['a.txt', 'b.txt'].map(async (name) => (await uploaded(server, sample.TEXT, name)).id));
    const foreign = (await uploaded(server, sample.TEXT, 'c.txt', { folderId: 'contratos' })).id;
    const actor = staffOfTest({ folders: ['actas'] });
    const areActive = async () =>
      (await server.documents.main.getMany(ids.map((id) => `maletin_archivos/${id}`))).map(
        (document) => document?.data['isActive'] !== false,
      );
    await expect(server.briefcase.deactivateFiles({ actor, ids: [...ids, foreign] })).rejects.toMatchObject({ code: 'not-found' });
    expect(await areActive()).toEqual([true, true]);
    await server.briefcase.deactivateFiles({ actor, ids: [...ids, ...ids] });
    expect(await areActive()).toEqual([false, false]);
    await server.briefcase.restoreFiles({ actor, ids });
    expect(await areActive()).toEqual([true, true]);
    for (const refused of [[], Array.from({ length: 101 }, (_, index) => `x${index}`)])
      await expect(server.briefcase.deactivateFiles({ actor, ids: refused })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

it('a file is found by the folder, type, agency and person of its row, but not in foreign folders', async () => {
  const { documents, services } = server;
  await documents.main.set('agencias/central', { nombre: 'Agencia Zunil' });
  await documents.main.set('usuarios/ana', { name: 'Ana Pérez', role: 'editor' });
  await services.readModel.projectNow('main', ['agencias/central', 'usuarios/ana']);
  const { id } = await uploaded(server, sample.TEXT, 'hallable.txt', { folderId: 'contratos', documentTypeId: 'texto' });
  const hidden = await uploaded(server, sample.TEXT, 'hallable oculto.txt', { folderId: 'contratos' });
  await documents.main.update(`maletin_archivos/${hidden.id}`, { carpetaId: 'gerencia' });
  await services.readModel.projectNow('main', [`maletin_archivos/${hidden.id}`]);
  const find = async (q: string) =>
    (await server.briefcase.findFiles({ actor: staffOfTest(), params: new URLSearchParams({ q }) })).rows.map((row) => row.id);
  for (const q of ['hallable contratos', 'hallable TEXTO', 'hallable zunil', 'hallable pérez', 'perez zunil contratos texto hallable'])
    expect(await find(q), q).toEqual([id]);
  for (const q of ['hallable actas', 'hallable gerencia', 'gerencia']) expect(await find(q), q).toEqual([]);
});

it('exports the filtered list, escapes formulas, and answers 400 to an unknown format', async () => {
  await uploaded(server, sample.CSV, 'exportable uno.csv');
  await uploaded(server, sample.CSV, '=exportable dos.csv', { folderId: 'contratos' });
  const csv = await (await fetch(`${server.url}/briefcase/list-briefcase/export?format=csv&q=exportable&carpetaId=contratos`)).text();
  expect(csv).toContain('exportable dos.csv');
  expect(csv).not.toContain('exportable uno');
  expect(csv).not.toMatch(/(^|[,;"])=exportable/m);
  expect((await fetch(`${server.url}/briefcase/list-briefcase/export?format=exe`)).status).toBe(400);
});

describe('a new version', () => {
  const version = async (id: string) => (await server.briefcase.getFile({ actor: staffOfTest(), id })).version;
  const replace = async (id: string, content: Buffer, fileName: string, fields: Readonly<Record<string, string>> = {}) =>
    upload(server, content, fileName, { id, version: await version(id), ...fields });
  const bytesAt = async (id: string, address: string) => Buffer.from(await (await get(id, address)).arrayBuffer());

  it('replaces the file at the same address; earlier versions stay with their authors, and events continue', async () => {
    const { id, url } = await uploaded(server, sample.TEXT, 'Circular 4.txt');
    await (await get(id, 'download')).arrayBuffer();
    server.signIn(staffOfTest({ id: 'luis', name: 'Luis Cuc' }));
    const answer = await replace(id, sample.pdf('dos'), 'circular corregida.pdf');
    expect([answer.status, await answer.json()]).toMatchObject([201, { id, url, nombre: 'Circular 4.pdf' }]);
    expect((await replace(id, sample.pdf('tres'), 'otra.pdf')).status).toBe(201);
    const file = await server.briefcase.getFile({ actor: staffOfTest(), id });
    expect(file).toMatchObject({ nombre: 'Circular 4.pdf', folderName: 'Actas', versionNumber: 3, userId: 'ana' });
    expect(await server.briefcase.findVersions({ actor: staffOfTest(), id })).toMatchObject([
      { number: 3, fileName: 'otra.pdf', userName: 'luis', at: expect.any(String) as string },
      { number: 2, fileName: 'circular corregida.pdf', userName: 'luis' },
      { number: 1, fileName: 'Circular 4.txt', userName: 'Ana Pérez', bytes: sample.TEXT.length },
    ]);
    expect(await bytesAt(id, 'download')).toEqual(sample.pdf('tres'));
    expect(await bytesAt(id, 'versions/1/download')).toEqual(sample.TEXT);
    expect(await bytesAt(id, 'versions/2/download')).toEqual(sample.pdf('dos'));
    const first = await get(id, 'versions/1/download');
    expect(first.headers.get('content-disposition')).toContain('"Circular 4.txt"');
    expect((await get(id, 'pages/1')).headers.get('cache-control')).toContain('no-cache');
    expect((await eventsOf(server, id)).map(({ kind, userId }) => `${String(kind)} ${String(userId)}`)).toEqual([
      'upload ana',
      'download ana',
      'upload luis',
      'upload luis',
      'download luis',
      'download luis',
      'download luis',
      'download luis',
      'view luis',
    ]);
  });

  it('cannot be opened without permission for the file, nor after the file was deleted', async () => {
    const { id } = await uploaded(server, sample.TEXT, 'reservada.txt');
    await replace(id, sample.pdf('reservada'), 'reservada.pdf');
    const { id: own } = await uploaded(server, sample.TEXT, 'propia.txt', { folderId: 'contratos' });
    const stored = (await server.documents.main.get(`maletin_archivos/${id}`))?.version;
    const addresses = ['1', '2'].flatMap((number) =>
      ['pages/1', 'text/1', 'view', 'print', 'download'].map((kind) => `versions/${number}/${kind}`),
    );
    const outsider = staffOfTest({ id: 'eva', folders: ['contratos'] });
    const withoutMenu = staffOfTest({ id: 'rosa', menus: new Set(MENU_IDS.filter((menu) => menu !== 'briefcase-files')), folders: 'all' });
    for (const [actor, status] of [
      [outsider, 404],
      [withoutMenu, 403],
    ] as const) {
      server.signIn(actor);
      for (const address of addresses)
        for (const method of ['GET', 'HEAD']) expect((await get(id, address, {}, method)).status, address).toBe(status);
      await expect(server.briefcase.findVersions({ actor, id })).rejects.toMatchObject({ status });
      expect((await upload(server, sample.pdf(), 'x.pdf', { id, version: 'x' })).status).toBe(status);
    }
    server.signIn(outsider);
    for (const number of ['2', '0', '01', '-1', 'x', '99999999']) expect((await get(own, `versions/${number}/download`)).status).toBe(404);
    expect((await server.documents.main.get(`maletin_archivos/${id}`))?.version).toBe(stored);
    server.signIn(staffOfTest());
    for (const odd of ['a/b', '..']) expect((await upload(server, sample.pdf(), 'x.pdf', { id: odd, version: 'x' })).status).toBe(404);
    await server.briefcase.deactivateFile({ actor: staffOfTest(), id });
    for (const address of addresses) expect((await get(id, address)).status, address).toBe(404);
    expect((await replace(id, sample.pdf(), 'x.pdf')).status).toBe(404);
    expect(await kinds(id)).toEqual([]);
  });

  it('is rejected for a stale version, a wrong type or no file, and is stored once when sent twice', async () => {
    const { id } = await uploaded(server, sample.pdf('uno'), 'uno.pdf', { documentTypeId: 'escaneo' });
    const seen = await version(id);
    const before = (await traces(server)).stored;
    expect((await replace(id, sample.TEXT, 'x.txt')).status).toBe(415);
    expect((await replace(id, Buffer.alloc(0), '')).status).toBe(400);
    expect((await upload(server, sample.pdf('dos'), 'dos.pdf', { id, version: 'vieja' })).status).toBe(409);
    expect((await traces(server)).stored).toEqual(before);
    const fields = { uploadKey: 'una-sola-clave' };
    expect((await replace(id, sample.pdf('dos'), 'dos.pdf', fields)).status).toBe(201);
    expect((await upload(server, sample.pdf('dos'), 'dos.pdf', { ...fields, id, version: seen })).status).toBe(201);
    expect((await upload(server, sample.pdf('tres'), 'tres.pdf', { id, version: seen })).status).toBe(409);
    expect((await server.briefcase.findVersions({ actor: staffOfTest(), id })).map(({ number }) => number)).toEqual([2, 1]);
    const audit = await server.documents.main.query({
      collection: 'auditoria',
      where: [{ field: 'targetPath', op: '==', value: `maletin_archivos/${id}` }],
    });
    expect(audit.map(({ data }) => data['action']).sort()).toEqual(['NUEVA VERSIÓN DE ARCHIVO DEL MALETÍN', 'NUEVO ARCHIVO DEL MALETÍN']);
  });
});

describe('a folder given by rule', () => {
  const id = 'gerencia';
  const admin = staffOfTest({ id: 'jefa', role: 'admin', folders: 'all' });
  const load = (uid: string) => loadStaff(server.services, { uid, sessionId: 's' });
  beforeAll(async () => {
    const { documents, services } = server;
    const people = {
      rita: { name: 'Rita Caal', role: 'editor', agency: 'norte', department: { id: 'creditos', name: 'Créditos', state: true } },
      saul: { name: 'Saúl Pop', role: 'user', agency: 'norte' },
      jefa: { name: 'Jefa', role: 'admin' },
    };
    const given = Object.entries(people).map(([person, data]) => [`usuarios/${person}`, { ...data, state: true }] as const);
    const places = [
      ['agencias/atm', { nombre: 'Cajero Cobán' }],
      ['agencias/norte', { nombre: 'Norte' }],
      ['departamentos/creditos', { nombre: 'Créditos' }],
    ] as const;
    const all = [...given, ...places];
    for (const [path, data] of all) await documents.main.create(path, data);
    await services.readModel.projectNow(
      'main',
      all.map(([path]) => path),
    );
  });

  it('opens to everybody of the agency at their next request, shows who reads it and why, and closes again', async () => {
    expect((await load('rita'))?.folders).toEqual([]);
    // Where nobody works comes last, as a cash machine.
    const agencies = (await server.briefcase.findFolderAccess({ actor: admin, id }))?.choices?.agencias ?? [];
    expect([agencies[0], agencies.at(-1)]).toEqual([
      { value: 'agencias:norte', label: 'Norte' },
      { value: 'agencias:atm', label: 'Cajero Cobán (sin personas)', disabled: true },
    ]);
    await server.briefcase.grantFolder({ actor: admin, id, to: 'agencias:norte' });
    await server.briefcase.grantFolder({ actor: admin, id, to: 'agencias:norte' });
    await server.briefcase.grantFolder({ actor: admin, id, to: 'departamentos:creditos' });
    expect((await load('rita'))?.folders).toEqual([id]);
    expect(await server.briefcase.findFolderAccess({ actor: admin, id })).toMatchObject({
      given: [
        { kind: 'agencias', id: 'norte', name: 'Norte' },
        { kind: 'departamentos', id: 'creditos', name: 'Créditos' },
      ],
      readers: [
        { id: 'jefa', through: ['administrador'] },
        { id: 'rita', agencyName: 'Norte', through: ['agencias', 'departamentos'] },
      ],
      readersTotal: 2,
      shutOut: [{ id: 'saul', name: 'Saúl Pop', through: ['agencias'] }],
      shutOutTotal: 1,
      choices: {
        roles: [
          { value: 'roles:editor', label: 'Editor' },
          { value: 'roles:user', label: 'Reportes (no abre «Archivos»)', disabled: true },
        ],
        personas: expect.arrayContaining([
          { value: 'personas:rita', label: 'Rita Caal' },
          { value: 'personas:saul', label: 'Saúl Pop (no abre «Archivos»)', disabled: true },
        ]),
      },
    });
    await server.briefcase.revokeFolder({ actor: admin, id, to: 'departamentos:creditos' });
    expect((await load('rita'))?.folders).toEqual([id]);
    await server.briefcase.revokeFolder({ actor: admin, id, to: 'agencias:norte' });
    expect((await load('rita'))?.folders).toEqual([]);
    const audit = await server.documents.main.query({
      collection: 'auditoria',
      where: [{ field: 'targetPath', op: '==', value: `maletin_accesos/${id}` }],
    });
    expect(audit.map(({ data }) => data['action'])).toEqual(Array(4).fill('ACCESO A CARPETA DEL MALETÍN MODIFICADO'));
  });

  it('is given and taken only by people with the folder and both menus, and given only to existing groups', async () => {
    const without = (menu: string) => new Set(MENU_IDS.filter((one) => one !== menu));
    const { briefcase } = server;
    expect(await briefcase.findFolderAccess({ actor: staffOfTest(), id })).toBeNull();
    expect(await briefcase.findFolderAccess({ actor: staffOfTest({ folders: [id], menus: without('users') }), id })).toMatchObject({
      choices: null,
    });
    await expect(
      briefcase.findFolderAccess({ actor: staffOfTest({ folders: [id], menus: without('briefcase-folders') }), id }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    for (const work of [briefcase.grantFolder, briefcase.revokeFolder]) {
      const to = 'agencias:norte';
      await expect(work({ actor: staffOfTest(), id, to })).rejects.toMatchObject({ code: 'not-found' });
      for (const menu of ['users', 'briefcase-folders'])
        await expect(work({ actor: staffOfTest({ folders: [id], menus: without(menu) }), id, to })).rejects.toMatchObject({
          code: 'forbidden',
        });
    }
    for (const to of ['', 'agencias:', 'agencias:nadie', 'roles:inventado', 'puestos:norte', 'agencias:a/b', 'norte'])
      await expect(briefcase.grantFolder({ actor: admin, id, to }), to).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(briefcase.grantFolder({ actor: admin, id: 'ninguna', to: 'agencias:norte' })).rejects.toMatchObject({ code: 'not-found' });
    expect(await server.documents.main.get(`maletin_accesos/${id}`)).toMatchObject({ data: { agencias: [] } });
  });
});

describe('a file that must be read', () => {
  const admin = staffOfTest({ id: 'jefa', role: 'admin', folders: 'all' });
  const rita = staffOfTest({ id: 'rita', agencyId: 'norte', folders: ['actas'] });
  const TOMORROW = addDays(dayOf(new Date()), 1);
  const values = { hasta: TOMORROW, motivo: 'Cambian los límites' };
  const stateOf = async (id: string, person: string) =>
    (await server.briefcase.getReading({ actor: admin, id }))?.readers.find(({ userId }) => userId === person)?.state;
  const own = async (lectura: string, actor = rita) =>
    (await server.briefcase.findFiles({ actor, params: new URLSearchParams({ lectura }) })).rows.map(({ nombre }) => nombre);
  const alertsOf = async (person: string) => {
    const told = await server.documents.main.query({ collection: 'auditoria' });
    await server.services.readModel.projectNow(
      'main',
      told.map(({ path }) => path),
    );
    await makeAlerts(server.services);
    const { rows } = await server.sql.query<{ name: string; count: number }>(
      `SELECT name, count FROM alerts WHERE user_id = $1 AND kind = 'reading' ORDER BY at, id`,
      [person],
    );
    return rows.length;
  };

  it('is asked of an agency, confirmed only after opening, and pending again with a new version', async () => {
    const { documents } = server;
    await documents.main.update('usuarios/rita', { briefcase_permissions: { folders: ['actas'] }, email: 'rita@prueba.coop' });
    await documents.main.create('usuarios/tito', { name: 'Tito Sin Carpeta', role: 'editor', agency: 'norte', state: true });
    await server.services.readModel.projectNow('main', ['usuarios/rita', 'usuarios/tito']);
    server.signIn(admin);
    const { id } = await uploaded(server, sample.TEXT, 'circular.txt');
    expect(await server.briefcase.getReading({ actor: admin, id })).toBeNull();
    await server.briefcase.requestReading({ actor: admin, id, to: 'agencias:norte', values });
    expect(await server.briefcase.getReading({ actor: rita, id })).toMatchObject({
      ...values,
      mine: { userId: 'rita', state: 'pendiente', openedAt: null, readAt: null },
      readers: [{ userId: 'rita' }],
      shutOut: ['Saúl Pop', 'Tito Sin Carpeta'],
    });
    expect([await own('pendiente'), await own('vencida'), await own('leida')]).toEqual([['circular.txt'], [], []]);
    expect([await alertsOf('rita'), await alertsOf('tito')]).toEqual([1, 0]);

    await expect(server.briefcase.confirmReading({ actor: rita, id })).rejects.toMatchObject({ code: 'invalid-input' });
    server.signIn(rita);
    expect((await get(id, 'text/1')).status).toBe(200);
    expect(await stateOf(id, 'rita')).toBe('abierta');
    await server.briefcase.confirmReading({ actor: rita, id });
    await server.briefcase.confirmReading({ actor: rita, id });
    const story = await server.briefcase.findStory({ actor: rita, id, part: 'openings', before: '' });
    expect(story.events.map(({ did }) => did)).toEqual(['confirmó que lo leyó', 'lo vio']);
    const { rows } = await server.services.sql.query(`SELECT kind, version FROM eventos_archivos WHERE "fileId" = $1 ORDER BY at DESC`, [
      id,
    ]);
    expect(rows).toEqual([
      { kind: 'confirm', version: 1 },
      { kind: 'view', version: 1 },
      { kind: 'upload', version: 1 },
    ]);
    expect([await stateOf(id, 'rita'), await own('pendiente'), await own('leida')]).toEqual(['leida', [], ['circular.txt']]);

    server.signIn(admin);
    const { version } = await server.briefcase.getFile({ actor: admin, id });
    expect((await upload(server, Buffer.from('otra'), 'circular.txt', { id, version })).status).toBe(201);
    expect([await stateOf(id, 'rita'), await own('pendiente'), await alertsOf('rita')]).toEqual(['pendiente', ['circular.txt'], 2]);
    await expect(server.briefcase.confirmReading({ actor: rita, id })).rejects.toMatchObject({ code: 'invalid-input' });
    server.signIn(rita);
    await get(id, 'text/1');
    await server.briefcase.confirmReading({ actor: rita, id });
    expect((await eventsOf(server, id)).map(({ kind }) => kind)).toEqual(['upload', 'view', 'confirm', 'upload', 'view', 'confirm']);
  });

  it('cannot be a deleted file', async () => {
    server.signIn(admin);
    const { id } = await uploaded(server, sample.TEXT, 'retirada.txt');
    await server.briefcase.deactivateFile({ actor: admin, id });
    const asked = server.briefcase.requestReading({ actor: admin, id, to: 'personas:rita', values });
    await expect(asked).rejects.toMatchObject({ code: 'not-found' });
  });

  it('can be reminded once a day, and is overdue after its date', async () => {
    server.signIn(admin);
    const { id } = await uploaded(server, sample.TEXT, 'aviso.txt');
    await server.briefcase.requestReading({ actor: admin, id, to: 'personas:rita', values });
    const before = await alertsOf('rita');
    // The answer to the first one is lost.
    for (let twice = 0; twice < 2; twice += 1)
      expect(await server.briefcase.remindReaders({ actor: admin, id, formToken: 'recordar-de-la-pagina' })).toBe(1);
    await expect(server.briefcase.remindReaders({ actor: admin, id, formToken: 'dos' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await alertsOf('rita')).toBe(before + 1);
    await server.documents.main.update(`maletin_lecturas/${id}`, { hasta: '2026-01-01' });
    await server.services.readModel.projectNow('main', [`maletin_lecturas/${id}`]);
    expect([await stateOf(id, 'rita'), await own('vencida')]).toEqual(['vencida', ['aviso.txt']]);
    await server.briefcase.dropReading({ actor: admin, id, to: 'personas:rita' });
    expect(await server.briefcase.getReading({ actor: admin, id })).toBeNull();
    await server.briefcase.restoreReading({ actor: admin, id, to: 'personas:rita' });
    expect(await stateOf(id, 'rita')).toBe('vencida');
  });

  it('stays hidden from people without its folder, and rejects invalid dates and readers', async () => {
    server.signIn(admin);
    const { id } = await uploaded(server, sample.TEXT, 'reservado.txt', { folderId: 'gerencia' });
    const to = 'agencias:norte';
    await server.briefcase.requestReading({ actor: admin, id, to, values });
    expect((await server.briefcase.getReading({ actor: admin, id }))?.shutOut).toContain('Rita Caal');
    for (const work of [
      () => server.briefcase.getReading({ actor: rita, id }),
      () => server.briefcase.findReadingForm({ actor: rita, id }),
      () => server.briefcase.requestReading({ actor: rita, id, to, values }),
      () => server.briefcase.restoreReading({ actor: rita, id, to }),
      () => server.briefcase.dropReading({ actor: rita, id, to }),
      () => server.briefcase.confirmReading({ actor: rita, id }),
      () => server.briefcase.remindReaders({ actor: rita, id, formToken: '' }),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'not-found' });
    expect(await own('pendiente')).not.toContain('reservado.txt');
    const named = async (actor: typeof admin) =>
      (await server.briefcase.findReadings({ actor, params: new URLSearchParams({ sort: 'nombre' }) })).rows.map(
        ({ nombre, person, state }) => [nombre, person, state],
      );
    expect(await named(admin)).toEqual([
      ['aviso.txt', 'Rita Caal', 'vencida'],
      ['circular.txt', 'Rita Caal', 'leida'],
    ]);
    expect(await named(staffOfTest({ folders: ['contratos'] }))).toEqual([]);
    const exported = await READINGS.open(server.services, { actor: admin, params: new URLSearchParams(), format: 'csv' });
    const mail = exported.sheet.columns.findIndex(({ title }) => title === 'Correo electrónico');
    const mails: unknown[] = [];
    for await (const batch of exported.rows(AbortSignal.timeout(10_000))) mails.push(...batch.map((row) => row[mail]));
    expect(mails).toEqual(['rita@prueba.coop', 'rita@prueba.coop']);
    for (const [hasta, sentence] of [
      ['2026-01-01', 'Elija hoy o un día que venga.'],
      ['', 'Complete «Leer hasta».'],
      ['mañana', 'Escriba una fecha que exista en «Leer hasta», como 31/12/2026.'],
    ] as const)
      await expect(server.briefcase.requestReading({ actor: admin, id, to, values: { ...values, hasta } })).rejects.toMatchObject({
        fields: { hasta: [sentence] },
      });
    for (const nobody of ['agencias:nadie', 'puestos:x', 'norte'])
      await expect(server.briefcase.requestReading({ actor: admin, id, to: nobody, values })).rejects.toMatchObject({
        fields: { to: [expect.any(String)] },
      });
  });
});
