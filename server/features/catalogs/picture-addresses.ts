import { CATALOGS } from '../../catalogs/registry.ts';
import type { DatabaseName, Documents, Fields, FieldValue, StoredDocument } from '../../ports/documents/document-store.ts';
import { IMAGES_COLLECTION } from '../../domain/images.ts';
import { GENERAL_SETTINGS_PATH } from '../../live-settings/general-settings.ts';

/** Documents that hold addresses of pictures, and in which fields: one address, or a list of them. */
interface PictureSource {
  database: DatabaseName;
  collection: string;
  group?: boolean;
  fields: readonly string[];
}

/** Derived from the catalogs' definitions, so that a new field for pictures is included. */
const SOURCES: readonly PictureSource[] = [
  ...Object.values(CATALOGS).flatMap(({ definition, projection }): PictureSource[] => {
    const fields = definition.fields.filter(({ kind }) => kind === 'image' || kind === 'links').map(({ name }) => name);
    const { database, collection, group = false } = projection;
    return fields.length === 0 ? [] : [{ database, collection, group, fields }];
  }),
  { database: 'main', collection: IMAGES_COLLECTION, fields: ['url'] },
  { database: 'main', collection: GENERAL_SETTINGS_PATH.slice(0, GENERAL_SETTINGS_PATH.indexOf('/')), fields: ['logo_url'] },
];

export interface PictureDocument {
  database: DatabaseName;
  document: StoredDocument;
  fields: readonly string[];
}

/** Every document that can hold an address of a picture. */
export async function* findPictureDocuments(documents: Documents): AsyncGenerator<PictureDocument> {
  for (const { database, collection, group = false, fields } of SOURCES)
    for await (const page of documents[database].scan(collection, { group }))
      for (const document of page) yield { database, document, fields };
}

/** Addresses in these fields of a document; values other than texts and lists of texts are ignored. */
export function addressesOf({ document, fields }: Pick<PictureDocument, 'document' | 'fields'>): { field: string; address: string }[] {
  return fields.flatMap((field) =>
    listOf(document.data[field])
      .filter((address): address is string => typeof address === 'string' && address.trim() !== '')
      .map((address) => ({ field, address })),
  );
}

/** The fields in which `change` gives another address; null when there are none. Other values of a list stay as they are. */
export function changeAddresses(data: Fields, fields: readonly string[], change: (address: string) => string): Fields | null {
  const changed = (value: FieldValue | undefined) => (typeof value === 'string' ? change(value) : value);
  const changes: Record<string, FieldValue> = {};
  for (const field of fields) {
    const before = data[field];
    const after = Array.isArray(before) ? before.map(changed) : changed(before);
    if (after !== undefined && JSON.stringify(after) !== JSON.stringify(before)) changes[field] = after as FieldValue;
  }
  return Object.keys(changes).length > 0 ? changes : null;
}

function listOf(value: FieldValue | undefined): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [value];
}
