import type { FieldValue, Fields } from '../ports/documents/document-store.ts';
import { isList, isPlainMap } from '../ports/documents/document-values.ts';
import type { Sql } from '../platform/sql/sql.ts';
import { bytes, text } from '../records/fields.ts';
import { contentTypeWords } from '../domain/file-types.ts';
import { documentIdOf } from '../platform/document-id.ts';
import { readId, readList, readNumber, readText, readTimestamp, readWholeNumber } from '../read-model/field-readers.ts';

/** The fields of the present file, in the documents of every area. */
export const PRESENT_FIELDS = [
  text({ name: 'url', label: 'Dirección' }),
  { ...text({ name: 'contentType', label: 'Formato' }), say: contentTypeWords },
  bytes({ name: 'bytes', label: 'Tamaño' }),
  text({ name: 'sha256', label: 'Huella SHA-256' }),
] as const;

/** Further fields of such documents, shown in the audit only. */
export const HISTORY_FIELDS = [
  text({ name: 'versions', label: 'Versiones anteriores' }),
  text({ name: 'adopted', label: 'Dirección antes de traerse al portal' }),
] as const;

/** Tells present files apart without revealing where they are stored or what they contain; '' for none. */
export function contentMark(data: Fields): string {
  const url = readText(data, 'url');
  return url === '' ? '' : documentIdOf(url);
}

/** The parts of an area that give a file's owner and name. */
interface Area {
  fields: { name: string; userId: string };
  naming?: object;
}

/** An earlier file of a document (docs/data-model.md, `versions`); fields that other programs left out are empty. */
export interface EarlierFile {
  url: string;
  fileName: string;
  contentType: string;
  bytes: number;
  sha256: string;
  pages: number | null;
  /** Who stored it. */
  userId: string;
  /** ISO text; '' when unknown. */
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

/** Who stored the present file of a document, and when; by default its creator and creation time. */
export function presentUpload(data: Fields, area: Pick<Area, 'fields'>): { userId: string; at: string } {
  return {
    userId: readId(data, 'uploadedBy') || readId(data, area.fields.userId),
    at: readTimestamp(data, 'uploadedAt') ?? readTimestamp(data, 'createdAt') ?? '',
  };
}

/** The earlier files with the present one appended, for a document that gets a new file. */
export function withPresentFile(data: Fields, area: Area): readonly FieldValue[] {
  const { userId, at } = presentUpload(data, area);
  const copiedFields = ['url', 'fileName', 'contentType', 'bytes', 'sha256', 'pages'].map((name) => [name, data[name] ?? null] as const);
  const file = { ...Object.fromEntries(copiedFields), fileName: presentName(data, area), userId, at: at === '' ? null : new Date(at) };
  const { versions } = data;
  return [...(isList(versions) ? versions : []), file];
}

/** Name of the present file: its file name, or, where the area has no `naming`, the document's name. */
function presentName(data: Fields, { fields, naming }: Area): string {
  return readText(data, 'fileName') || (naming ? '' : readText(data, fields.name));
}

/** A file of a document, numbered in addresses from 1 for the oldest. */
export interface FileVersion extends Pick<EarlierFile, 'at' | 'bytes' | 'contentType' | 'fileName' | 'pages'> {
  number: number;
  /** The id if the person has no name. */
  userName: string;
}

/** All files of a document with an address, newest first, including the present one if there is one. */
export async function findFileVersions(services: { sql: Pick<Sql, 'query'> }, area: Area, data: Fields): Promise<FileVersion[]> {
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

/** Names of people, by id. */
export async function findPeopleNames({ sql }: { sql: Pick<Sql, 'query'> }, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql.query<{ id: string; name: string }>(`SELECT id, coalesce(name, '') AS name FROM usuarios WHERE id = ANY($1)`, [
    [...new Set(ids)],
  ]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
