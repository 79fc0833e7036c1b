import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../domain/errors.ts';
import type { DocumentStore } from '../../ports/documents/document-store.ts';
import { createRestBackend } from '../../ports/rest-backend/create-rest-backend.ts';
import * as sample from '../../ports/files/testing/sample-files.ts';
import { createLog } from '../../platform/log/log.ts';
import { TOKEN, testConfig } from '../../entrances/http/api/testing/api-server.ts';
import { createNotices } from '../../entrances/request/notices.ts';
import { noticeCookieOf } from '../../testing/toast.ts';
import { createBriefcase } from './index.ts';
import {
  eventsOf,
  staffOfTest,
  startBriefcaseServer,
  traces,
  upload,
  uploadForm,
  uploaded,
  type BriefcaseServer,
  type FormPart,
} from './testing/briefcase-server.ts';

const ENCRYPTED = path.resolve(import.meta.dirname, '../../pages/testing/files/encrypted.pdf');

let server: BriefcaseServer;
beforeAll(async () => {
  server = await startBriefcaseServer();
});
beforeEach(() => server.signIn(staffOfTest()));

const fields = { name: 'Acta 1', folderId: 'actas', documentTypeId: 'libre' };
const post = (parts: readonly FormPart[], headers: Record<string, string> = {}) =>
  fetch(`${server.url}/briefcase/upload`, { method: 'POST', body: uploadForm(parts), headers, redirect: 'manual' });
const refused = async (response: Response) =>
  (await response.json()) as { status: number; detail: string; errors?: Record<string, string[]> };
const spools = async () => (await readdir(os.tmpdir())).filter((name) => name.startsWith(`portal-carga-${process.pid}-`));

describe('an upload', () => {
  it('stores bytes, document, event and audit entry, and the list shows it at once', async () => {
    const content = sample.pdf('Acta de prueba');
    const answer = await uploaded(server, content, 'acta.pdf', { name: 'Acta de asamblea' });
    expect(answer).toMatchObject({
      nombre: 'Acta de asamblea.pdf',
      contentType: 'application/pdf',
      bytes: content.length,
      duplicateOf: null,
    });
    expect(answer.sha256).toBe(createHash('sha256').update(content).digest('hex'));
    const stored = await server.documents.main.get(`maletin_archivos/${answer.id}`);
    expect(stored?.data).toMatchObject({
      nombre: 'Acta de asamblea.pdf',
      carpetaId: 'actas',
      tipoDocumentoId: 'libre',
      agenciaId: 'central',
      userId: 'ana',
      bytes: content.length,
      isActive: true,
    });
    expect(stored?.data['url']).toMatch(/\/api\/digitalization\/asset\?filename=central-\d{6}-\w{20}\.pdf$/);
    expect(await eventsOf(server, answer.id)).toEqual([{ kind: 'upload', userId: 'ana' }]);
    const audit = await server.documents.main.query({
      collection: 'auditoria',
      where: [{ field: 'targetPath', op: '==', value: `maletin_archivos/${answer.id}` }],
    });
    expect(audit.map((entry) => entry.data['action'])).toEqual(['NUEVO ARCHIVO DEL MALETÍN']);
    const page = await server.briefcase.findFiles({ actor: staffOfTest(), params: new URLSearchParams({ q: 'ASAMBLEA' }) });
    expect(page.rows).toMatchObject([
      { id: answer.id, folderName: 'Actas', documentTypeName: 'Cualquiera', contentType: 'application/pdf', bytes: content.length },
    ]);
  });

  it.each([
    ['with a password', readFileSync(ENCRYPTED, 'latin1'), /contraseña/],
    ['without its end', sample.pdf('Corta').toString('latin1').slice(0, -40), /dañado o incompleto/],
  ])('of a PDF %s is stored with a warning', async (_title, text, warning) => {
    const answer = await uploaded(server, Buffer.from(text, 'latin1'), 'acta.pdf');
    expect(answer.warnings).toEqual([expect.stringMatching(warning) as string]);
    expect((await uploaded(server, sample.pdf('Sana'), 'acta.pdf')).warnings).toEqual([]);
  });

  it('of a cut picture is stored with a warning', async () => {
    expect((await uploaded(server, sample.PNG.subarray(0, -12), 'foto.png')).warnings).toEqual([
      expect.stringMatching(/^La imagen parece dañada o incompleta/),
    ]);
    expect((await uploaded(server, sample.PNG, 'foto.png')).warnings).toEqual([]);
  });

  it('may send the file before its fields, and leaves no temporary file', async () => {
    const before = await spools();
    const response = await post([['file', sample.PNG, 'foto.png'], ...Object.entries(fields)]);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ nombre: 'Acta 1.png', contentType: 'image/png' });
    expect(await spools()).toEqual(before);
  });

  it('sent again with its key, even concurrently, stays one file per person', async () => {
    const key = { uploadKey: 'clave-0123456789' };
    const first = await uploaded(server, sample.TEXT, 'nota.txt', key);
    const before = await traces(server);
    expect((await uploaded(server, sample.TEXT, 'nota.txt', key)).id).toBe(first.id);
    const racing = { uploadKey: 'clave-carrera-01' };
    const both = await Promise.all([uploaded(server, sample.CSV, 'a.csv', racing), uploaded(server, sample.CSV, 'a.csv', racing)]);
    expect(both[0].id).toBe(both[1].id);
    const after = await traces(server);
    expect(after.files).toHaveLength(before.files.length + 1);
    expect(after.stored).toHaveLength(before.stored.length + 1);
    expect(await eventsOf(server, both[0].id)).toHaveLength(1);
    server.signIn(staffOfTest({ id: 'luis' }));
    expect((await uploaded(server, sample.TEXT, 'nota.txt', key)).id).not.toBe(first.id);
  });

  it('reports a file with the same content, unless it lies in a folder the person cannot see', async () => {
    const content = Buffer.from('contenido repetido\n');
    server.signIn(staffOfTest({ folders: 'all' }));
    const first = await uploaded(server, content, 'original.txt', { folderId: 'gerencia' });
    server.signIn(staffOfTest());
    expect((await uploaded(server, content, 'copia.txt')).duplicateOf).toBeNull();
    server.signIn(staffOfTest({ folders: 'all' }));
    expect((await uploaded(server, content, 'otra.txt')).duplicateOf).toEqual({
      id: first.id,
      nombre: 'original.txt',
      folderName: 'Gerencia',
    });
  });

  it.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\x\\nota.txt', 'nota.txt'],
    ['acta\u202Etxt.exe.txt', 'actatxt.exe.txt'],
    ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie: x=1.txt'],
    ['  .acta..txt', 'acta..txt'],
    [`${'ñ'.repeat(400)}.txt`, `${'ñ'.repeat(156)}.txt`],
    ['<img src=x onerror=alert(1)>.txt', '<img src=x onerror=alert(1)>.txt'],
    ['informe.html', 'informe.html.txt'],
    ['acta 12/2026.txt', 'acta 12-2026.txt'],
    ['Familia 👨‍👩‍👧‍👦', 'Familia 👨‍👩‍👧‍👦.txt'],
  ])('named %j is kept as %j', async (name, kept) => {
    expect((await uploaded(server, sample.TEXT, 'x.txt', { name })).nombre).toBe(kept);
  });

  it('ignores unknown fields, even those named constructor or __proto__', async () => {
    const parts: FormPart[] = ['constructor', '__proto__'].map((name) => [name, 'x']);
    expect((await post([...parts, ...Object.entries(fields), ['file', sample.TEXT, 'x.txt']])).status).toBe(201);
  });

  it('from a form without JavaScript redirects to the list with a message', async () => {
    const response = await post([...Object.entries(fields), ['file', sample.TEXT, 'x.txt']], { accept: 'text/html,*/*' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/briefcase/list-briefcase');
    expect(createNotices(testConfig().session).read(staffOfTest(), noticeCookieOf(response)).notice?.text).toContain(
      'Se cargó «Acta 1.txt».',
    );
  });
});

describe('a refused upload', () => {
  let before: Awaited<ReturnType<typeof traces>>;
  beforeEach(async () => {
    // What the backend had begun for the upload before may still be on its way out.
    await expect.poll(async () => (await server.api.stored()).filter((name) => name.startsWith('.incoming/'))).toEqual([]);
    before = await traces(server);
  });
  // The backend removes what it had begun a moment after the portal has answered.
  afterEach(async () => {
    await expect.poll(() => traces(server)).toEqual(before);
    await expect.poll(spools).toEqual([]);
  });

  const long = Buffer.alloc(1024 * 1024 + 1, 65);
  const bigPng = Buffer.concat([sample.PNG, long]);
  it.each([
    ['no name', { name: '' }, sample.TEXT, 'x.txt', 400, 'Escriba el nombre'],
    ['a name of dots and folders', { name: '../..' }, sample.TEXT, 'x.txt', 400, 'Escriba el nombre'],
    ['no folder', { folderId: '' }, sample.TEXT, 'x.txt', 400, 'Elija la carpeta'],
    ['a folder of another person', { folderId: 'gerencia' }, sample.TEXT, 'x.txt', 404, 'carpeta no existe'],
    ['an unknown folder', { folderId: 'nada' }, sample.TEXT, 'x.txt', 404, 'carpeta no existe'],
    ['an inactive folder', { folderId: 'cerrada' }, sample.TEXT, 'x.txt', 404, 'carpeta no existe'],
    ['a path as folder', { folderId: 'actas/../gerencia' }, sample.TEXT, 'x.txt', 400, 'Elija la carpeta'],
    ['an unknown type', { documentTypeId: 'nada' }, sample.TEXT, 'x.txt', 400, 'tipo de documento'],
    ['a wrong key', { uploadKey: 'x y' }, sample.TEXT, 'x.txt', 400, 'clave'],
    [
      'an extension that the type does not take',
      { documentTypeId: 'escaneo' },
      sample.TEXT,
      'x.txt',
      415,
      '«Escaneo» admite pdf, png, jpg',
    ],
    ['HTML named .pdf', { documentTypeId: 'escaneo' }, sample.HTML, 'x.pdf', 415, 'no corresponde a un documento PDF'],
    ['a program named .pdf', {}, sample.EXE, 'x.pdf', 415, 'no corresponde'],
    ['a program', {}, sample.EXE, 'x.exe', 415, 'programas'],
    ['a program with an extension of its own', {}, sample.EXE, 'x.dat', 415, 'programas'],
    ['SVG named .png', {}, sample.SVG, 'x.png', 415, 'no corresponde'],
    ['HTML that goes on as PDF', {}, Buffer.concat([sample.HTML, sample.pdf()]), 'x.pdf', 415, 'no corresponde'],
    ['an empty file', {}, Buffer.alloc(0), 'x.txt', 400, 'vacío'],
    ['more than the type takes', { documentTypeId: 'escaneo' }, bigPng, 'x.png', 413, 'El máximo es 1 MB'],
    ['more than the portal takes', {}, Buffer.alloc(4 * 1024 * 1024 + 1, 65), 'x.txt', 413, 'El máximo es 4 MB'],
  ] as [string, Record<string, string>, Buffer, string, number, string][])(
    'gives the reason and leaves nothing behind for %s',
    async (_title, given, content, fileName, status, detail) => {
      const response = await upload(server, content, fileName, given);
      expect(response.status).toBe(status);
      expect((await refused(response)).detail).toContain(detail);
    },
  );

  it.each<[title: string, parts: FormPart[], detail?: string]>([
    ['no file', Object.entries(fields)],
    ['a file in another field', [...Object.entries(fields), ['archivo', sample.TEXT, 'x.txt']]],
    ['a file in a nested field', [...Object.entries(fields), ['file[0]', sample.TEXT, 'x.txt']]],
    ['two files', [...Object.entries(fields), ['file', sample.TEXT, 'x.txt'], ['file', sample.TEXT, 'y.txt']]],
    ['a folder changed after the file', [...Object.entries(fields), ['file', sample.TEXT, 'x.txt'], ['folderId', 'gerencia']]],
    ['no fields at all', [['file', sample.TEXT, 'x.txt']]],
    [
      'an enormous field',
      [
        ['name', 'x'.repeat(100_000)],
        ['folderId', 'actas'],
        ['documentTypeId', 'libre'],
        ['file', sample.TEXT, 'x.txt'],
      ],
      'Uno de los datos de la carga es demasiado largo.',
    ],
    [
      'fields without end',
      [...Array.from({ length: 70 }, (_, index): FormPart => [`campo-${index}`, 'x']), ['file', sample.TEXT, 'x.txt']],
      'La carga trae demasiados campos.',
    ],
  ])('answers 400 and leaves nothing behind for a form with %s', async (_title, parts, detail = '') => {
    const response = await post(parts);
    expect(response.status).toBe(400);
    const told = (await refused(response)).detail;
    expect(told).not.toBe('');
    expect(told).toContain(detail);
  });

  it('leaves nothing behind for a person without agency, menu or session', async () => {
    server.signIn(staffOfTest({ agencyId: '' }));
    expect((await refused(await upload(server, sample.TEXT, 'x.txt'))).errors).toHaveProperty('agency');
    server.signIn(staffOfTest({ menus: new Set(['home']) }));
    expect((await upload(server, sample.TEXT, 'x.txt')).status).toBe(403);
    server.signIn(null);
    expect((await upload(server, sample.TEXT, 'x.txt')).status).toBe(401);
  });

  it.each([
    ['another type', new URLSearchParams(fields)],
    ['no body', null],
  ])(
    'with %s instead of multipart/form-data answers 400 in the words of the specification, and leaves nothing behind',
    async (_title, body) => {
      const answer = await fetch(`${server.url}/briefcase/upload`, { method: 'POST', body, headers: { Accept: 'application/json' } });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({
          message: 'File, name or user_agency missing',
          detail: expect.stringContaining('multipart/form-data') as string,
        }),
      ]);
    },
  );

  it.each([true, false])('leaves nothing behind when the browser disconnects midway (fields first: %s)', async (fieldsFirst) => {
    const part = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const head = Object.entries(fields)
      .map(([name, value]) => part(name, value))
      .join('');
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      'POST /briefcase/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 2000000\r\n\r\n',
    );
    socket.write(
      `${fieldsFirst ? head : ''}--b\r\nContent-Disposition: form-data; name="file"; filename="x.txt"\r\n\r\n${'a'.repeat(500_000)}`,
    );
    const arrived = async () => (fieldsFirst ? (await server.api.stored()).length > before.stored.length : (await spools()).length > 0);
    await expect.poll(arrived).toBe(true);
    socket.destroy();
  });
});

describe('a failing backend', () => {
  const log = createLog({ level: 'silent', process: 'test' });
  const backend = createServer((request, response) => {
    const mode = request.url?.split('/')[1];
    request.resume();
    if (mode === 'hang') return;
    if (mode === 'slow') return void request.on('end', () => response.writeHead(200).write('{"url":'));
    request.on('end', () => {
      if (mode === 'html') return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works</h1>');
      if (mode === 'shape') return response.writeHead(200).end('{"link":"x"}');
      if (mode === 'reset') return response.socket?.destroy();
      if (mode === 'redirect') return response.writeHead(302, { location: 'http://elsewhere.test/' }).end();
      return response.writeHead(Number(mode)).end('{"error":"stack trace"}');
    });
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    backend.closeAllConnections();
    backend.close();
  });

  it.each([
    ['500', 'backend-failed'],
    ['401', 'backend-failed'],
    ['404', 'backend-failed'],
    ['503', 'unavailable'],
    ['413', 'too-large'],
    ['html', 'backend-failed'],
    ['shape', 'backend-failed'],
    ['redirect', 'backend-failed'],
    ['reset', 'unavailable'],
    ['hang', 'unavailable'],
    ['slow', 'unavailable'],
    ['down', 'unavailable'],
  ])('mode %s: gives the person a message, leaks no token and leaves nothing half written', async (mode, code) => {
    const before = await traces(server);
    const restBackend = createRestBackend({
      url: mode === 'down' ? 'http://127.0.0.1:1' : `${url}/${mode}`,
      token: TOKEN,
      log,
      timeouts: { uploadMs: 400, operationMs: 400, idleMs: 400 },
    });
    const briefcase = createBriefcase({ ...server.services, restBackend });
    const failure: unknown = await briefcase
      .uploadFile({
        actor: staffOfTest(),
        upload: { fields, file: { body: Readable.from([sample.TEXT]), fileName: 'x.txt' }, whole: Promise.resolve() },
      })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ code });
    expect((failure as AppError).userMessage).toMatch(/servidor de archivos/);
    expect(JSON.stringify(failure)).not.toContain(TOKEN);
    await expect.poll(() => traces(server)).toEqual(before);
    restBackend.close();
  });

  const onStore = (transaction: (store: DocumentStore) => DocumentStore['transaction']) => {
    const main = Object.create(server.documents.main) as DocumentStore;
    main.transaction = transaction(server.documents.main);
    const briefcase = createBriefcase({ ...server.services, documents: { ...server.documents, main } });
    const file = { body: Readable.from([sample.TEXT]), fileName: 'x.txt' };
    return briefcase.uploadFile({ actor: staffOfTest(), upload: { fields, file, whole: Promise.resolve() } });
  };

  it.each([
    ['folder', 'maletin_carpetas/actas', { isActive: false }, 'not-found'],
    ['folder, in words,', 'maletin_carpetas/actas', { estado: 'Inactiva' }, 'not-found'],
    ['document type, as text,', 'maletin_tipos_documento/libre', { isActive: 'false' }, 'invalid-input'],
    ['document type', 'maletin_tipos_documento/libre', { estado: false }, 'invalid-input'],
  ] as const)('leaves nothing when the %s is taken out of use while the bytes arrive', async (_what, path, change, code) => {
    const before = await traces(server);
    const { main } = server.documents;
    const late = onStore((store) => async (work) => {
      await main.update(path, change);
      return store.transaction(work);
    });
    await expect(late).rejects.toMatchObject({ code });
    await main.update(path, { isActive: true, estado: true });
    expect(await traces(server)).toEqual(before);
  });

  it('leaves nothing half written when the document store refuses after the bytes are stored', async () => {
    const before = await traces(server);
    const refusing = onStore(() => () => Promise.reject(new AppError('conflict', 'refused', { userMessage: 'x' })));
    await expect(refusing).rejects.toMatchObject({ code: 'conflict' });
    expect(await traces(server)).toEqual(before);
  });

  it('keeps the bytes when the document store gives up on a commit that arrives later', async () => {
    const before = await traces(server);
    let arrive = async (): Promise<unknown> => undefined;
    const late = onStore((store) => (work) => {
      arrive = () => store.transaction(work);
      return Promise.reject(new AppError('unavailable', 'no answer to the commit', { userMessage: 'x' }));
    });
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    await arrive();
    const after = await traces(server);
    const [id = ''] = after.files.filter((file) => !before.files.includes(file));
    const { url } = (await server.documents.main.get(`maletin_archivos/${id}`))?.data ?? {};
    expect(after.stored).toContain(new URL(url as string).searchParams.get('filename'));
  });
});
