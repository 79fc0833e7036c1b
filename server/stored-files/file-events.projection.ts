import type { Fields } from '../ports/documents/document-store.ts';
import { genericColumns, readInteger, readTimestamp } from '../read-model/field-readers.ts';
import type { Projection } from '../read-model/projection.ts';
import { ID, readRow, TEXT, typesOf, type Column, type RowOf } from '../read-model/table.ts';

/** null for events from before the ledger told. */
const VERSION: Column<number | null> = { type: 'integer', read: readVersion };

const COLUMNS = {
  kind: TEXT,
  fileId: ID,
  fileName: TEXT,
  area: TEXT,
  folderId: ID,
  userId: ID,
  userName: TEXT,
  agencyId: ID,
  version: VERSION,
};

/** The ledger of uploads, views, prints and downloads; its roll-ups are kept by triggers of the table. */
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
