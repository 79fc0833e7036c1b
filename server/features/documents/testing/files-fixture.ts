import { TOKEN, startApiServer, testConfig } from '../../../entrances/http/api/testing/api-server.ts';
import { createTestPages } from '../../../pages/testing/test-pages.ts';
import type { Documents } from '../../../ports/documents/document-store.ts';
import { createContentInspection } from '../../../ports/files/content-inspection.ts';
import { createTestParts } from '../../../ports/files/testing/test-parts.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createLocalAssets } from '../../../ports/rest-backend/local-assets.ts';
import { createRestBackend } from '../../../ports/rest-backend/create-rest-backend.ts';
import { afterFile } from '../../../testing/after-file.ts';
import { createStoresFixture, type StoresFixture } from '../../../testing/stores-fixture.ts';
import { createDocumentFiles, type DocumentFiles } from '../index.ts';
import type { Services } from '../../../services.ts';

export interface FilesFixture extends Pick<StoresFixture, 'put'> {
  services: Services;
  documents: Documents;
  files: DocumentFiles;
  /** Names of all stored files. */
  stored(): Promise<string[]>;
}

/** Files of digitized documents over the embedded stores unless others are given, their bytes in a real file store. */
export async function createFilesFixture(given: Partial<Documents> = {}): Promise<FilesFixture> {
  const stores = await createStoresFixture(given);
  const log = createLog({ level: 'silent', process: 'test' });
  const api = await startApiServer();
  const inspection = createContentInspection({ log });
  const documentPages = await createTestPages({ files: api.files, sql: stores.services.sql, log });
  afterFile(() => Promise.all([inspection.close(), documentPages.close()]));
  const assets = createLocalAssets({ config: testConfig(), files: api.files, log });
  const services: Services = {
    ...stores.services,
    documentPages,
    inspection,
    log,
    uploadParts: await createTestParts(),
    restBackend: { ...createRestBackend({ url: api.url, token: TOKEN, log }), ...assets },
  };
  return {
    services,
    put: stores.put,
    documents: services.documents,
    files: createDocumentFiles(services),
    stored: () => api.stored(),
  };
}
