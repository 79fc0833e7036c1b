import { CATALOGS } from '../../catalogs/registry.ts';
import type { DatabaseName, Documents, Fields, FieldValue, StoredDocument } from '../../ports/documents/document-store.ts';
import { isPlainMap } from '../../ports/documents/document-values.ts';
import { IMAGES_COLLECTION } from '../../domain/images.ts';
import { fragment, identifier, joinFragments } from '../../platform/sql/sql-fragment.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { entriesAsStored, readEntries, storableText } from '../../read-model/field-readers.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import { GENERAL_SETTINGS_PATH } from '../../live-settings/general-settings.ts';

/** Documents that hold addresses of pictures, and in which fields: one address, or a list of them. */
interface PictureSource {
  database: DatabaseName;
  collection: string;
  group?: boolean;
  fields: readonly string[];
}

/** Derived from the catalogs' definitions, so that a new field for pictures is included. */
const WITH_PICTURES = Object.values(CATALOGS)
  .map(({ definition, projection }) => ({
    projection,
    fields: definition.fields.filter(({ kind }) => kind === 'image' || kind === 'links'),
  }))
  .filter(({ fields }) => fields.length > 0);

const SOURCES: readonly PictureSource[] = [
  ...WITH_PICTURES.map(({ projection: { database, collection, group = false }, fields }): PictureSource => {
    return { database, collection, group, fields: fields.map(({ name }) => name) };
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

/** Whether a record, active or not, has this address in a field for pictures. */
export async function isNamedPicture(sql: Sql, requested: string): Promise<boolean> {
  const address = storableText(requested);
  const naming = WITH_PICTURES.flatMap(({ projection: { table }, fields }) =>
    fields.map(({ kind, name }) => {
      const column = identifier(name);
      const condition = kind === 'image' ? fragment`t.${column} = ${address}` : fragment`${address} = ANY(t.${column})`;
      return fragment`SELECT 1 FROM ${identifier(table)} t WHERE NOT t.source_deleted AND ${condition}`;
    }),
  );
  const found = await readForScreen(sql, (read) => read(fragment`${joinFragments(naming, ' UNION ALL ')} LIMIT 1`, { alone: true }));
  return found.length > 0;
}

/** Addresses in these fields of a document, each as text or in a map with `url`; other values are ignored. */
export function addressesOf({ document, fields }: Pick<PictureDocument, 'document' | 'fields'>): { field: string; address: string }[] {
  return fields.flatMap((field) =>
    (readEntries(document.data, field) ?? [document.data[field]])
      .map((entry) => (isPlainMap(entry) ? entry['url'] : entry))
      .flatMap((address) => (typeof address === 'string' && address.trim() !== '' ? [{ field, address }] : [])),
  );
}

/** The fields in which `change` gives another address; null when there are none. Other values of a list stay as they are. */
export function changeAddresses(data: Fields, fields: readonly string[], change: (address: string) => string): Fields | null {
  const changed = (value: FieldValue): FieldValue => {
    if (typeof value === 'string') return change(value);
    return isPlainMap(value) && typeof value['url'] === 'string' ? { ...value, url: change(value['url']) } : value;
  };
  const changes: Record<string, FieldValue> = {};
  for (const field of fields) {
    const before = data[field];
    if (before === undefined) continue;
    const entries = readEntries(data, field);
    const after = entries ? entriesAsStored(before, entries.map(changed)) : changed(before);
    if (JSON.stringify(after) !== JSON.stringify(before)) changes[field] = after;
  }
  return Object.keys(changes).length > 0 ? changes : null;
}
