import { can, type PermittedPerson } from './document-permissions.ts';
import { nameOfState, type StateName } from './state-names.ts';

/** States of a digitized document (docs/specification.md section 4), in life-cycle order. */
export const DOCUMENT_STATES = ['INDEXED', 'ASSIGNED', 'RETURNED', 'ARCHIVED'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** Filter value for documents in a state that the portal does not know. */
export const OTHER_STATES = 'OTHERS';

/** Acts on a document. `retype` changes its type or category, which an edit may do as well. */
export const DOCUMENT_ACTS = ['assign', 'return', 'archive', 'edit', 'retype', 'deactivate', 'restore'] as const;
export type DocumentAct = (typeof DOCUMENT_ACTS)[number];

interface ActRule {
  /** States from which it is possible; `any` includes states unknown to the portal. */
  from: readonly DocumentState[] | 'any';
  /** Also possible from a state that no list names. */
  leavesUnknown?: true;
  /** null: the state stays. */
  to: DocumentState | null;
  /** The holder may do it with `view` alone; everybody else needs `edit` (D3). */
  byHolder?: true;
  /** Also possible while a sent package holds the document. */
  inPackage?: true;
  /** Also possible for a deactivated document. */
  whileInactive?: true;
}

/** The state machine of documents (docs/decisions/035-documents.md). Anything not listed is refused. */
export const ACT_RULES: Readonly<Record<DocumentAct, ActRule>> = {
  assign: { from: ['INDEXED', 'RETURNED', 'ARCHIVED', 'ASSIGNED'], leavesUnknown: true, to: 'ASSIGNED' },
  return: { from: ['ASSIGNED'], to: 'RETURNED', byHolder: true },
  archive: { from: ['INDEXED', 'ASSIGNED', 'RETURNED'], leavesUnknown: true, to: 'ARCHIVED', byHolder: true },
  edit: { from: 'any', to: null, inPackage: true },
  retype: { from: 'any', to: null },
  deactivate: { from: 'any', to: null, whileInactive: true },
  restore: { from: 'any', to: null, whileInactive: true },
};

/** The parts of a document that decide which acts its state allows. */
export interface StatedDocument {
  /** As stored. */
  status: string;
  isActive: boolean;
  /** Id of the sent package that holds it, '' for none. */
  inPackage: string;
}

/** The parts of a document that decide who may act on it. */
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
 * Why the document's state refuses an act, whoever asks; null when it allows it. A state that others added in Configuración is
 * theirs: none of our acts leads to it or leaves it.
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
  const leaves = isDocumentState(status) ? rule.from.includes(status) : rule.leavesUnknown === true && !isForeignState(status, names);
  return leaves ? null : 'state';
}

/** A state that a list names but the portal does not know. */
export function isForeignState(status: string, names: readonly StateName[]): boolean {
  return !isDocumentState(status) && names.some(({ id }) => id === status);
}

/** Whether the person may do this act on a document that they see, whatever its state. */
export function mayAct(person: PermittedPerson & { id: string }, act: DocumentAct, document: HeldDocument): boolean {
  const { categoryId, documentId, userId } = document;
  if (can(person, 'edit', categoryId, documentId)) return true;
  return ACT_RULES[act].byHolder === true && userId !== '' && userId === person.id && can(person, 'view', categoryId, documentId);
}

/** Names of the states until the constants `docStates` say otherwise; screens use the current names (`Staff.stateNames`). */
export const STATE_LABELS: Readonly<Record<DocumentState, string>> = {
  INDEXED: 'Indexado',
  ARCHIVED: 'Archivado',
  ASSIGNED: 'Asignado',
  RETURNED: 'Devuelto',
};

/** Tab titles for these names. */
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
 * The message of a refused act, with the document's current state.
 * @param inPackage the package's code
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

/** Maximum lengths of the texts that people write about an act. */
export const ACT_TEXT_MAX = { reason: 500, comment: 500, ubicacion: 200 } as const;
