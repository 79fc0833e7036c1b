import { can, type PermittedPerson } from './document-permissions.ts';
import { nameOfState, type StateName } from './state-names.ts';

/** States of a digitized document (docs/specification.md section 4), in the order of a document's life. */
export const DOCUMENT_STATES = ['INDEXED', 'ASSIGNED', 'RETURNED', 'ARCHIVED'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** Filter value for documents in a state that the portal does not know. */
export const OTHER_STATES = 'OTHERS';

/** What people do with a document. `retype` is to give it another type or category, which an edit may do besides. */
export const DOCUMENT_ACTS = ['assign', 'return', 'archive', 'edit', 'retype', 'deactivate', 'restore'] as const;
export type DocumentAct = (typeof DOCUMENT_ACTS)[number];

interface ActRule {
  /** States that it leaves; `any` also one that the portal does not know. */
  from: readonly DocumentState[] | 'any';
  /** A state that no list names is left by this as well. */
  leavesUnknown?: true;
  /** null: the state stays. */
  to: DocumentState | null;
  /** Who holds the document may do it with `view` alone; everybody else needs `edit` (D3). */
  byHolder?: true;
  /** Also while a sent package holds the document. */
  inPackage?: true;
  /** Also to a deactivated document. */
  whileInactive?: true;
}

/** What acts people have on documents that are there (docs/decisions/035-documents.md). Everything that is not here is refused. */
export const ACT_RULES: Readonly<Record<DocumentAct, ActRule>> = {
  assign: { from: ['INDEXED', 'RETURNED', 'ARCHIVED', 'ASSIGNED'], leavesUnknown: true, to: 'ASSIGNED' },
  return: { from: ['ASSIGNED'], to: 'RETURNED', byHolder: true },
  archive: { from: ['INDEXED', 'ASSIGNED', 'RETURNED'], leavesUnknown: true, to: 'ARCHIVED', byHolder: true },
  edit: { from: 'any', to: null, inPackage: true },
  retype: { from: 'any', to: null },
  deactivate: { from: 'any', to: null, whileInactive: true },
  restore: { from: 'any', to: null, whileInactive: true },
};

/** A document as far as its states matter. */
export interface StatedDocument {
  /** As stored. */
  status: string;
  isActive: boolean;
  /** Id of the sent package that holds it, '' for none. */
  inPackage: string;
}

/** A document as far as it matters who may act on it. */
export interface HeldDocument {
  categoryId: string;
  /** Id of its type. */
  documentId: string;
  /** Who holds it, '' for nobody. */
  userId: string;
}

export type StateRefusal = 'in-package' | 'inactive' | 'state';

export function isDocumentState(status: string): status is DocumentState {
  return DOCUMENT_STATES.some((state) => state === status);
}

/**
 * Why an act is not done to a document as it is now, whoever asks; null when it is. A state that others named on Configuración is
 * theirs: no act of ours leads there, and none leaves it.
 */
export function refusalOf(
  act: DocumentAct,
  { status, isActive, inPackage }: StatedDocument,
  names: readonly StateName[],
): StateRefusal | null {
  const rule = ACT_RULES[act];
  if (inPackage !== '' && !rule.inPackage) return 'in-package';
  if (!isActive && !rule.whileInactive) return 'inactive';
  if (rule.from === 'any') return null;
  const leaves = isDocumentState(status) ? rule.from.includes(status) : rule.leavesUnknown === true && !isOfOthers(status, names);
  return leaves ? null : 'state';
}

/** A state that a list names, and the portal does not know. */
export function isOfOthers(status: string, names: readonly StateName[]): boolean {
  return !isDocumentState(status) && names.some(({ id }) => id === status);
}

/** Whether somebody may act so on a document that they see, whatever its state. */
export function mayAct(person: PermittedPerson & { id: string }, act: DocumentAct, document: HeldDocument): boolean {
  const { categoryId, documentId, userId } = document;
  if (can(person, 'edit', categoryId, documentId)) return true;
  return ACT_RULES[act].byHolder === true && userId !== '' && userId === person.id && can(person, 'view', categoryId, documentId);
}

/** What the states are called until the constants `docStates` say otherwise; other words are for what they are called now (Staff). */
export const STATE_LABELS: Readonly<Record<DocumentState, string>> = {
  INDEXED: 'Indexado',
  ARCHIVED: 'Archivado',
  ASSIGNED: 'Asignado',
  RETURNED: 'Devuelto',
};

/** Tabs of those words. */
export const STATE_PLURALS: Readonly<Record<DocumentState, string>> = {
  INDEXED: 'Indexados',
  ASSIGNED: 'Asignados',
  RETURNED: 'Devueltos',
  ARCHIVED: 'Archivados',
};

const INFINITIVES: Readonly<Record<DocumentAct, string>> = {
  assign: 'asignar',
  return: 'devolver',
  archive: 'archivar',
  edit: 'editar',
  retype: 'cambiar de tipo',
  deactivate: 'eliminar',
  restore: 'restaurar',
};

/**
 * What a refused act says, with what the document is now.
 * @param inPackage how people name the package
 * @param names of states
 */
export function refusalText(
  refusal: StateRefusal,
  act: DocumentAct,
  { name, status, inPackage }: Pick<StatedDocument, 'inPackage' | 'status'> & { name: string },
  names: readonly StateName[],
): string {
  const cannot = `no se puede ${INFINITIVES[act]}`;
  switch (refusal) {
    case 'in-package':
      return `«${name}» va en el paquete ${inPackage}: mientras no se reciba o se rechace ${cannot}.`;
    case 'inactive':
      return `«${name}» está eliminado: ${cannot}. Restáurelo antes.`;
    case 'state':
      return `«${name}» está en el estado «${nameOfState(status, names)}»: ${cannot}.`;
  }
}

/** Characters of what people write about an act. */
export const ACT_TEXT_MAX = { reason: 500, comment: 500, ubicacion: 200 } as const;
