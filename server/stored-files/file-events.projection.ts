import { genericColumns, readText, readTimestamp } from '../read-model/field-readers.ts';
import type { Projection } from '../read-model/projection.ts';

export interface FileEventRow {
  kind: string;
  fileId: string;
  fileName: string;
  area: string;
  folderId: string;
  userId: string;
  userName: string;
  agencyId: string;
  /** ISO text with microseconds. */
  at: string;
}

/** The ledger of uploads, views, prints and downloads; its roll-ups are kept by triggers of the table. */
export const fileEventsProjection: Projection<FileEventRow> = {
  database: 'main',
  collection: 'eventos_archivos',
  table: 'eventos_archivos',
  columns: {
    kind: 'text',
    fileId: 'text',
    fileName: 'text',
    area: 'text',
    folderId: 'text',
    userId: 'text',
    userName: 'text',
    agencyId: 'text',
    at: 'timestamptz',
  },
  project(document) {
    const { data } = document;
    return {
      kind: readText(data, 'kind'),
      fileId: readText(data, 'fileId'),
      fileName: readText(data, 'fileName'),
      area: readText(data, 'area'),
      folderId: readText(data, 'folderId'),
      userId: readText(data, 'userId'),
      userName: readText(data, 'userName'),
      agencyId: readText(data, 'agencyId'),
      at: readTimestamp(data, 'at') ?? genericColumns(document).createdAt,
    };
  },
};
