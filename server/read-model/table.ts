import type { DatabaseName, Fields, StoredDocument } from '../ports/documents/document-store.ts';
import { searchedMoment, searchText } from '../domain/search.ts';
import {
  GENERIC_COLUMNS,
  genericColumns,
  readId,
  readInteger,
  readList,
  readMap,
  readText,
  readTimestamp,
  readWholeNumber,
  type GenericColumns,
} from './field-readers.ts';
import type { ColumnType, Expected, Projection, Vocabulary } from './projection.ts';

/** How a field of a document fills the column of its name: leniently, see field-readers.ts. */
export interface Column<Value = unknown> {
  type: ColumnType;
  read: (data: Fields, field: string) => Value;
  expects?: Expected | undefined;
}

export const TEXT: Column<string> = { type: 'text', read: (data, field) => readText(data, field) };
/** A word of that list. */
export const wordOf = (vocabulary: Vocabulary): Column<string> => ({ ...TEXT, expects: { vocabulary } });
/** Of another record. */
export const ID: Column<string> = { type: 'text', read: readId };
/** Of a record of that collection: any other path is no id of it, and stays as it is. */
export const idIn = (collection: string): Column<string> => ({ type: 'text', read: (data, field) => readId(data, field, collection) });
export const COUNT: Column<number> = { type: 'integer', read: (data, field) => readInteger(data, field, 0) };
/** Of a file; 0 where nobody wrote it down. */
export const BYTES: Column<number> = { type: 'bigint', read: (data, field) => Math.max(0, readWholeNumber(data, field, 0)) };
export const TIME: Column<string | null> = { type: 'timestamptz', read: readTimestamp };
export const LIST: Column<unknown[]> = { type: 'jsonb', read: readList };
export const MAP: Column<Record<string, unknown>> = { type: 'jsonb', read: readMap };

type Columns = Readonly<Record<string, Column>>;
export type RowOf<Of extends Columns> = { [Name in keyof Of]: ReturnType<Of[Name]['read']> };

export function typesOf<Of extends Columns>(columns: Of): Record<keyof Of & string, ColumnType> {
  return Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, type])) as Record<keyof Of & string, ColumnType>;
}

export function expectationsOf(columns: Columns): Record<string, Expected> {
  return Object.fromEntries(Object.entries(columns).flatMap(([name, { expects }]) => (expects ? [[name, expects] as const] : [])));
}

export function readRow<Of extends Columns>(columns: Of, data: Fields): RowOf<Of> {
  return Object.fromEntries(Object.entries(columns).map(([name, { read }]) => [name, read(data, name)])) as RowOf<Of>;
}

/** What search finds a row by, as people see it: formatted as the screens do (domain/), never as it is stored. */
export interface Searched {
  /** What the record is known by: a search for all of one finds it first. */
  keys: readonly string[];
  texts: readonly unknown[];
}

/** Its `search_text`; when it was made and changed is seen of every record. */
export function searchTextOf({ keys, texts }: Searched, { createdAt, updatedAt }: GenericColumns): string {
  return searchText([...texts, searchedMoment(createdAt), searchedMoment(updatedAt)], keys);
}

/** A collection as a table of its name: the given columns, the generic ones and the text of what is searched. */
export function defineTable<Of extends Columns>(
  collection: string,
  columns: Of,
  searched: (row: RowOf<Of>, document: StoredDocument) => Searched,
  { database = 'main', title }: { database?: DatabaseName; title?: keyof Of & string } = {},
): Projection<RowOf<Of> & GenericColumns & { search_text: string }> {
  return {
    database,
    collection,
    table: collection,
    columns: { ...typesOf(columns), ...GENERIC_COLUMNS, search_text: 'text' },
    expects: expectationsOf(columns),
    ...(title !== undefined && { title }),
    project(document) {
      const row = readRow(columns, document.data);
      const generic = genericColumns(document);
      return { ...row, ...generic, search_text: searchTextOf(searched(row, document), generic) };
    },
  };
}
