import { createTestFiles, createTestParts } from '../../ports/files/testing/test-parts.ts';
import express from 'express';
import { z } from 'zod';
import { TOKEN, answerProblems, listen, startApiServer, testConfig, type ApiServer } from '../../entrances/http/api/testing/api-server.ts';
import { createTestPages } from '../../pages/testing/test-pages.ts';
import type { Documents } from '../../ports/documents/document-store.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import { createEmbeddedDocumentStore } from '../../ports/documents/embedded/embedded.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { requireMenu, type Staff } from '../../domain/permissions.ts';
import { createContentInspection } from '../../ports/files/content-inspection.ts';
import type { FileStore } from '../../ports/files/file-store.ts';
import { createLiveSettings } from '../../live-settings/live-settings.ts';
import { bind } from '../../platform/bind.ts';
import { createLog } from '../../platform/log/log.ts';
import { createRateLimitStore } from '../../platform/limits/rate-limits.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { fragment } from '../../platform/sql/sql-fragment.ts';
import { GENERIC_COLUMNS, genericColumns, readText, readWholeNumber } from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';
import { createReadModel } from '../../read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '../../registries.ts';
import { requestLog } from '../../entrances/request/request-id.ts';
import { createLocalAssets } from '../../ports/rest-backend/local-assets.ts';
import { createRestBackend } from '../../ports/rest-backend/create-rest-backend.ts';
import { staffOfTest } from '../../features/briefcase/testing/briefcase-server.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { FileArea, OpenKind } from '../file-area.ts';
import { addFileRoutes } from '../file-routes.ts';
import { fileVerbs } from '../file-verbs.ts';
import { receiveFile } from '../upload-routes.ts';
import { isUploadField, uploadFile, uploadIsReady } from '../upload-file.ts';
import { afterFile } from '../../testing/after-file.ts';
import type { Services } from '../../services.ts';
import { someServices } from '../../testing/some-services.ts';

/**
 * A file area as Digitalización needs it, built on the kernel alone: another database, access by category, document type and action, its
 * own field names.
 */
type Permissions = Readonly<Record<string, readonly (OpenKind | 'create')[]>>;
const PERMISSIONS: Readonly<Record<string, Permissions>> = {
  ana: { 'creditos/pagare': ['create', 'view', 'print', 'download'], 'personal/contrato': ['create'] },
  luis: { 'personal/contrato': ['view', 'print'] },
  vera: { 'creditos/pagare': ['view'] },
};
const pairsOf = (actor: Staff, action: OpenKind | 'create') =>
  Object.entries(PERMISSIONS[actor.id] ?? {}).flatMap(([pair, actions]) => (actions.includes(action) ? [pair] : []));
const target = z.object({ categoryId: z.string('Elija la categoría.').refine(isDocumentId), documentId: z.string().refine(isDocumentId) });

export const DOCUMENTS: FileArea<z.output<typeof target>> = {
  id: 'digitalization',
  title: 'Digitalización',
  database: 'digitalization',
  collection: 'expedientes',
  fields: { name: 'documentName', folderId: 'categoryId', agencyId: 'agencyId', userId: 'userId' },
  created: AUDIT_ACTIONS.recordCreated,
  requireMenu: (actor) => requireMenu(actor, 'digitalization-documents'),
  read: (data) => ({ documentName: readText(data, 'documentName') }),
  missing: (id) => new AppError('not-found', `document ${id} not found`, { userMessage: 'El documento no existe.' }),
  placeName: fragment`''::text`,
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

const TABLE = `CREATE TABLE expedientes (id text COLLATE "C" PRIMARY KEY, "documentName" text NOT NULL, "categoryId" text NOT NULL, "documentId" text NOT NULL,
  "userId" text NOT NULL, "agencyId" text NOT NULL, url text NOT NULL, "fileName" text NOT NULL DEFAULT '', versions jsonb NOT NULL DEFAULT '[]', "contentType" text NOT NULL, bytes bigint NOT NULL, sha256 text NOT NULL,
  "isActive" boolean NOT NULL, "createdAt" timestamptz NOT NULL, "updatedAt" timestamptz, source_version bigint NOT NULL, source_deleted boolean NOT NULL DEFAULT false)`;
const TEXTS = ['documentName', 'categoryId', 'documentId', 'userId', 'agencyId', 'url', 'contentType', 'sha256'] as const;
const projection: Projection = {
  database: 'digitalization',
  collection: 'expedientes',
  table: 'expedientes',
  columns: { ...Object.fromEntries(TEXTS.map((name) => [name, 'text' as const])), bytes: 'bigint', ...GENERIC_COLUMNS },
  project: (document) => ({
    ...Object.fromEntries(TEXTS.map((name) => [name, readText(document.data, name)])),
    bytes: readWholeNumber(document.data, 'bytes', 0),
    ...genericColumns(document),
  }),
};

/** May upload credits and open them in every way; may upload staff contracts but not see them. */
export const ana = staffOfTest();
/** Sees and prints staff contracts. */
export const luis = staffOfTest({ id: 'luis', name: 'Luis Cuc' });
/** Sees credits, but may not print or download them. */
export const vera = staffOfTest({ id: 'vera', name: 'Vera Xol' });

export interface DocumentsServer {
  url: string;
  api: ApiServer;
  /** Store of rendered pages. */
  drawn: FileStore;
  sql: Sql;
  documents: Documents;
  services: Services;
  files: ReturnType<typeof bindFiles>;
  signIn: (staff: Staff) => void;
  upload(content: Buffer, fields?: Record<string, string>, fileName?: string): Promise<Response>;
  /** @returns the file's id */
  uploaded(content: Buffer, fields?: Record<string, string>, fileName?: string): Promise<string>;
  get(id: string, path: string, init?: RequestInit): Promise<Response>;
  /** Ledger events of a file, in order. */
  ledger(fileId: string): Promise<Readonly<Record<string, unknown>>[]>;
}

const bindFiles = (services: Services) => bind(services, fileVerbs(DOCUMENTS));

/** Another process of the same portal: the same stores, but empty caches. */
export async function startSecondProcess({
  services,
  api,
  drawn,
}: DocumentsServer): Promise<{ url: string; signIn: (staff: Staff) => void }> {
  const { log, sql } = services;
  const documentPages = await createTestPages({ files: api.files, drawn, sql, log });
  afterFile(() => documentPages.close());
  return serve({ ...services, documentPages });
}

/** The area over HTTP, storing its files next to those of a real /api. @param screens additional routes under the same address */
export async function startDocumentsServer(screens = express.Router()): Promise<DocumentsServer> {
  const { sql } = await createTestDatabase();
  await sql.query(TABLE);
  const log = createLog({ level: 'silent', process: 'test' });
  const documents = {
    main: createEmbeddedDocumentStore({ sql, database: 'main' }),
    digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
  };
  const config = testConfig();
  const api = await startApiServer();
  const inspection = createContentInspection({ log });
  const drawn = await createTestFiles();
  const documentPages = await createTestPages({ files: api.files, drawn, sql, log });
  afterFile(() => Promise.all([inspection.close(), documentPages.close()]));
  const services = someServices({
    liveSettings: createLiveSettings({ limits: config.limits, documents, log }),
    documents,
    inspection,
    uploadParts: await createTestParts(),
    documentPages,
    log,
    sql,
    readModel: createReadModel({ sql, documents, log, projections: [...PROJECTIONS, projection] }),
    restBackend: { ...createRestBackend({ url: api.url, token: TOKEN, log }), ...createLocalAssets({ config, files: api.files, log }) },
  });
  const { url, signIn } = await serve(services, screens);
  const upload: DocumentsServer['upload'] = (content, fields = {}, fileName = 'escaneo.pdf') => {
    const form = new FormData();
    const all = { name: 'Pagaré 12', categoryId: 'creditos', documentId: 'pagare', ...fields };
    for (const [name, value] of Object.entries(all)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(content)]), fileName);
    return fetch(`${url}/digitalization/upload`, { method: 'POST', body: form });
  };
  return {
    url,
    api,
    drawn,
    sql,
    documents,
    services,
    files: bindFiles(services),
    signIn,
    upload,
    async uploaded(content, fields, fileName) {
      const response = await upload(content, fields, fileName);
      if (response.status !== 201) throw new Error(`upload answered ${response.status}: ${await response.text()}`);
      return ((await response.json()) as { id: string }).id;
    },
    get: (id, path, init) => fetch(`${url}/digitalization/${id}/${path}`, init),
    async ledger(fileId) {
      const events = await documents.main.query({ collection: 'eventos_archivos', where: [{ field: 'fileId', op: '==', value: fileId }] });
      return events.sort((one, other) => Number(one.version - other.version)).map(({ data }) => data);
    },
  };
}

async function serve(services: Services, screens = express.Router()): Promise<{ url: string; signIn: (staff: Staff) => void }> {
  const { log, sql } = services;
  const config = testConfig();
  let staff = ana;
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
        isField: isUploadField(DOCUMENTS),
        ready: uploadIsReady(DOCUMENTS),
        maxBytes: () => services.liveSettings.current().uploadMaxBytes,
        store: async (call) => ({ json: { id: (await uploadFile(services, DOCUMENTS, call)).id }, page: null }),
      },
    ),
  );
  const router = express.Router();
  addFileRoutes(router, '/digitalization/:id', bindFiles(services));
  const { url } = await listen(app.use(screens, router, answerProblems));
  return { url, signIn: (next) => void (staff = next) };
}
