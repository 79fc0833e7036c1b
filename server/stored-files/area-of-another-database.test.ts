import { Readable } from 'node:stream';
import express from 'express';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TOKEN, answerProblems, listen, startApiServer, testConfig } from '../api/testing/api-server.ts';
import { staffOfTest } from '../features/briefcase/testing/briefcase-server.ts';
import { isDocumentId } from '../documents/document-id.ts';
import { createEmbeddedDocumentStore } from '../documents/embedded/embedded.ts';
import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { AppError } from '../domain/errors.ts';
import { requireMenu, type Staff } from '../domain/permissions.ts';
import { TEXT, pdf } from '../files/testing/sample-files.ts';
import { createContentInspection } from '../files/content-inspection.ts';
import { createLiveSettings } from '../live-settings/live-settings.ts';
import { bind } from '../platform/bind.ts';
import { createLog } from '../platform/log.ts';
import { createRateLimitStore } from '../platform/rate-limits.ts';
import { fragment } from '../platform/sql-fragment.ts';
import { GENERIC_COLUMNS, genericColumns, readText, readWholeNumber } from '../read-model/field-readers.ts';
import type { Projection } from '../read-model/projection.ts';
import { createReadModel } from '../read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '../registries.ts';
import { asyncHandler } from '../request/locals.ts';
import { requestLog } from '../request/request-id.ts';
import { createLocalAssets } from '../rest-backend/local-assets.ts';
import { createRestBackend } from '../rest-backend/create-rest-backend.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { addMissingUploads } from './add-missing-uploads.ts';
import type { FileArea, FileServices, OpenKind } from './file-area.ts';
import { fileVerbs } from './open-file.ts';
import { receiveFile } from './receive-file.ts';
import { sendFile } from './send-file.ts';
import { uploadFields, uploadFile } from './upload-file.ts';

/**
 * A kind of files as Digitalización needs it, written with nothing but the kernel: another database, access by category,
 * document type and action, field names of its own.
 */
type Permissions = Readonly<Record<string, readonly (OpenKind | 'create')[]>>;
const PERMISSIONS: Readonly<Record<string, Permissions>> = {
  ana: { 'creditos/pagare': ['create', 'view', 'download'], 'personal/contrato': ['create'] },
  luis: { 'personal/contrato': ['view', 'print'] },
};
const pairsOf = (actor: Staff, action: OpenKind | 'create') =>
  Object.entries(PERMISSIONS[actor.id] ?? {}).flatMap(([pair, actions]) => (actions.includes(action) ? [pair] : []));
const target = z.object({ categoryId: z.string('Elija la categoría.').refine(isDocumentId), documentId: z.string().refine(isDocumentId) });

const DOCUMENTS: FileArea<z.output<typeof target>> = {
  id: 'digitalization',
  title: 'Digitalización',
  database: 'digitalization',
  collection: 'documentos',
  fields: { name: 'documentName', folderId: 'categoryId', agencyId: 'agencyId' },
  created: AUDIT_ACTIONS.recordCreated,
  requireMenu: (actor) => requireMenu(actor, 'digitalization-documents'),
  missing: (id) => new AppError('not-found', `document ${id} not found`, { userMessage: 'El documento no existe.' }),
  visibleTo: (actor, action) => fragment`t."categoryId" || '/' || t."documentId" = ANY(${pairsOf(actor, action)}::text[])`,
  target,
  async requireTarget(_services, { actor, target: { categoryId, documentId } }) {
    if (!pairsOf(actor, 'create').includes(`${categoryId}/${documentId}`))
      throw new AppError('not-found', 'no such category', { userMessage: 'La categoría no existe.' });
    return { maxBytes: 1024 * 1024 };
  },
  document: ({ actor, target: to, name, ...file }) => ({
    ...to,
    documentName: name,
    userId: actor.id,
    agencyId: actor.agencyId,
    status: 'indexed',
    url: file.url,
    contentType: file.contentType,
    bytes: file.bytes,
    sha256: file.sha256,
  }),
};

const { sql } = await createTestDatabase();
await sql.query(`CREATE TABLE documentos (id text COLLATE "C" PRIMARY KEY, "documentName" text NOT NULL, "categoryId" text NOT NULL, "documentId" text NOT NULL,
  "userId" text NOT NULL, "agencyId" text NOT NULL, url text NOT NULL, "contentType" text NOT NULL, bytes bigint NOT NULL, sha256 text NOT NULL,
  "isActive" boolean NOT NULL, "createdAt" timestamptz NOT NULL, "updatedAt" timestamptz, source_version bigint NOT NULL, source_deleted boolean NOT NULL DEFAULT false)`);
const TEXTS = ['documentName', 'categoryId', 'documentId', 'userId', 'agencyId', 'url', 'contentType', 'sha256'] as const;
const projection: Projection = {
  database: 'digitalization',
  collection: 'documentos',
  table: 'documentos',
  columns: { ...Object.fromEntries(TEXTS.map((name) => [name, 'text' as const])), bytes: 'bigint', ...GENERIC_COLUMNS },
  project: (document) => ({
    ...Object.fromEntries(TEXTS.map((name) => [name, readText(document.data, name)])),
    bytes: readWholeNumber(document.data, 'bytes', 0),
    ...genericColumns(document),
  }),
};

const log = createLog({ level: 'silent', process: 'test' });
const documents = {
  main: createEmbeddedDocumentStore({ sql, database: 'main' }),
  digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
};
const config = testConfig();
const api = await startApiServer();
const inspection = createContentInspection({ log });
afterAll(() => inspection.close());
const services: FileServices = {
  liveSettings: createLiveSettings({ limits: config.limits, documents, log }),
  documents,
  inspection,
  log,
  sql,
  readModel: createReadModel({ sql, documents, log, projections: [...PROJECTIONS, projection] }),
  restBackend: { ...createRestBackend({ url: api.url, token: TOKEN, log }), ...createLocalAssets({ config, files: api.files, log }) },
};
const ana = staffOfTest();
const luis = staffOfTest({ id: 'luis', name: 'Luis Cuc' });
let staff = ana;
beforeEach(() => {
  staff = ana;
});

const files = bind(services, fileVerbs(DOCUMENTS));
const app = express().set('query parser', 'simple').use(requestLog(log));
app.use((_request, response, next) => {
  response.locals.staff = staff;
  next();
});
app.post(
  '/digitalization/upload',
  receiveFile(
    { config, log, rateLimitStore: createRateLimitStore({ config, sql, log }) },
    {
      place: DOCUMENTS,
      limit: 100,
      fields: uploadFields(DOCUMENTS),
      neededBeforeFile: ['name', 'categoryId', 'documentId'],
      maxBytes: () => services.liveSettings.current().uploadMaxBytes,
      store: async (call) => ({ json: { id: (await uploadFile(services, DOCUMENTS, call)).id }, page: null }),
    },
  ),
);
for (const kind of ['view', 'print', 'download'] as const)
  app.get(
    `/digitalization/:id/${kind}`,
    asyncHandler((request, response) => sendFile(files, request, response, kind)),
  );
const { url } = await listen(app.use(answerProblems));

async function upload(content: Buffer, fields: Record<string, string> = {}): Promise<Response> {
  const form = new FormData();
  const all = { name: 'Pagaré 12', categoryId: 'creditos', documentId: 'pagare', ...fields };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(content)]), 'escaneo.pdf');
  return fetch(`${url}/digitalization/upload`, { method: 'POST', body: form });
}
async function uploaded(content: Buffer, fields: Record<string, string> = {}): Promise<string> {
  const response = await upload(content, fields);
  expect(response.status, await response.clone().text()).toBe(201);
  return ((await response.json()) as { id: string }).id;
}
const get = (id: string, kind: OpenKind) => fetch(`${url}/digitalization/${id}/${kind}`);
const ledger = async (fileId: string) =>
  (
    await documents.main.query({
      collection: 'eventos_archivos',
      where: [{ field: 'fileId', op: '==', value: fileId }],
    })
  )
    .sort((one, other) => Number(one.version - other.version))
    .map(({ data }) => data);

describe('an area of another database', () => {
  it('keeps document and audit there, and the event in the one ledger', async () => {
    const content = pdf('Pagaré');
    const id = await uploaded(content);
    const stored = await documents.digitalization.get(`documentos/${id}`);
    expect(stored?.data).toMatchObject({ documentName: 'Pagaré 12.pdf', categoryId: 'creditos', status: 'indexed', bytes: content.length });
    const audit = (database: keyof typeof documents) =>
      documents[database].query({ collection: 'auditoria', where: [{ field: 'targetPath', op: '==', value: `documentos/${id}` }] });
    expect([(await audit('digitalization')).length, (await audit('main')).length]).toEqual([1, 0]);
    expect(await documents.main.get(`documentos/${id}`)).toBeNull();
    expect(await ledger(id)).toMatchObject([
      { kind: 'upload', area: 'digitalization', fileName: 'Pagaré 12.pdf', folderId: 'creditos', userId: 'ana', agencyId: 'central' },
    ]);
  });

  it('opens for who may do that with it, counts it, and is absent for everybody else', async () => {
    const content = pdf('Contrato');
    const id = await uploaded(content, { categoryId: 'personal', documentId: 'contrato' });
    for (const kind of ['view', 'print', 'download'] as const) expect((await get(id, kind)).status).toBe(404);
    staff = luis;
    const seen = await get(id, 'view');
    expect([seen.status, Buffer.from(await seen.arrayBuffer())]).toEqual([200, content]);
    expect((await get(id, 'print')).status).toBe(200);
    expect((await get(id, 'download')).status).toBe(404);
    expect((await ledger(id)).map(({ kind, userId }) => [kind, userId])).toEqual([
      ['upload', 'ana'],
      ['view', 'luis'],
      ['print', 'luis'],
    ]);
    expect((await files.findFileEvents({ actor: luis, id })).map(({ label }) => label)).toEqual(['Imprimió', 'Vio', 'Cargó']);
    await expect(files.findFileEvents({ actor: ana, id })).rejects.toMatchObject({ code: 'not-found' });
    expect((await upload(content, { categoryId: 'personal', documentId: 'contrato' })).status).toBe(404);
    staff = staffOfTest({ menus: new Set(['home']) });
    expect([(await get(id, 'view')).status, (await upload(content)).status]).toEqual([403, 403]);
  });

  it('says by field what is missing, and leaves nothing of what it refuses', async () => {
    const before = await api.stored();
    const response = await upload(TEXT, { categoryId: '', name: '' });
    expect(response.status).toBe(400);
    expect(Object.keys(((await response.json()) as { errors: object }).errors)).toEqual(['name', 'categoryId']);
    expect((await upload(TEXT)).status).toBe(415);
    expect(await api.stored()).toEqual(before);
  });

  it('sent again with its key is the same file', async () => {
    const key = { uploadKey: 'clave-0123456789' };
    const before = await api.stored();
    const [first, second] = await Promise.all([uploaded(pdf(), key), uploaded(pdf(), key)]);
    expect(second).toBe(first);
    expect(await uploaded(pdf(), key)).toBe(first);
    expect(await ledger(first)).toHaveLength(1);
    expect(await api.stored()).toHaveLength(before.length + 1);
  });

  it('is stored although the ledger is away, and its event is written later, once', async () => {
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
    const { createdAt } = (await documents.digitalization.get(`documentos/${id}`))?.data ?? {};
    expect(await ledger(id)).toEqual([]);
    await documents.main.set('usuarios/ana', { name: 'Ana Pérez', role: 'editor' });
    await services.readModel.projectNow('main', ['usuarios/ana']);
    expect(await addMissingUploads(services, DOCUMENTS)).toBe(1);
    expect(await addMissingUploads(services, DOCUMENTS)).toBe(0);
    expect(await ledger(id)).toMatchObject([
      { kind: 'upload', fileName: 'Tardío.pdf', userId: 'ana', userName: 'Ana Pérez', at: createdAt },
    ]);
  });

  it('an event that only has no row yet is not written again', async () => {
    const id = await uploaded(pdf('sin fila'));
    await sql.query(`DELETE FROM eventos_archivos WHERE "fileId" = $1`, [id]);
    expect(await addMissingUploads(services, DOCUMENTS)).toBe(0);
    expect(await ledger(id)).toHaveLength(1);
  });
});
