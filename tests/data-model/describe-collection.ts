import type { DatabaseName } from '#server/ports/documents/document-store.ts';

/** How a value lies in the document. */
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

/** What a field means; with a type where neither a catalog's definition nor the projection says it. */
type FieldNote = string | { type: StoredType; means: string };

/** Who writes documents of a collection. */
type Writer = 'other programs' | 'portal' | 'REST backend' | 'mobile app' | 'core system' | 'demo data';

export interface CollectionNote {
  database: DatabaseName;
  /** Its path, with `{…}` for ids: `productos_servicios/{id}/productos`. */
  path: string;
  /** Table of the read model; absent for what lives only in the store. */
  table?: string;
  about: string;
  writers: readonly Writer[];
  /** Which screen or call writes, in words. */
  how: string;
  /** Every field but the generic ones. */
  fields: Readonly<Record<string, FieldNote>>;
}
