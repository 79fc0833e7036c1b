import express from 'express';
import {
  startApiServer,
  answerProblems,
  listen,
  testConfig,
  TOKEN,
  type ApiServer,
} from '../../../entrances/http/api/testing/api-server.ts';
import { createCatalogFixture, type CatalogFixture } from '../../../catalogs/testing/catalog-fixture.ts';
import { testStaff } from '../../../testing/test-staff.ts';
import type { Staff } from '../../../domain/permissions.ts';
import { requestLog } from '../../../entrances/request/request-id.ts';
import { createLog } from '../../../platform/log/log.ts';
import { PROJECTIONS } from '../../../registries.ts';
import { createBuckets } from '../../../ports/files/buckets.ts';
import { createRateLimitStore } from '../../../platform/limits/rate-limits.ts';
import { createReadModel } from '../../../read-model/sync/create-read-model.ts';
import { createRestBackend } from '../../../ports/rest-backend/create-rest-backend.ts';
import { createPictures } from '../../../pages/pictures/pictures.ts';
import { imageRoutes } from '../image-routes.ts';
import { mediaRoutes } from '../media-routes.ts';
import { photoRoutes } from '../photo-routes.ts';
import type { Services } from '../../../services.ts';
import { afterFile } from '../../../testing/after-file.ts';
import { someServices } from '../../../testing/some-services.ts';

export interface ImageServer extends CatalogFixture {
  url: string;
  api: ApiServer;
  services: Services;
  /** Sets the sender of the next requests. */
  signIn(staff: Staff): void;
}

/** The real picture routes on embedded stores, sending to a REST backend of their own. @param settings of the environment */
export async function startImageServer(settings: Readonly<Record<string, string>> = {}): Promise<ImageServer> {
  const fixture = await createCatalogFixture();
  const log = createLog({ level: 'silent', process: 'test' });
  const api = await startApiServer({ UPLOAD_MAX_MB: '20' });
  const config = testConfig(settings);
  const restBackend = createRestBackend({ url: api.url, token: TOKEN, log, timeouts: { operationMs: 3_000, uploadMs: 5_000 } });
  const rateLimitStore = createRateLimitStore({ config, sql: fixture.sql, log });
  const readModel = createReadModel({ sql: fixture.sql, documents: fixture.documents, log, projections: PROJECTIONS });
  const pictures = createPictures({ log });
  afterFile(() => pictures.close());
  let staff = testStaff({ agencyId: 'central' });
  const app = express().set('query parser', 'simple').use(requestLog(log));
  app.use((_request, response, next) => {
    response.locals.staff = staff;
    next();
  });
  const services = someServices({
    config,
    sql: fixture.sql,
    documents: fixture.documents,
    buckets: createBuckets(config),
    log,
    pictures,
    readModel,
    restBackend,
    rateLimitStore,
  });
  app.use(
    imageRoutes({ ...services, catalogs: fixture.catalogs }),
    mediaRoutes(services),
    photoRoutes({ catalogs: fixture.catalogs }),
    answerProblems,
  );
  const { url } = await listen(app);
  return { ...fixture, url, api, services, signIn: (next) => (staff = next) };
}

/** A multipart form with one file, after its fields. */
export function formWith(content: Buffer, fileName: string, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(content)]), fileName);
  return form;
}
