import type { Fields } from '../ports/documents/document-store.ts';
import { genericColumns, readInteger, readTimestamp } from '../read-model/field-readers.ts';
import type { Projection } from '../read-model/projection.ts';
import { idIn, readRow, TEXT, typesOf, type Column, type RowOf } from '../read-model/table.ts';

/** null for events older than the field. */
const VERSION: Column<number | null> = { type: 'integer', read: readVersion };

/** Id of a file of the Maletín, or of a digitized document. */
const FILE: Column<string> = {
  type: 'text',
  read: (data, field) => {
    const id = idIn('maletin_archivos').read(data, field);
    return id.includes('/') ? idIn('documentos').read(data, field) : id;
  },
};

const COLUMNS = {
  kind: TEXT,
  fileId: FILE,
  fileName: TEXT,
  area: TEXT,
  folderId: idIn('maletin_carpetas'),
  userId: idIn('usuarios'),
  userName: TEXT,
  agencyId: idIn('agencias'),
  version: VERSION,
};

/** The ledger of uploads, views, prints and downloads; triggers of the table maintain its roll-ups. */
export const fileEventsProjection: Projection<RowOf<typeof COLUMNS> & { at: string }> = {
  database: 'main',
  collection: 'eventos_archivos',
  table: 'eventos_archivos',
  columns: { ...typesOf(COLUMNS), at: 'timestamptz' },
  project: (document) => ({
    ...readRow(COLUMNS, document.data),
    at: readTimestamp(document.data, 'at') ?? genericColumns(document).createdAt,
  }),
};

function readVersion(data: Fields, field: string): number | null {
  const version = readInteger(data, field, 0);
  return version > 0 ? version : null;
}
