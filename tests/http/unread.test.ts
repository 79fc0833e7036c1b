import path from 'node:path';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import type { EmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { testForeignDocuments } from '../foreign/foreign-documents.contract.ts';
import { useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

testForeignDocuments(web, {
  write: (database, documents) =>
    (web.portal.documents[database] as EmbeddedDocumentStore).importDocuments(
      documents.map(({ path: documentPath, data }) => ({ path: documentPath, data: data as Fields })),
      { silent: true },
    ),
  stored: async (database, documentPath) => (await web.portal.documents[database].get(documentPath))?.data ?? {},
});
