import express from 'express';
import { createEmbeddedDocumentStore } from '../../../ports/documents/embedded/embedded.ts';
import type { Documents, DocumentStore } from '../../../ports/documents/document-store.ts';
import { createTestPages } from '../../../pages/testing/test-pages.ts';
import { createContentInspection } from '../../../ports/files/content-inspection.ts';
import { createTestParts } from '../../../ports/files/testing/test-parts.ts';
import { readStateNames } from '../../../domain/constants.ts';
import { MENU_IDS } from '../../../domain/menu.ts';
import type { Staff } from '../../../domain/permissions.ts';
import { createLocalAssets } from '../../../ports/rest-backend/local-assets.ts';
import { createRestBackend } from '../../../ports/rest-backend/create-rest-backend.ts';
import { requestLog } from '../../../entrances/request/request-id.ts';
import { answerRoutes } from '../../../entrances/http/answer-routes.ts';
import { createLiveSettings } from '../../../live-settings/live-settings.ts';
import { createLog } from '../../../platform/log/log.ts';
import { PROJECTIONS } from '../../../registries.ts';
import { createReadModel } from '../../../read-model/sync/create-read-model.ts';
import { createRateLimitStore } from '../../../platform/limits/rate-limits.ts';
import type { Sql } from '../../../platform/sql/sql.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import {
  TOKEN,
  answerProblems,
  listen,
  startApiServer,
  testConfig,
  type ApiServer,
} from '../../../entrances/http/api/testing/api-server.ts';
import { smallExports } from '../../exports/testing/small-exports.ts';
import { FILES } from '../file-list.ts';
import { briefcaseRoutes } from '../briefcase-routes.ts';
import { briefcase as declared, createBriefcase, type Briefcase } from '../index.ts';
import { afterFile } from '../../../testing/after-file.ts';
import type { Services } from '../../../services.ts';
import { someServices } from '../../../testing/some-services.ts';

export function staffOfTest(overrides: Partial<Staff> = {}): Staff {
  return {
    id: 'ana',
    name: 'Ana Pérez',
    email: 'ana@demo.coop',
    role: 'editor',
    roleTitle: 'Editor',
    agencyId: 'central',
    menus: new Set(MENU_IDS),
    folders: ['actas', 'contratos'],
    permissionSetId: '',
    permissionSet: null,
    pageSize: 25,
    stateNames: readStateNames({}),
    theme: 'system',
    sessionId: 's',
    ...overrides,
  };
}

export interface BriefcaseServer {
  url: string;
  api: ApiServer;
  sql: Sql;
  databaseUrl: string;
  documents: Documents;
  briefcase: Briefcase;
  services: Services;
  /** Sets the sender of the next requests; null for nobody. */
  signIn(staff: Staff | null): void;
}

/** The Maletín's real routes on embedded stores, unless `main` is given, storing its files next to those of a real /api. */
export async function startBriefcaseServer(options: { main?: DocumentStore; uploadMaxMb?: string } = {}): Promise<BriefcaseServer> {
  const { sql, url: databaseUrl } = await createTestDatabase();
  const log = createLog({ level: 'silent', process: 'test' });
  const documents = {
    main: options.main ?? createEmbeddedDocumentStore({ sql, database: 'main' }),
    digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
  };
  const limits = { UPLOAD_MAX_MB: options.uploadMaxMb ?? '4' };
  const api = await startApiServer(limits);
  const config = testConfig(limits);
  const inspection = createContentInspection({ log });
  const documentPages = await createTestPages({ files: api.files, sql, log });
  afterFile(() => Promise.all([inspection.close(), documentPages.close()]));
  const services = someServices({
    liveSettings: createLiveSettings({ limits: config.limits, documents, log }),
    log,
    sql,
    documents,
    inspection,
    documentPages,
    uploadParts: await createTestParts(),
    readModel: createReadModel({ sql, documents, log, projections: PROJECTIONS }),
    restBackend: { ...createRestBackend({ url: api.url, token: TOKEN, log }), ...createLocalAssets({ config, files: api.files, log }) },
  });
  await putCatalogs(services);
  const briefcase = createBriefcase(services);
  let staff: Staff | null = staffOfTest();
  const app = express().set('query parser', 'simple').use(requestLog(log));
  app.use((_request, response, next) => {
    response.locals.staff = staff;
    next();
  });
  app.use(
    answerRoutes(services, declared.answers),
    briefcaseRoutes({ ...services, config, briefcase, rateLimitStore: createRateLimitStore({ config, sql, log }) }),
    smallExports(services, { url: FILES.url, open: (_services, call) => briefcase.exportFiles(call) }),
    answerProblems,
  );
  const { url } = await listen(app);
  return { url, api, sql, databaseUrl, documents, briefcase, services, signIn: (next) => (staff = next) };
}

async function putCatalogs({ documents, readModel }: Services): Promise<void> {
  const folders = { actas: 'Actas', contratos: 'Contratos', gerencia: 'Gerencia' };
  const types: Record<string, { nombre: string; extensiones: string[]; tamanoMaximoMb?: number }> = {
    libre: { nombre: 'Cualquiera', extensiones: [] },
    escaneo: { nombre: 'Escaneo', extensiones: ['pdf', 'PNG', '.jpg'], tamanoMaximoMb: 1 },
    texto: { nombre: 'Texto', extensiones: ['txt', 'csv'] },
  };
  for (const [id, nombre] of Object.entries(folders))
    await documents.main.create(`maletin_carpetas/${id}`, { nombre, estado: true, orden: 1 });
  await documents.main.create('maletin_carpetas/cerrada', { nombre: 'Cerrada', estado: false });
  for (const [id, type] of Object.entries(types)) await documents.main.create(`maletin_tipos_documento/${id}`, { ...type, estado: true });
  await readModel.projectNow('main', [
    ...Object.keys(folders).map((id) => `maletin_carpetas/${id}`),
    'maletin_carpetas/cerrada',
    ...Object.keys(types).map((id) => `maletin_tipos_documento/${id}`),
  ]);
}

export type FormPart = readonly [name: string, value: string | Buffer, fileName?: string];

export function uploadForm(parts: readonly FormPart[]): FormData {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), fileName ?? '');
  }
  return form;
}

export interface UploadAnswer {
  id: string;
  nombre: string;
  contentType: string;
  bytes: number;
  sha256: string;
  url: string;
  duplicateOf: { id: string; nombre: string; folderName: string } | null;
  warnings: string[];
}

/** Sends a well-formed upload; `more` replaces or adds parts. */
export async function upload(
  server: BriefcaseServer,
  content: Buffer,
  fileName: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const all = { name: fileName, folderId: 'actas', documentTypeId: 'libre', ...fields };
  return fetch(`${server.url}/briefcase/upload`, {
    method: 'POST',
    body: uploadForm([...Object.entries(all), ['file', content, fileName]]),
  });
}

export async function uploaded(
  server: BriefcaseServer,
  content: Buffer,
  fileName: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<UploadAnswer> {
  const response = await upload(server, content, fileName, fields);
  if (response.status !== 201) throw new Error(`upload answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as UploadAnswer;
}

/** Ledger events of a file, oldest first. */
export async function eventsOf(server: BriefcaseServer, fileId: string): Promise<{ kind: unknown; userId: unknown }[]> {
  const found = await server.documents.main.query({
    collection: 'eventos_archivos',
    where: [{ field: 'fileId', op: '==', value: fileId }],
  });
  found.sort((one, other) => Number(one.version - other.version));
  return found.map(({ data }) => ({ kind: data['kind'], userId: data['userId'] }));
}

/** Everything that an upload could leave behind. */
export async function traces(server: BriefcaseServer): Promise<{ stored: string[]; files: string[]; events: number }> {
  const files = await server.documents.main.query({ collection: 'maletin_archivos' });
  const events = await server.documents.main.query({ collection: 'eventos_archivos' });
  return { stored: await server.api.stored(), files: files.map((file) => file.id), events: events.length };
}
