import { CATALOGS } from '../../catalogs/registry.ts';
import type { DatabaseName, Documents, Fields, FieldValue, StoredDocument } from '../../ports/documents/document-store.ts';
import { IMAGES_COLLECTION } from '../../domain/images.ts';
import { fragment, identifier, joinFragments } from '../../platform/sql/sql-fragment.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { storableText } from '../../read-model/field-readers.ts';
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
