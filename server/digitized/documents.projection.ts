import { isDocumentState } from '../domain/document-states.ts';
import { contentTypeWords } from '../domain/file-types.ts';
import { fileTexts } from '../domain/files-vocabulary.ts';
import { NO_STATE } from '../domain/state-names.ts';
import { readId, readNumber } from '../read-model/field-readers.ts';
import { BYTES, defineTable, ID, LIST, MAP, TEXT, type Column, type RowOf } from '../read-model/table.ts';

const PAGES_MAX = 1_000_000;

/** What list, record and table have in common. */
export const DOCUMENT_COLUMNS = {
  categoryId: ID,
  documentId: ID,
  documentName: TEXT,
  // Both are always written and equal (D1); other programs write either.
  userId: { type: 'text', read: (data) => readId(data, 'userId') || readId(data, 'userAssign') },
  agencyId: ID,
  agencyFromDoc: ID,
  status: TEXT,
  url: TEXT,
  fileName: TEXT,
  contentType: TEXT,
  bytes: BYTES,
  sha256: TEXT,
  pages: { type: 'integer', read: readPages },
  versions: LIST,
  campos: MAP,
  // Older programs said only whether there was one (D2).
  fromPackaging: { type: 'text', read: (data, field) => (typeof data[field] === 'boolean' ? '' : readId(data, field)) },
  inPackage: ID,
  returnReason: TEXT,
  ubicacion: TEXT,
  createdBy: ID,
} as const satisfies Parameters<typeof defineTable>[1];

export type DocumentColumns = RowOf<typeof DOCUMENT_COLUMNS>;

/** Digitized documents (docs/data-model.md). Names of category, type, agency and people are joined by their lists. */
export const documentsProjection = defineTable(
  'documentos',
  DOCUMENT_COLUMNS,
  (row, { id }) => ({
    keys: [row.documentName || id, row.fileName],
    texts: [
      ...(row.fileName === '' ? [] : fileTexts(row.fileName, row.bytes)),
      row.contentType,
      contentTypeWords(row.contentType),
      // What is called something is found by that name, which may change: the lists join it.
      ...(isDocumentState(row.status) ? [] : [row.status || NO_STATE]),
      row.ubicacion,
      row.returnReason,
      ...Object.values(row.campos),
    ],
  }),
  'digitalization',
);

function readPages(data: Parameters<Column['read']>[0], field: string): number | null {
  const pages = Math.trunc(readNumber(data, field) ?? 0);
  return pages > 0 && pages <= PAGES_MAX ? pages : null;
}
