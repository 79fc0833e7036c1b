import type { DatabaseName } from './document-store.ts';

/** Shape of a document's JSON text in a backup; `$…` maps stand for values that JSON lacks (backed-up-values.ts). */
export interface BackedUpDocument {
  /** Full path, e.g. `agencias/abc`. */
  path: string;
  /** Microseconds since 1970 as text: JSON numbers lack the precision. */
  createdVersion: string;
  version: string;
  data: BackedUpMap;
}

export type BackedUpValue = null | boolean | number | string | BackedUpValue[] | BackedUpMap;

export interface BackedUpMap {
  [name: string]: BackedUpValue;
}

/** A snapshot of both databases at one moment, unaffected by later writes. */
export interface DocumentsBackup {
  moment: Date;
  /** Every document of a database, including collections unknown to the portal, in pages. */
  read(database: DatabaseName): AsyncIterable<BackedUpDocument[]>;
  /** Rows of one of the portal's tables at the same moment, as JSON texts, in pages. */
  rows(table: string): AsyncIterable<string[]>;
  /** May be called again. */
  close(): Promise<void>;
}

/** The complete document storage, for backup and restore. */
export interface RestorableDocuments {
  kind: 'embedded' | 'firebase';
  openBackup(): Promise<DocumentsBackup>;
  hasDocuments(database: DatabaseName): Promise<boolean>;
  /** @returns how many were stored */
  write(database: DatabaseName, pages: AsyncIterable<BackedUpDocument[]>): Promise<number>;
  close(): Promise<void>;
}
