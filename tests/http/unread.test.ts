import { rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DocumentReference, GeoPoint, type DocumentData, type Firestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { inspect } from '#server/entrances/commands/inspect/inspect.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import type { DatabaseName, Fields } from '#server/ports/documents/document-store.ts';
import { createEmbeddedDocumentStore, type EmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { OWN_COLLECTIONS, type MappingFile } from '#server/ports/documents/mapped/mapping.ts';
import { required } from '#server/ports/documents/testing/contract-tools.ts';
import { knownCollections } from '#server/mapping.ts';
import { REGISTRIES } from '#server/registries.ts';
import { COMMAND_ENVIRONMENT, runCommandHere } from '#server/testing/run-command-here.ts';
import { includesSlowSuite } from '#server/testing/run-seed.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { FOREIGN_DOCUMENTS, type ForeignDocument } from '../foreign/documents.ts';
import { testForeignDocuments, testForeignEdits } from '../foreign/foreign-documents.contract.ts';
import { isFirebaseHere, useForeignFirestore } from './foreign-firestore.ts';
import { useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const build = await loadBuild();
const PATHS = new Set(FOREIGN_DOCUMENTS.map((one) => one.path));

const COLLECTIONS = Object.entries(knownCollections(REGISTRIES)).filter(([key]) => !OWN_COLLECTIONS.includes(key));
/** Renames everything that can be renamed, including how documents refer to each other. */
const RENAMED: MappingFile = Object.fromEntries(
  COLLECTIONS.map(([key, { fields }]) => [
    key,
    {
      collection: key.replace(/^.*\/|^/, 'x_'),
      isActive: 'x_isActive',
      createdAt: 'x_createdAt',
      updatedAt: 'x_updatedAt',
      fields: Object.fromEntries(Object.keys(fields).map((name) => [name, `x_${name}`])),
    },
  ]),
);

describe('on the embedded store', () => {
  const web = useTestWeb({ app: { build } });
  testForeignDocuments(web, {
    write: (database, documents) =>
      (web.portal.documents[database] as EmbeddedDocumentStore).importDocuments(
        documents.map(({ path: documentPath, data }) => ({ path: documentPath, data: data as Fields })),
        { silent: true },
      ),
    stored: async (database, documentPath) => (await web.portal.documents[database].get(documentPath))?.data ?? {},
  });
});

if (includesSlowSuite('foreign-names'))
  describe('on the embedded store, with every name changed by MAPPING_FILE', () => {
    const mappingFile = path.join(os.tmpdir(), `portal-mapping-${crypto.randomUUID()}.json`);
    beforeAll(() => writeFile(mappingFile, JSON.stringify(RENAMED)));
    afterAll(() => rm(mappingFile));
    const web = useTestWeb({ app: { build }, environment: { MAPPING_FILE: mappingFile } });
    const there = (database: DatabaseName) => createEmbeddedDocumentStore({ sql: web.portal.sql, database });
    testForeignEdits(web, {
      write: (database, documents) =>
        there(database).importDocuments(
          documents.map(({ path: documentPath, data }) => ({
            path: renamedPath(documentPath),
            data: renamed(documentPath, data) as Fields,
          })),
          { silent: true },
        ),
      async stored(database, documentPath) {
        const { data } = await required(there(database), renamedPath(documentPath));
        // Under the portal's own names, for comparison.
        return Object.fromEntries(Object.entries(data).map(([name, value]) => [name.replace(/^x_/, ''), value]));
      },
    });
  });

if (includesSlowSuite('foreign-documents')) describe.runIf(isFirebaseHere)('on Firestore, as other programs write to it', onFirestore);

async function onFirestore(): Promise<void> {
  if (!isFirebaseHere) return;
  const { firestores, environment } = await useForeignFirestore('ajenos');
  const web = useTestWeb({
    app: { build },
    environment,
  });
  it('inspect reports values that would be lost, and changes no document', async () => {
    const database = await createTestDatabase();
    const written = async () => {
      const found = await Promise.all(
        Object.values(firestores).map(async (firestore) => {
          const collections = await firestore.listCollections();
          const groups = await Promise.all(collections.map(({ id }) => firestore.collectionGroup(id).get()));
          return groups.flatMap(({ docs }) => docs.map(({ ref, updateTime }) => `${ref.path} ${updateTime.toMillis()}`));
        }),
      );
      return found.flat().sort();
    };
    const before = await written();
    const { code, output } = await runCommandHere(inspect, ['--all'], {
      ...environment,
      ...COMMAND_ENVIRONMENT,
      DATABASE_URL: database.url,
    });
    expect(output).toMatch(/^main clientes: 7 documentos; \d valores se perderían;/m);
    expect(output).toMatch(/^archivos en Firebase Storage otra-cuenta\.appspot\.com: 3; /m);
    expect([code, await written()]).toEqual([0, before]);
    // They include the administrator who is signed in.
    expect(before.length).toBeGreaterThan(55);
  });

  testForeignDocuments(web, {
    async write(database, documents) {
      const firestore = firestores[database];
      for (const one of documents) await firestore.doc(one.path).set(asFirestoreHas(firestore, one.data) as DocumentData);
    },
    stored: async (database, documentPath) => plain((await firestores[database].doc(documentPath).get()).data()) as DocumentData,
  });
}

/** References, geo points and lists as the SDK writes them. */
function asFirestoreHas(firestore: Firestore, value: unknown): unknown {
  if (typeof value === 'string') return PATHS.has(value) ? firestore.doc(value) : value;
  if (Array.isArray(value)) return value.map((entry) => asFirestoreHas(firestore, entry));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const { latitude, longitude } = value as Record<string, unknown>;
  if (typeof latitude === 'number' && typeof longitude === 'number') return new GeoPoint(latitude, longitude);
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, asFirestoreHas(firestore, entry)]));
}

/** Without clients, so that two values can be compared: a reference holds its client. */
function plain(value: unknown): unknown {
  if (value instanceof DocumentReference) return { reference: value.path };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, plain(entry)]));
}

function renamedPath(documentPath: string): string {
  const parts = documentPath.split('/');
  const keyAt = (index: number) => parts.filter((_part, other) => other <= index && other % 2 === 0).join('/');
  return parts.map((part, index) => (index % 2 === 0 ? (RENAMED[keyAt(index)]?.collection ?? part) : part)).join('/');
}

function renamed(documentPath: string, data: ForeignDocument['data']): Record<string, unknown> {
  const key = documentPath
    .split('/')
    .filter((_part, index) => index % 2 === 0)
    .join('/');
  const { fields = {}, isActive: _isActive, ...generic } = RENAMED[key] ?? {};
  const names = { ...fields, ...generic } as Readonly<Record<string, string>>;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [names[name] ?? name, withRenamedPaths(value)]));
}

function withRenamedPaths(value: unknown): unknown {
  if (typeof value === 'string') return PATHS.has(value) ? renamedPath(value) : value;
  if (Array.isArray(value)) return value.map(withRenamedPaths);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, withRenamedPaths(entry)]));
}
