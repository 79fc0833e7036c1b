import { TOKEN, startApiServer, testConfig } from '../../../api/testing/api-server.ts';
import { createDocumentPages } from '../../../document-pages/document-pages.ts';
import type { Documents, DocumentStore, Fields } from '../../../documents/document-store.ts';
import { createEmbeddedDocumentStore } from '../../../documents/embedded/embedded.ts';
import { createContentInspection } from '../../../files/content-inspection.ts';
import { createTestParts } from '../../../files/testing/test-parts.ts';
import { createLog } from '../../../platform/log.ts';
import { createReadModel } from '../../../read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '../../../registries.ts';
import { createLocalAssets } from '../../../rest-backend/local-assets.ts';
import { createRestBackend } from '../../../rest-backend/create-rest-backend.ts';
import type { FileServices } from '../../../stored-files/file-area.ts';
import { afterFile } from '../../../testing/after-file.ts';
import { unchangedSettings } from '../../../testing/live-settings.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { createDocumentFiles, type DocumentFiles } from '../create-document-files.ts';

export interface FilesFixture {
  services: FileServices;
  documents: Documents;
  files: DocumentFiles;
  /** Names of all stored bytes. */
  stored(): Promise<string[]>;
  put(database: 'main' | 'digitalization', path: string, data: Fields): Promise<void>;
}

/** Files of digitized documents over the embedded stores unless others are given, their bytes in a real file store. */
export async function createFilesFixture(stores: Partial<Record<'main' | 'digitalization', DocumentStore>> = {}): Promise<FilesFixture> {
  const { sql } = await createTestDatabase();
  const log = createLog({ level: 'silent', process: 'test' });
  const documents: Documents = {
    main: stores.main ?? createEmbeddedDocumentStore({ sql, database: 'main' }),
    digitalization: stores.digitalization ?? createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
  };
  const api = await startApiServer();
  const inspection = createContentInspection({ log });
  const documentPages = createDocumentPages({ files: api.files, log });
  afterFile(() => Promise.all([inspection.close(), documentPages.close()]));
  const readModel = createReadModel({ sql, documents, log, projections: PROJECTIONS });
  const assets = createLocalAssets({ config: testConfig(), files: api.files, log });
  const services: FileServices = {
    ...{ documents, documentPages, inspection, log, readModel, sql },
    liveSettings: unchangedSettings(),
    uploadParts: await createTestParts(),
    restBackend: { ...createRestBackend({ url: api.url, token: TOKEN, log }), ...assets },
  };
  return {
    services,
    documents,
    files: createDocumentFiles(services),
    stored: () => api.stored(),
    async put(database, path, data) {
      await documents[database].set(path, data);
      await readModel.projectNow(database, [path]);
    },
  };
}
