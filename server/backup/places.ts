import { migrationNames } from '../../prisma/migrate.ts';
import type { Environment } from '../config/config.ts';
import { RELEASE } from '../platform/processes/release.ts';
import type { Sql } from '../platform/sql/sql.ts';
import type { RestorableDocuments } from '../ports/documents/documents-backup.ts';
import { openRestorableDocuments } from '../ports/documents/open-restorable-documents.ts';
import { createFileStores } from '../ports/files/create-file-store.ts';
import { markFreshFolder } from '../ports/files/files-folder.ts';
import type { FileStore } from '../ports/files/file-store.ts';
import type { RestorableAccounts } from '../ports/identity/restorable-accounts.ts';
import { openRestorableAccounts } from '../ports/identity/open-restorable-accounts.ts';

/** Everything that a backup contains and a restore writes to. */
export interface Places {
  sql: Sql;
  documents: RestorableDocuments;
  accounts: RestorableAccounts;
  /** Stores of files by their name in a backup. */
  files: Readonly<Record<string, FileStore>>;
  /** Makes an empty folder that of the portal's files, where they are in a folder. */
  markFreshFolder(): Promise<void>;
  /** Whether files of documents lie here, and not in another REST backend. */
  holdsAssets: boolean;
  /** Version of the portal. */
  version: string;
  /** Migrations known to this version, oldest first. */
  migrations: readonly string[];
  close(): Promise<void>;
}

/** Opens the configured stores. */
export async function openPlaces(config: Pick<Environment, 'firebase' | 'files' | 'restBackend'>, sql: Sql): Promise<Places> {
  const { files, snapshotFiles } = await createFileStores(config, sql);
  const migrations = await migrationNames();
  const documents = await openRestorableDocuments(config, sql);
  const accounts = await openRestorableAccounts(config, sql);
  const close = async () => {
    await documents.close();
    await accounts.close();
  };
  return {
    sql,
    documents,
    accounts,
    files: { files, reports: snapshotFiles },
    markFreshFolder: () => (config.files.kind === 'disk' ? markFreshFolder(config.files.directory, sql) : Promise.resolve()),
    holdsAssets: config.restBackend.url === null,
    version: RELEASE.version,
    migrations,
    close,
  };
}
