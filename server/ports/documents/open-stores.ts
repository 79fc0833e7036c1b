import type { Config, Environment } from '../../config/config.ts';
import type { DatabaseName, Documents, DocumentStore } from './document-store.ts';
import { createEmbeddedDocumentStore } from './embedded/embedded.ts';
import type { Mapping } from './mapped/mapping.ts';
import type { Log } from '../../platform/log/log.ts';
import { createSql, type Sql } from '../../platform/sql/sql.ts';

/** The read model's database and the documents of both databases: all storage except files. */
export interface Stores {
  sql: Sql;
  documents: Documents;
  close(): Promise<void>;
}

/**
 * @param options.databaseAnswerMs time limit for one query's answer; without it there is none
 * @param options.mapping names that other programs use for collections and fields; null if documents use the portal's names
 */
export async function openStores(
  config: Pick<Environment, 'database' | 'firebase'>,
  log: Log,
  options: { databaseAnswerMs?: number; mapping: Mapping | null },
): Promise<Stores> {
  const sql = createSql({
    url: config.database.url,
    max: config.database.poolSize,
    application: `portal ${String(log.bindings()['process'] ?? '')}`.trim(),
    answerMs: options.databaseAnswerMs,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  try {
    const documents = await createDocuments(config.firebase, sql, log, options.mapping);
    const close = async () => {
      try {
        await documents.main.close();
        await documents.digitalization.close();
      } finally {
        await sql.end();
      }
    };
    return { sql, documents, close };
  } catch (error) {
    await sql.end();
    throw error;
  }
}

/** Firebase's packages cost a process half a second of CPU: they load only if it is used. */
async function createDocuments(firebase: Config['firebase'], sql: Sql, log: Log, mapping: Mapping | null): Promise<Documents> {
  const open = firebase
    ? await openFirestore(firebase, log)
    : (database: DatabaseName) => createEmbeddedDocumentStore({ sql, database, log });
  const documents = { main: open('main'), digitalization: open('digitalization') };
  if (!mapping) return documents;
  const { createMappedStore } = await import('./mapped/mapped-store.ts');
  return { main: createMappedStore(documents.main, mapping), digitalization: createMappedStore(documents.digitalization, mapping) };
}

async function openFirestore(firebase: NonNullable<Config['firebase']>, log: Log): Promise<(database: DatabaseName) => DocumentStore> {
  const { createFirestoreDocumentStore } = await import('./firestore/firestore.ts');
  return (database) =>
    createFirestoreDocumentStore({ project: firebase[database], database, emulatorHost: firebase.firestoreEmulatorHost, log });
}
