import { genericColumnsOf, textOf } from '../catalogs/stored-fields.ts';
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
  at: Date;
}

/** The ledger of uploads, views, prints and downloads; its roll-ups are kept by triggers of the table. */
export const fileEventsProjection: Projection<FileEventRow> = {
  database: 'main',
  collection: 'eventos_archivos',
  table: 'eventos_archivos',
  columns: {
    kind: 'text', fileId: 'text', fileName: 'text', area: 'text', folderId: 'text', userId: 'text', userName: 'text', agencyId: 'text', at: 'timestamptz',
  },
  project(document) {
    const { data } = document;
    const at = data['at'];
    return {
      kind: textOf(data['kind']),
      fileId: textOf(data['fileId']),
      fileName: textOf(data['fileName']),
      area: textOf(data['area']),
      folderId: textOf(data['folderId']),
      userId: textOf(data['userId']),
      userName: textOf(data['userName']),
      agencyId: textOf(data['agencyId']),
      at: at instanceof Date ? at : genericColumnsOf(document).createdAt,
    };
  },
};
