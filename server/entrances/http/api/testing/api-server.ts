import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { loadConfig, type Environment } from '../../../../config/config.ts';
import type { DocumentStore, Documents } from '../../../../ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '../../../../ports/documents/embedded/embedded.ts';
import { createContentInspection } from '../../../../ports/files/content-inspection.ts';
import { createDiskFileStore } from '../../../../ports/files/disk-file-store.ts';
import type { FileStore } from '../../../../ports/files/file-store.ts';
import { sendProblem } from '../../problems.ts';
import { requestLog } from '../../../request/request-id.ts';
import type { IdentityProvider } from '../../../../ports/identity/identity-provider.ts';
import { AppError } from '../../../../domain/errors.ts';
import { createLiveSettings } from '../../../../live-settings/live-settings.ts';
import { createRateLimitStore } from '../../../../platform/limits/rate-limits.ts';
import { createLog } from '../../../../platform/log/log.ts';
import { PROJECTIONS } from '../../../../registries.ts';
import { createReadModel } from '../../../../read-model/sync/create-read-model.ts';
import type { Sql } from '../../../../platform/sql/sql.ts';
import { createTestIdentity } from '../../../../testing/embedded-identity.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { apiRoutes } from '../api-routes.ts';
import { afterFile } from '../../../../testing/after-file.ts';

export const TOKEN = 'token-de-prueba-0123456789';
export const PREVIOUS_TOKEN = 'token-anterior-0123456789';

/** A configuration for tests; the defaults touch nothing outside. */
export function testConfig(overrides: Readonly<Record<string, string>> = {}): Environment {
  return loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://portal.test',
    COOPERATIVE_NAME: 'Cooperativa de Prueba',
    DATABASE_URL: 'postgres://localhost/nothing',
    API_TOKEN: TOKEN,
    API_TOKEN_PREVIOUS: PREVIOUS_TOKEN,
    FACTOR_KEY: 'a-factor-key-that-is-long-enough-for-tests',
    SESSION_SECRET: 'x'.repeat(32),
    UPLOAD_MAX_MB: '1',
    ...overrides,
  });
}

/** Listens on a free port until the calling test file ends. */
export async function listen(app: Express): Promise<{ url: string; server: Server }> {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Handles failures of data requests as create-app.ts does. */
export const answerProblems: ErrorRequestHandler = (error: unknown, _request, response, _next) => sendProblem(response, error);

export interface ApiServer {
  /** Base address for clients: `http://127.0.0.1:<port>/api`. */
  url: string;
  sql: Sql;
  documents: Documents;
  identity: IdentityProvider;
  files: FileStore;
  directory: string;
  /** Names of all stored files, unfinished ones included. */
  stored(): Promise<string[]>;
}

export interface ApiParts {
  sql?: Sql;
  main?: DocumentStore;
  identity?: IdentityProvider;
}

/** The real /api with its own disk store, and its own database unless one is given. */
export async function startApiServer(overrides: Readonly<Record<string, string>> = {}, parts: ApiParts = {}): Promise<ApiServer> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'portal-api-'));
  afterFile(() => rm(directory, { recursive: true, force: true }));
  const files = createDiskFileStore(directory);
  const config = testConfig(overrides);
  const log = createLog({ level: 'silent', process: 'test' });
  const inspection = createContentInspection({ log });
  afterFile(() => inspection.close());
  const sql = parts.sql ?? (await createTestDatabase()).sql;
  const documents: Documents = {
    main: parts.main ?? createEmbeddedDocumentStore({ sql, database: 'main' }),
    digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
  };
  const identity = parts.identity ?? createTestIdentity(sql).identity;
  const liveSettings = createLiveSettings({ limits: config.limits, documents, log });
  const rateLimitStore = createRateLimitStore({ config, sql, log });
  afterFile(() => rateLimitStore.close());
  const readModel = createReadModel({ sql, documents, log, projections: PROJECTIONS });
  const app = express()
    .set('query parser', 'simple')
    .set('trust proxy', config.web.trustProxy)
    .use(requestLog(log))
    .use(apiRoutes({ config, documents, files, identity, inspection, liveSettings, log, rateLimitStore, readModel, sql }));
  app.use(() => {
    throw new AppError('not-found', 'no such path', { userMessage: 'La dirección no existe en el API.' });
  });
  app.use(answerProblems);
  const { url } = await listen(app);
  const stored = async () => (await readdir(directory, { recursive: true })).filter((name) => name !== '.incoming').sort();
  return { url: `${url}/api`, sql, documents, identity, files, directory, stored };
}
