import type { FieldValue, Fields } from '../ports/documents/document-store.ts';
import { isList, isPlainMap } from '../ports/documents/document-values.ts';
import type { Sql } from '../platform/sql/sql.ts';
import { readId, readList, readNumber, readText, readTimestamp, readWholeNumber } from '../read-model/field-readers.ts';

/** What of an area says whose a file is, and what it is called. */
interface Area {
  fields: { name: string; userId: string };
  naming?: object;
}

/** A file that a document had before (docs/data-model.md, `versions`); whatever other programs left out is empty. */
export interface EarlierFile {
  url: string;
  fileName: string;
  contentType: string;
  bytes: number;
  sha256: string;
  pages: number | null;
  /** Who stored it. */
  userId: string;
  /** When, ISO text; '' when nobody knows. */
  at: string;
}

/** @param entry of `versions`, from the document store or the read model */
export function readEarlierFile(entry: unknown): EarlierFile {
  const data: Fields = isPlainMap(entry) ? entry : {};
  return {
    url: readText(data, 'url'),
    fileName: readText(data, 'fileName'),
    contentType: readText(data, 'contentType'),
    bytes: Math.max(0, readWholeNumber(data, 'bytes', 0)),
    sha256: readText(data, 'sha256'),
    pages: readNumber(data, 'pages'),
    userId: readId(data, 'userId'),
    at: readTimestamp(data, 'at') ?? '',
  };
}

/** The earlier files of a document, oldest first. */
export function readEarlierFiles(data: Fields): EarlierFile[] {
  return readList(data, 'versions').map(readEarlierFile);
}

/** Who stored the present file of a document, and when: what does not say has it from its creation. */
export function presentUpload(data: Fields, area: Pick<Area, 'fields'>): { userId: string; at: string } {
  return {
    userId: readId(data, 'uploadedBy') || readId(data, area.fields.userId),
    at: readTimestamp(data, 'uploadedAt') ?? readTimestamp(data, 'createdAt') ?? '',
  };
}

/** The list of earlier files with the present one at its end, for the document that gets another. */
export function withPresentFile(data: Fields, area: Area): readonly FieldValue[] {
  const { userId, at } = presentUpload(data, area);
  const kept = ['url', 'fileName', 'contentType', 'bytes', 'sha256', 'pages'].map((name) => [name, data[name] ?? null] as const);
  const file = { ...Object.fromEntries(kept), fileName: presentName(data, area), userId, at: at === '' ? null : new Date(at) };
  const { versions } = data;
  return [...(isList(versions) ? versions : []), file];
}

/** What the present file is called. A name that is the file's own stands for it, as long as nothing else was kept. */
function presentName(data: Fields, { fields, naming }: Area): string {
  return readText(data, 'fileName') || (naming ? '' : readText(data, fields.name));
}

/** A file of a document, its place in addresses being its number, from 1 for the oldest. */
export interface FileVersion extends Pick<EarlierFile, 'at' | 'bytes' | 'contentType' | 'fileName' | 'pages'> {
  number: number;
  /** The id where the person has no name. */
  userName: string;
}

/** All files of a document whose bytes somebody could still open, newest first: the present one, if there is one, and the earlier ones. */
export async function tellFiles(services: { sql: Pick<Sql, 'query'> }, area: Area, data: Fields): Promise<FileVersion[]> {
  const present = { ...readEarlierFile(data), fileName: presentName(data, area), ...presentUpload(data, area) };
  const files = [...readEarlierFiles(data), present].map((file, index) => ({ ...file, number: index + 1 })).filter(({ url }) => url !== '');
  const names = await findPeopleNames(
    services,
    files.map(({ userId }) => userId),
  );
  return files
    .map(({ number, fileName, contentType, bytes, pages, at, userId }) => {
      return { number, fileName, contentType, bytes, pages, at, userName: names.get(userId) || userId };
    })
    .reverse();
}

/** What people are called, by their ids. */
export async function findPeopleNames({ sql }: { sql: Pick<Sql, 'query'> }, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql.query<{ id: string; name: string }>(`SELECT id, coalesce(name, '') AS name FROM usuarios WHERE id = ANY($1)`, [
    [...new Set(ids)],
  ]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
