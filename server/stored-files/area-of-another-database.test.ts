import { Readable } from 'node:stream';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { staffOfTest } from '../features/briefcase/testing/briefcase-server.ts';
import { AppError } from '../domain/errors.ts';
import { TEXT, pdf } from '../ports/files/testing/sample-files.ts';
import { addMissingUploads } from './add-missing-uploads.ts';
import { findFileEvents } from './ledger.ts';
import { ana, DOCUMENTS, luis, startDocumentsServer, type DocumentsServer } from './testing/documents-server.ts';
import { uploadFile } from './upload-file.ts';

let server: DocumentsServer;
beforeAll(async () => {
  server = await startDocumentsServer();
});
beforeEach(() => server.signIn(ana));

describe('a file area in another database', () => {
  it('keeps document and audit there, and the event in the one ledger', async () => {
    const { documents } = server;
    const content = pdf('Pagaré');
    const id = await server.uploaded(content);
    const stored = await documents.digitalization.get(`expedientes/${id}`);
    expect(stored?.data).toMatchObject({ documentName: 'Pagaré 12.pdf', categoryId: 'creditos', status: 'indexed', bytes: content.length });
    const audit = (database: keyof typeof documents) =>
      documents[database].query({ collection: 'auditoria', where: [{ field: 'targetPath', op: '==', value: `expedientes/${id}` }] });
    expect([(await audit('digitalization')).length, (await audit('main')).length]).toEqual([1, 0]);
    expect(await documents.main.get(`expedientes/${id}`)).toBeNull();
    expect(await server.ledger(id)).toMatchObject([
      { kind: 'upload', area: 'digitalization', fileName: 'Pagaré 12.pdf', folderId: 'creditos', userId: 'ana', agencyId: 'central' },
    ]);
  });

  it('opens files and records events for permitted people; others get 404, or 403 without the menu', async () => {
    const content = pdf('Contrato');
    const id = await server.uploaded(content, { categoryId: 'personal', documentId: 'contrato' });
    const addresses = ['pages/1', 'text/1', 'view', 'print', 'download'];
    for (const address of addresses) expect((await server.get(id, address)).status, address).toBe(404);
    server.signIn(luis);
    const seen = await server.get(id, 'pages/1');
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await server.get(id, 'print')).status).toBe(200);
    expect((await server.get(id, 'download')).status).toBe(404);
    expect((await server.ledger(id)).map(({ kind, userId }) => [kind, userId])).toEqual([
      ['upload', 'ana'],
      ['view', 'luis'],
      ['print', 'luis'],
    ]);
    expect(await server.files.findAllowedActions({ actor: luis, id })).toEqual({ print: true, download: false });
    expect((await findFileEvents(server.services, DOCUMENTS, { actor: luis, id })).map(({ label }) => label)).toEqual([
      'Imprimió',
      'Vio',
      'Cargó',
    ]);
    await expect(findFileEvents(server.services, DOCUMENTS, { actor: ana, id })).rejects.toMatchObject({ code: 'not-found' });
    await expect(server.files.describeContent({ actor: ana, id })).rejects.toMatchObject({ code: 'not-found' });
    expect((await server.upload(content, { categoryId: 'personal', documentId: 'contrato' })).status).toBe(404);
    server.signIn(staffOfTest({ menus: new Set(['home']) }));
    for (const address of addresses) expect((await server.get(id, address)).status, address).toBe(403);
    expect((await server.upload(content)).status).toBe(403);
  });

  it('rejects missing fields with 400 and an unsupported type with 415, and stores nothing', async () => {
    const before = await server.api.stored();
    const response = await server.upload(TEXT, { categoryId: '', name: '' });
    expect(response.status).toBe(400);
    expect(Object.keys(((await response.json()) as { errors: object }).errors)).toEqual(['name', 'categoryId']);
    expect((await server.upload(TEXT)).status).toBe(415);
    expect(await server.api.stored()).toEqual(before);
  });

  it('returns the same file when an upload is repeated with its key', async () => {
    const key = { uploadKey: 'clave-0123456789' };
    const before = await server.api.stored();
    const [first, second] = await Promise.all([server.uploaded(pdf(), key), server.uploaded(pdf(), key)]);
    expect(second).toBe(first);
    expect(await server.uploaded(pdf(), key)).toBe(first);
    expect(await server.ledger(first)).toHaveLength(1);
    expect(await server.api.stored()).toHaveLength(before.length + 1);
  });

  it('stores an upload while the ledger is unavailable, and adds its event later, once', async () => {
    const { documents, services } = server;
    const main = Object.create(documents.main) as typeof documents.main;
    main.create = () => Promise.reject(new AppError('unavailable', 'ledger away', { userMessage: 'x' }));
    const { id } = await uploadFile({ ...services, documents: { ...documents, main } }, DOCUMENTS, {
      actor: ana,
      upload: {
        fields: { name: 'Tardío', categoryId: 'creditos', documentId: 'pagare' },
        file: { body: Readable.from([pdf()]), fileName: 'x.pdf' },
        whole: Promise.resolve(),
      },
    });
    const { createdAt } = (await documents.digitalization.get(`expedientes/${id}`))?.data ?? {};
    expect(await server.ledger(id)).toEqual([]);
    await documents.main.set('usuarios/ana', { name: 'Ana Pérez', role: 'editor' });
    await services.readModel.projectNow('main', ['usuarios/ana']);
    expect(await addMissingUploads(services, DOCUMENTS)).toBe(1);
    expect(await addMissingUploads(services, DOCUMENTS)).toBe(0);
    expect(await server.ledger(id)).toMatchObject([
      { kind: 'upload', fileName: 'Tardío.pdf', userId: 'ana', userName: 'Ana Pérez', at: createdAt },
    ]);
  });

  it('does not add an event again that only lacks its row', async () => {
    const id = await server.uploaded(pdf('sin fila'));
    await server.sql.query(`DELETE FROM eventos_archivos WHERE "fileId" = $1`, [id]);
    expect(await addMissingUploads(server.services, DOCUMENTS)).toBe(0);
    expect(await server.ledger(id)).toHaveLength(1);
  });
});
