import { genericColumns, readTimestamp } from '../read-model/field-readers.ts';
import type { Projection } from '../read-model/projection.ts';
import { readRow, TEXT, typesOf, type RowOf } from '../read-model/table.ts';

const COLUMNS = {
  kind: TEXT,
  fileId: TEXT,
  fileName: TEXT,
  area: TEXT,
  folderId: TEXT,
  userId: TEXT,
  userName: TEXT,
  agencyId: TEXT,
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
