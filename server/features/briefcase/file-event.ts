import type { Fields } from '../../documents/document-store.ts';
import type { Staff } from '../../domain/permissions.ts';

export type FileEventKind = 'upload' | 'view' | 'print' | 'download';

/** Spanish, for the history of a file. */
export const EVENT_LABELS: Readonly<Record<FileEventKind, string>> = {
  upload: 'Cargó',
  view: 'Vio',
  print: 'Imprimió',
  download: 'Descargó',
};

/** One entry of the ledger `eventos_archivos`. The names are kept as they were, because files are renamed and people leave. */
export function fileEvent(event: {
  kind: FileEventKind;
  actor: Staff;
  file: { id: string; nombre: string; carpetaId: string };
  at: Date;
}): Fields {
  const { actor, file } = event;
  return {
    kind: event.kind,
    fileId: file.id,
    fileName: file.nombre,
    area: 'briefcase',
    folderId: file.carpetaId,
    userId: actor.id,
    userName: actor.name,
    agencyId: actor.agencyId,
    at: event.at,
  };
}
