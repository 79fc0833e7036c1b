import type { DatabaseName, Fields, StoredDocument } from '../ports/documents/document-store.ts';
import { numbersIn, PHONE_EXTENSION } from '../domain/digit-groups.ts';
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

/** How a document field fills the column of the same name: leniently, see field-readers.ts. */
export interface Column<Value = unknown> {
  type: ColumnType;
  read: (data: Fields, field: string) => Value;
  expects?: Expected | undefined;
}

export const TEXT: Column<string> = { type: 'text', read: (data, field) => readText(data, field) };
/** A word of that vocabulary. */
export const wordOf = (vocabulary: Vocabulary): Column<string> => ({ ...TEXT, expects: { vocabulary } });
/** Id of another record. */
export const ID: Column<string> = { type: 'text', read: readId };
/** Id of a record of that collection: a path into any other collection is not one, and stays unchanged. */
export const idIn = (collection: string): Column<string> => ({ type: 'text', read: (data, field) => readId(data, field, collection) });
export const COUNT: Column<number> = { type: 'integer', read: (data, field) => readInteger(data, field, 0) };
/** Size of a file; 0 where it is not stored. */
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

/** Search terms of a row, formatted as on screens (domain/), not as stored. */
export interface Searched {
  /** Identifiers of the record: a search for a whole one ranks it first. */
  keys: readonly string[];
  texts: readonly unknown[];
}

/** `search_text` of a row; its creation and change times are always part of it. */
export function searchTextOf({ keys, texts }: Searched, { createdAt, updatedAt }: GenericColumns): string {
  return searchText([...texts, searchedMoment(createdAt), searchedMoment(updatedAt)], keys);
}

/**
 * Defines a table named like its collection: the given columns, the generic ones and the search text. `masked` columns, which lists show
 * only in part (docs/decisions/143-less-is-shown.md), are searched in a text of their own.
 */
export function defineTable<Of extends Columns>(
  collection: string,
  columns: Of,
  searched: (row: RowOf<Of>, document: StoredDocument) => Searched,
  {
    database = 'main',
    title,
    masked,
  }: { database?: DatabaseName; title?: keyof Of & string; masked?: readonly (keyof Of & string)[] } = {},
): Projection<RowOf<Of> & GenericColumns & { search_text: string }> {
  return {
    database,
    collection,
    table: collection,
    columns: { ...typesOf(columns), ...GENERIC_COLUMNS, search_text: 'text', ...(masked && { masked_text: 'text' }) },
    expects: expectationsOf(columns),
    ...(masked && { masked }),
    ...(title !== undefined && { title }),
    project(document) {
      const row = readRow(columns, document.data);
      const generic = genericColumns(document);
      return {
        ...row,
        ...generic,
        search_text: searchTextOf(searched(row, document), generic),
        ...(masked && { masked_text: maskedText(masked.map((name) => row[name])) }),
      };
    },
  };
}

/** The values as keys, each number of several in one field too: whoever sees masks finds them only as a whole. */
export function maskedText(values: readonly unknown[]): string {
  const texts = values.filter((value) => typeof value === 'string');
  const numbers = texts.flatMap((text) => numbersIn(text).map((number) => number.text.replace(PHONE_EXTENSION, '').trim()));
  return searchText([], [...texts, ...numbers]);
}
