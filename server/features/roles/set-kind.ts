import type { Fields } from '../../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { fromGrantLines, writePermissions } from '../../domain/document-permissions.ts';
import { AppError } from '../../domain/errors.ts';
import type { Noun } from '../../domain/grammar.ts';
import { requireAdministrator, requireMenu, type Staff } from '../../domain/permissions.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { readSet, type PermissionSetValues } from './set.ts';

export const SETS_COLLECTION = 'permisos_documentos';
export const SET_NOUN: Noun = { singular: 'conjunto de permisos', plural: 'conjuntos de permisos', gender: 'm' };

/** Errors: `forbidden`. */
export function requireSets(actor: Staff): void {
  requireMenu(actor, 'document-permissions');
}

/** Only administrators change sets: whoever has one could give themselves every document. Errors: `forbidden`. */
export function requireSetEditor(actor: Staff): void {
  requireSets(actor);
  requireAdministrator(actor, 'crear, cambiar o desactivar conjuntos de permisos');
}

/** Actions that other programs added to a type stay in the document. */
function toStored({ permissions, ...plain }: Partial<PermissionSetValues>, stored: Fields): Fields {
  return { ...plain, ...(permissions && { permissions: writePermissions(fromGrantLines(permissions), stored['permissions']) }) };
}

export const SET_KIND: RecordKind<PermissionSetValues> = {
  database: 'digitalization',
  menu: 'document-permissions',
  collection: SETS_COLLECTION,
  noun: SET_NOUN,
  read: readSet,
  show: ({ data }) => readSet(data),
  toStored,
  notFound: setNotFound,
  actions: {
    created: AUDIT_ACTIONS.digitizationPermissionCreated,
    updated: AUDIT_ACTIONS.digitizationPermissionUpdated,
    activated: { deactivated: AUDIT_ACTIONS.digitizationPermissionDeleted, restored: AUDIT_ACTIONS.digitizationPermissionRestored },
  },
};

function setNotFound(id: string): AppError {
  return new AppError('not-found', `no permission set ${id.slice(0, 60)}`, { userMessage: 'El conjunto de permisos no existe.' });
}
