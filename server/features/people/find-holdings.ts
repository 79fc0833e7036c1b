import type { DigitizedDocument, User } from '#prisma/generated/client.ts';
import { isEligible, findHolderCandidates as findDocumentTakers } from '../../digitized/find-holder-candidates.ts';
import { canOpen, requireMenu } from '../../domain/permissions.ts';
import { countLinked, type LinkedCount } from '../../lists/linked-rows.ts';
import { hrefOf } from '../../lists/list.ts';
import type { Choice } from '../../read-model/pages/choices.ts';
import type { Call, Services } from '../../services.ts';
import { countAssignedWork, describeWork } from '../../lists/assigned-work.ts';
import { handOverRefusal } from './hand-over.ts';

/** One kind of work held by a person; JSON for the browser. */
export interface Holding {
  id: string;
  count: number;
  /** `4 documentos a su cargo` */
  text: string;
  /** null if the actor may not open the list. */
  href: string | null;
  /** It cannot change hands in its present state. */
  stays: boolean;
  /** Why the actor may not hand it over; '' if they may. */
  whyNot: string;
}

/** The kinds of work that a person holds, without empty ones. Errors: `forbidden`. */
export async function findHoldings(
  { sql, registries: { heldKinds: kinds } }: Services,
  { actor, id }: Call & { id: string },
): Promise<Holding[]> {
  requireMenu(actor, 'users');
  const counts = await countAssignedWork(sql, kinds, { actor, id });
  return kinds.flatMap((kind, index) => {
    const count = counts[index] ?? 0;
    if (count === 0) return [];
    const whyNot = handOverRefusal(actor, kind);
    const href = canOpen(actor, kind.list.menu) ? hrefOf(kind.list, kind.params(id)) : null;
    return [{ id: kind.id, count, text: describeWork(kind, count), href, stays: kind.handOver === null, whyNot }];
  });
}

/** The same, limited to what the actor finds in the lists, for the person's page. Errors: `forbidden`. */
export async function findLinkedHoldings({ sql, registries }: Services, call: Call & { id: string }): Promise<LinkedCount[]> {
  requireMenu(call.actor, 'users');
  return countLinked(sql, call, registries.heldKinds);
}

/** Somebody who can take the work over. */
export type Successor = Choice & { sameAgency: boolean };

/**
 * Active people who can take over everything that a person can hand over: they work on its screens and may see all of its documents, by
 * name. Errors: `forbidden`.
 */
export async function findSuccessors(
  { sql, registries: { heldKinds: kinds } }: Services,
  { actor, id }: Call & { id: string },
): Promise<Successor[]> {
  requireMenu(actor, 'users');
  const types = await sql.query<Pick<DigitizedDocument, 'categoryId' | 'documentId'>>(
    `SELECT DISTINCT "categoryId", "documentId" FROM documentos WHERE "userId" = $1 AND "isActive" AND NOT source_deleted AND "inPackage" = ''`,
    [id],
  );
  const counts = await countAssignedWork(sql, kinds, { actor, id });
  const menus = kinds.filter(({ needsScreen }, index) => needsScreen && counts[index]).map(({ list }) => list.menu);
  const candidates = (await findDocumentTakers({ sql }, { types: types.rows, menus, except: [id] })).filter(isEligible);
  const agencyPeople = await sql.query<Pick<User, 'id'>>(
    `SELECT other.id FROM usuarios u JOIN usuarios other ON other.agency = u.agency WHERE u.id = $1 AND u.agency <> ''`,
    [id],
  );
  const colleagues = new Set(agencyPeople.rows.map((row) => row.id));
  return candidates.map(({ id: successorId, name }) => ({ id: successorId, name, sameAgency: colleagues.has(successorId) }));
}
