import type { DatabaseName } from '#server/ports/documents/document-store.ts';

/** How a value is stored in the document. */
export type StoredType =
  | 'text'
  | 'day as text, YYYY-MM-DD'
  | 'day as text, day/month/year'
  | 'whole number'
  | 'number'
  | 'true or false'
  | 'timestamp'
  | 'list of text'
  | 'map'
  | 'list of maps';

/** Meaning of a field; with its type if neither a catalog's definition nor the projection gives one. */
type FieldNote = string | { type: StoredType; means: string };

/** Who writes documents of a collection. */
type Writer = 'other programs' | 'portal' | 'REST backend' | 'mobile app' | 'core system' | 'demo data';

export interface CollectionNote {
  database: DatabaseName;
  /** Path with `{…}` for ids: `productos_servicios/{id}/productos`. */
  path: string;
  /** Table of the read model; absent for collections that exist only in the store. */
  table?: string;
  about: string;
  writers: readonly Writer[];
  /** The screen or call that writes, in words. */
  how: string;
  /** Every field except the generic ones. */
  fields: Readonly<Record<string, FieldNote>>;
}
