import type { DocumentStore } from '../../documents/document-store.ts';
import { AppError } from '../../domain/errors.ts';
import { countOf, joinWithAnd } from '../../domain/text.ts';
import { readBoolean, readText } from '../../read-model/field-readers.ts';
import { isActive } from '../../records/content-version.ts';
import { setActive } from '../../records/set-active.ts';
import type { Call } from '../../services.ts';
import type { PermissionSetsServices } from './create-permission-sets.ts';
import { requireSetEditor, SET_KIND } from './set-kind.ts';

const NAMED_MAX = 5;

type SetCall = Call & { id: string };

/**
 * Nobody gets the set any more. Refused while active people have it: they are read from their own documents, in the other
 * database, so somebody given it at the same moment keeps its name and may do nothing. Errors: `forbidden`, `not-found`,
 * `conflict` (with the names in its sentence and `details.reason` `people`).
 */
export async function deactivateSet(services: PermissionSetsServices, { actor, requestId, id }: SetCall): Promise<void> {
  requireSetEditor(actor);
  await setActive(services, SET_KIND, {
    ...{ actor, requestId, ids: [id], isActive: false },
    check: () => requireNobody(services.documents.main, id),
  });
}

/** Errors: `forbidden`, `not-found`. */
export async function restoreSet(services: PermissionSetsServices, { actor, requestId, id }: SetCall): Promise<void> {
  requireSetEditor(actor);
  await setActive(services, SET_KIND, { actor, requestId, ids: [id], isActive: true });
}

async function requireNobody(main: Pick<DocumentStore, 'query'>, id: string): Promise<void> {
  const people = await main.query({
    collection: 'usuarios',
    where: [{ field: 'digitalization_permission_id', op: '==', value: id }],
  });
  const holders = people
    .filter(({ data }) => isActive(data) && readBoolean(data, 'state', true))
    .map(({ data, id: person }) => readText(data, 'name') || readText(data, 'email') || person)
    .sort((one, other) => one.localeCompare(other, 'es'));
  if (holders.length === 0) return;
  const named = holders.slice(0, NAMED_MAX);
  const more = holders.length - named.length;
  const who = joinWithAnd([...named, ...(more > 0 ? [countOf(more, 'persona más', 'personas más')] : [])]);
  const has = holders.length === 1 ? 'lo tiene' : 'lo tienen';
  throw new AppError('conflict', `permission set ${id} has ${holders.length} active people`, {
    userMessage: `No se puede desactivar este conjunto porque ${has} ${who}. Deles otro y vuelva a intentarlo.`,
    details: { reason: 'people', people: holders.length },
  });
}
