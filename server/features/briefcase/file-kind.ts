import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { readText } from '../../read-model/field-readers.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { FILES_COLLECTION, fileMissing } from './access.ts';

/** What people can change of a file. */
export interface FileChanges {
  nombre: string;
  carpetaId: string;
  tipoDocumentoId: string;
}

/** How the document of a file is kept; the bytes lie with the REST backend and never change. */
export const FILE_KIND: RecordKind<FileChanges> = {
  database: 'main',
  collection: FILES_COLLECTION,
  noun: { singular: 'archivo', plural: 'archivos', gender: 'm' },
  actions: {
    created: AUDIT_ACTIONS.briefcaseFileCreated,
    updated: AUDIT_ACTIONS.briefcaseFileUpdated,
    activated: { deactivated: AUDIT_ACTIONS.briefcaseFileDeactivated, restored: AUDIT_ACTIONS.briefcaseFileRestored },
  },
  read: (data) => ({
    nombre: readText(data, 'nombre'),
    carpetaId: readText(data, 'carpetaId'),
    tipoDocumentoId: readText(data, 'tipoDocumentoId'),
  }),
  show: ({ data }) => FILE_KIND.read(data),
  notFound: fileMissing,
  told: (savedBy) =>
    `${savedBy?.isActor ? 'Usted' : savedBy?.name || 'Otra persona'} modificó el archivo mientras usted escribía. Compare las dos versiones y guarde de nuevo.`,
};
