import { migrationNames } from '../../prisma/migrate.ts';
import type { Environment } from '../config.ts';
import { RELEASE } from '../platform/processes/release.ts';
import type { Sql } from '../platform/sql/sql.ts';
import type { KeptDocuments } from '../ports/documents/documents-backup.ts';
import { openKeptDocuments } from '../ports/documents/open-kept-documents.ts';
import { createFileStores } from '../ports/files/create-file-store.ts';
import type { FileStore } from '../ports/files/file-store.ts';
import type { KeptAccounts } from '../ports/identity/kept-accounts.ts';
import { openKeptAccounts } from '../ports/identity/open-kept-accounts.ts';

/** Everything that a backup is of and that a restore brings back into. */
export interface Places {
  sql: Sql;
  documents: KeptDocuments;
  accounts: KeptAccounts;
  /** Stores of files by the name that they have in a backup. */
  files: Readonly<Record<string, FileStore>>;
  /** Of the portal. */
  version: string;
  /** That this version knows, oldest first. */
  migrations: readonly string[];
  close(): Promise<void>;
}

/** The stores of the configuration. */
export async function openPlaces(config: Pick<Environment, 'firebase' | 'files'>, sql: Sql): Promise<Places> {
  const { files, snapshotFiles } = await createFileStores(config);
  const migrations = await migrationNames();
  const documents = await openKeptDocuments(config, sql);
  const accounts = await openKeptAccounts(config, sql);
  const close = async () => {
    await documents.close();
    await accounts.close();
  };
  return { sql, documents, accounts, files: { files, reports: snapshotFiles }, version: RELEASE.version, migrations, close };
}
