import type { StoredDocument } from '../ports/documents/document-store.ts';
import { can, canSee, typesFor } from '../domain/document-permissions.ts';
import { mayAct, refusalOf, refusalText, type DocumentAct } from '../domain/document-states.ts';
import { AppError } from '../domain/errors.ts';
import { packageCode } from '../domain/package-code.ts';
import type { Staff } from '../domain/permissions.ts';
import { documentMissing, readDocument, type DocumentFacts } from './document-kind.ts';

/** Errors: `not-found`. */
export function requireVisible(actor: Staff, { id, data }: Pick<StoredDocument, 'data' | 'id'>): DocumentFacts {
  const document = readDocument(data);
  if (!canSee(actor, document)) throw documentMissing(id);
  return document;
}

/** Returns the document if the person may do this act on it, whatever its state. Errors: `not-found`, `forbidden`. */
export function requireRight(actor: Staff, act: DocumentAct, stored: Pick<StoredDocument, 'data' | 'id'>): DocumentFacts {
  const document = requireVisible(actor, stored);
  if (!mayAct(actor, act, document)) throw actForbidden(actor, stored.id);
  return document;
}

/**
 * Returns the document if the person may do this act on it in its current state (docs/decisions/035-documents.md).
 * Errors: `not-found`, `forbidden`, `conflict` with the current state.
 */
export function requireAct(actor: Staff, act: DocumentAct, stored: Pick<StoredDocument, 'data' | 'id'>): DocumentFacts {
  const document = requireRight(actor, act, stored);
  requireState(actor, act, stored.id, document);
  return document;
}

/** Errors: `conflict`. */
export function requireState(
  { stateNames: { documents: names } }: Pick<Staff, 'stateNames'>,
  act: DocumentAct,
  id: string,
  document: DocumentFacts,
): void {
  const refusal = refusalOf(act, document, names);
  if (!refusal) return;
  const { documentName, status, inPackage, isActive } = document;
  throw new AppError('conflict', `digitized document ${id} is ${status}, active ${isActive}, in package ${inPackage || 'none'}`, {
    userMessage: refusalText(
      refusal,
      act,
      { ...document, name: documentName || id, inPackage: inPackage && packageCode(inPackage) },
      names,
    ),
    details: { reason: refusal, status, isActive, inPackage },
  });
}

/** Whoever may create such documents may also add the first file; replacing it is an edit. */
export function mayChangeFile(actor: Staff, { categoryId, documentId, url }: DocumentFacts): boolean {
  return can(actor, 'edit', categoryId, documentId) || (url === '' && can(actor, 'create', categoryId, documentId));
}

/** Returns the document if the person may give it a file now. Errors: `not-found`, `forbidden`, `conflict` with the current state. */
export function requireFileChange(actor: Staff, stored: Pick<StoredDocument, 'data' | 'id'>): DocumentFacts {
  const document = requireVisible(actor, stored);
  if (!mayChangeFile(actor, document)) throw actForbidden(actor, stored.id);
  requireState(actor, 'edit', stored.id, document);
  return document;
}

/** Errors: `forbidden`. */
export function requireCreate(actor: Staff, categoryId: string, documentId: string): void {
  if (!can(actor, 'create', categoryId, documentId)) throw createForbidden(actor, `${categoryId}/${documentId}`);
}

/** Requires that the person may create documents of some type. Errors: `forbidden`. */
export function requireAnyCreate(actor: Staff): void {
  if (typesFor(actor, 'create')?.length === 0) throw createForbidden(actor, 'any type');
}

function createForbidden({ id }: Staff, what: string): AppError {
  return new AppError('forbidden', `staff ${id} may not create digitized documents of ${what}`, {
    userMessage: 'No tiene permiso para crear documentos de este tipo. Puede otorgarlo un Administrador en Permisos de documentos.',
    permission: 'Crear documentos de este tipo',
  });
}

function actForbidden({ id: actorId }: Staff, id: string): AppError {
  return new AppError('forbidden', `staff ${actorId} may not edit digitized document ${id}`, {
    userMessage: 'No tiene permiso para editar documentos de este tipo. Puede otorgarlo un Administrador en Permisos de documentos.',
    permission: 'Editar documentos de este tipo',
  });
}
