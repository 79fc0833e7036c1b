import type { DatabaseName } from './document-store.ts';

/** JSON text of this shape is what lies in a backup; `$…` maps stand for what JSON has no word for (backed-up-values.ts). */
export interface BackedUpDocument {
  /** Full path, e.g. `agencias/abc`. */
  path: string;
  /** Microseconds since 1970, as text: JSON's numbers are too short. */
  createdVersion: string;
  version: string;
  data: BackedUpMap;
}

export type BackedUpValue = null | boolean | number | string | BackedUpValue[] | BackedUpMap;

export interface BackedUpMap {
  [name: string]: BackedUpValue;
}

/** Both databases as they were at one moment, whatever is written meanwhile. */
export interface DocumentsBackup {
  moment: Date;
  /** Every document of a database, also of collections that the portal does not know, in pages. */
  read(database: DatabaseName): AsyncIterable<BackedUpDocument[]>;
  /** Rows of a table of ours at the same moment, as JSON texts, in pages. */
  rows(table: string): AsyncIterable<string[]>;
  close(): Promise<void>;
}

/** Where documents are kept, whole: what a backup is of and a restore brings back into. */
export interface KeptDocuments {
  kind: 'embedded' | 'firebase';
  openBackup(): Promise<DocumentsBackup>;
  hasDocuments(database: DatabaseName): Promise<boolean>;
  /** @returns how many were stored */
  write(database: DatabaseName, pages: AsyncIterable<BackedUpDocument[]>): Promise<number>;
  close(): Promise<void>;
}
