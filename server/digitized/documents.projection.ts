import { isDocumentState } from '../domain/document-states.ts';
import { contentTypeWords } from '../domain/file-types.ts';
import { formatQuetzales } from '../domain/money.ts';
import { fileTexts } from '../domain/files-vocabulary.ts';
import { NO_STATE } from '../domain/state-names.ts';
import { defineTable, LIST, MAP, wordOf, type RowOf } from '../read-model/table.ts';
import { tableColumns } from '../records/record-fields.ts';
import { DOCUMENT_FIELDS } from './document.ts';

/** Columns common to list, record and table. */
export const DOCUMENT_COLUMNS = { ...tableColumns(DOCUMENT_FIELDS), status: wordOf('docStates'), versions: LIST, campos: MAP };

export type DocumentColumns = RowOf<typeof DOCUMENT_COLUMNS>;

/** Digitized documents. Lists join the names of category, type, agency and people. */
export const documentsProjection = defineTable(
  'documentos',
  DOCUMENT_COLUMNS,
  (row, { id }) => ({
    keys: [row.documentName || id, row.fileName],
    texts: [
      ...(row.fileName === '' ? [] : fileTexts(row.fileName, row.bytes)),
      row.contentType,
      contentTypeWords(row.contentType),
      // A known state is found by its name, which may change: the lists join it.
      ...(isDocumentState(row.status) ? [] : [row.status || NO_STATE]),
      row.ubicacion,
      row.returnReason,
      ...Object.values(row.campos).flatMap((value) => (typeof value === 'number' ? [value, formatQuetzales(value)] : [value])),
    ],
  }),
  { database: 'digitalization', title: 'documentName' },
);
