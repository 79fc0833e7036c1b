import type { Fields, FieldValue } from '../../documents/document-store.ts';
import { isList, isPlainMap } from '../../documents/document-values.ts';
import { readVerdict, type Verdict } from '../../domain/package-states.ts';
import { readId, readText, readTimestamp } from '../../read-model/field-readers.ts';

/** What the sender says of one document or paper in a package. */
export interface SentLine {
  /** Names the line within its package, whatever becomes of the others. */
  lineId: string;
  /** What people call the document. */
  document: string;
  categoryId: string;
  /** Id of the type. */
  documentId: string;
  /** Id of the digitized document, '' until there is one. */
  digitalizationId: string;
}

/** A line with what was found of it on receipt. */
export interface PackageLine extends SentLine {
  verdict: Verdict;
  note: string;
  checkedBy: string;
  /** ISO text. */
  checkedAt: string | null;
}

/** Something that came without a line. */
export interface ExtraPaper {
  document: string;
  note: string;
}

/**
 * `detailOfPackage`, read leniently: a line that is not a map is left out, ids may be maps or references. Lines that
 * other programs wrote without `lineId`, or with that of another line, are named by their place.
 */
export function readLines(data: Fields): PackageLine[] {
  const names = new Set<string>();
  return storedLines(data).map((line, index) => {
    const given = readText(line, 'lineId');
    const lineId = given === '' || names.has(given) ? `linea-${index + 1}` : given;
    names.add(lineId);
    return {
      lineId,
      document: readText(line, 'document').trim(),
      categoryId: readId(line, 'digitalizationCategory'),
      documentId: readId(line, 'digitalizationDocument'),
      digitalizationId: readId(line, 'digitalizationId'),
      verdict: readVerdict(readText(line, 'verdict')),
      note: readText(line, 'note'),
      checkedBy: readId(line, 'checkedBy'),
      checkedAt: readTimestamp(line, 'checkedAt'),
    };
  });
}

/** As the sender's form holds them. */
export function readSentLines(data: Fields): SentLine[] {
  return readLines(data).map(({ lineId, document, categoryId, documentId, digitalizationId }) => ({
    lineId,
    document,
    categoryId,
    documentId,
    digitalizationId,
  }));
}

/** What came besides; entries that say nothing are left out. */
export function readExtras(data: Fields): ExtraPaper[] {
  const { extras } = data;
  if (!isList(extras)) return [];
  return extras.filter(isPlainMap).flatMap((extra) => {
    const paper = { document: readText(extra, 'document').trim(), note: readText(extra, 'note').trim() };
    return paper.document === '' && paper.note === '' ? [] : [paper];
  });
}

/** Lines as documents hold them; members of a line that the portal does not know stay with it, also those of its category and type. */
export function writeSentLines(lines: readonly SentLine[], stored: Fields): FieldValue[] {
  const known = new Map(readLines(stored).map(({ lineId }, index) => [lineId, storedLines(stored)[index] ?? {}]));
  return lines.map(({ lineId, document, categoryId, documentId, digitalizationId }) => {
    const line = known.get(lineId) ?? {};
    return {
      ...line,
      lineId,
      document,
      digitalizationId,
      digitalizationCategory: reference(line['digitalizationCategory'], categoryId),
      digitalizationDocument: reference(line['digitalizationDocument'], documentId),
    };
  });
}

function reference(stored: FieldValue | undefined, id: string): FieldValue {
  return isPlainMap(stored) && readText(stored, 'id') === id ? stored : { id };
}

/** The lines as stored, in the order of readLines. */
export function storedLines(data: Fields): Fields[] {
  const { detailOfPackage } = data;
  return isList(detailOfPackage) ? detailOfPackage.filter(isPlainMap) : [];
}
