import type { FieldValue, Fields } from '../ports/documents/document-store.ts';
import { isList, isPlainMap } from '../ports/documents/document-values.ts';
import { readId, readList, readNumber, readText, readTimestamp, readWholeNumber } from '../read-model/field-readers.ts';

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
export function presentUpload(data: Fields, area: { fields: { userId: string } }): { userId: string; at: string } {
  return {
    userId: readId(data, 'uploadedBy') || readId(data, area.fields.userId),
    at: readTimestamp(data, 'uploadedAt') ?? readTimestamp(data, 'createdAt') ?? '',
  };
}

/** The list of earlier files with the present one at its end, for the document that gets another. */
export function withPresentFile(data: Fields, area: { fields: { userId: string } }): readonly FieldValue[] {
  const { userId, at } = presentUpload(data, area);
  const kept = ['url', 'fileName', 'contentType', 'bytes', 'sha256', 'pages'].map((name) => [name, data[name] ?? null] as const);
  const { versions } = data;
  return [...(isList(versions) ? versions : []), { ...Object.fromEntries(kept), userId, at: at === '' ? null : new Date(at) }];
}
