import type { DocumentTransaction, Fields } from '../../documents/document-store.ts';
import { isDocumentId } from '../../documents/document-id.ts';
import { personName } from '../../digitized/names.ts';
import { viewProblem } from '../../digitized/view-problem.ts';
import type { Staff } from '../../domain/permissions.ts';
import { invalidFields } from '../../platform/read-input.ts';
import type { Acting } from '../../records/write-audit.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import type { PackagesServices } from './create-packages.ts';
import type { PackageFacts } from './package-kind.ts';
import type { PackageLine } from './package-lines.ts';

export type Writer = Pick<DocumentTransaction, 'create' | 'update'>;
export type Reader = Pick<DocumentTransaction, 'getMany'>;

/** A package with its verdicts, about to be accepted. */
export interface Accepted {
  facts: PackageFacts;
  data: Fields;
  lines: readonly PackageLine[];
  /** Those of which the paper is there. */
  arrived: readonly PackageLine[];
  acting: Acting & { actor: Staff };
}

/** What an accept writes, from what the transaction has read. */
export interface Acceptance {
  /** Fields of the package. */
  changes: Fields;
  /** Each writes one document and answers its path. */
  writes: ((tx: Writer) => string)[];
}

interface Held {
  categoryId: string;
  /** Id of its type. */
  documentId: string;
}

/**
 * Who holds what arrived: the person for whom the package is meant, as their own next request would find them, or who accepts. They may
 * view every type. Errors: `invalid-input` naming person and type.
 */
export async function requireHolder(
  services: PackagesServices,
  { facts: { userAssign }, acting: { actor } }: Pick<Accepted, 'acting' | 'facts'>,
  held: readonly Held[],
): Promise<string> {
  const holder = await loadHolder(services, userAssign, actor);
  const problem = await viewProblem(services, holder, held);
  if (problem) throw refused(`${problem}, y no puede quedar a su cargo.`);
  return holder.id;
}

async function loadHolder(services: PackagesServices, userAssign: string, actor: Staff): Promise<Staff> {
  if (userAssign === '' || userAssign === actor.id) return actor;
  const person = isDocumentId(userAssign) ? await loadStaff(services, { uid: userAssign, sessionId: '' }) : null;
  if (person) return person;
  throw refused(`El paquete es para «${await personName(services, userAssign)}», que no existe o está desactivado.`);
}

function refused(sentence: string) {
  return invalidFields({ userAssign: [`${sentence} Rechace el paquete o pida que se cambien sus permisos.`] }, 'problems');
}
