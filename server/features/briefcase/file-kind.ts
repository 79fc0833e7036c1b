import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { readChanges, type FileChanges } from './stored-file.ts';

/** How the document of a file is stored; the bytes are at the REST backend, those of every version under an address of their own. */
export const FILE_KIND: RecordKind<FileChanges> = {
  database: 'main',
  menu: 'briefcase-files',
  collection: 'maletin_archivos',
  noun: { singular: 'archivo', plural: 'archivos', gender: 'm' },
  actions: {
    created: AUDIT_ACTIONS.briefcaseFileCreated,
    updated: AUDIT_ACTIONS.briefcaseFileUpdated,
    activated: { deactivated: AUDIT_ACTIONS.briefcaseFileDeactivated, restored: AUDIT_ACTIONS.briefcaseFileRestored },
  },
  read: readChanges,
  show: ({ data }) => readChanges(data),
  notFound: fileMissing,
  told: (savedBy) =>
    `${savedBy?.isActor ? 'Usted' : savedBy?.name || 'Otra persona'} modificó el archivo mientras usted escribía. Compare las dos versiones y guarde de nuevo.`,
};

/** The same answer for a file that never existed, was removed, or is in a folder that the person may not open. */
export function fileMissing(id: string): AppError {
  return new AppError('not-found', `briefcase file ${id.slice(0, 200)} not found`, {
    userMessage: 'El archivo no existe o usted no tiene acceso a su carpeta.',
    sought: `${FILE_KIND.collection}/${id}`,
  });
}
