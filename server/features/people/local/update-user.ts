import type { z } from 'zod';
import type { ChangeAction } from '../../../records/audit-entries.ts';
import { writeAudit } from '../../../records/write-audit.ts';
import type { Fields } from '../../../documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../../domain/audit-actions.ts';
import { AppError } from '../../../domain/errors.ts';
import type { User, UserFields } from '../../../domain/users.ts';
import type { ActingFor } from '../../../rest-backend/people.ts';
import { readInput } from '../../../rest-backend/read-input.ts';
import { updateUserBody } from '../../../rest-backend/schemas.ts';
import { actingUser } from './acting-user.ts';
import type { PeopleServices } from './local-people.ts';
import { resolveReferences, type WantedUser } from './check-references.ts';
import { getUser } from './find-users.ts';
import { requireRemainingAdministrator } from './keep-an-administrator.ts';
import { differingFields, fieldsOf, toStored, userNotFound, userOf, userPath, type UserField } from './user-document.ts';

type UserChanges = Omit<z.output<typeof updateUserBody>, 'ifVersion'>;

/**
 * Stores what changes, with its audit entry. Sent again it changes nothing and succeeds, also with the old `ifVersion`.
 * The only way in which a person is changed, so the rule of the last administrator holds for every caller.
 * Errors: `not-found`, `invalid-input` by field, `conflict` (`details.reason` `changed` with stored and submitted, or
 * `last-administrator`).
 */
export async function updateUser(
  services: Pick<PeopleServices, 'documents' | 'readModel'>,
  id: string,
  input: unknown,
  acting: ActingFor = {},
): Promise<User> {
  const { ifVersion, ...changes } = readInput(updateUserBody, input);
  const path = userPath(id);
  const named = await actingUser(services, acting);
  const given = await resolveGiven(services, await getUser(services, id), changes);
  const changed = await services.documents.main.transaction(async (tx) => {
    const document = await tx.get(path);
    const stored = userOf(document);
    if (!document || !stored) throw userNotFound(id);
    const before = fieldsOf(stored);
    const wanted: UserFields = { ...before, ...given };
    const names = differingFields(before, wanted);
    if (names.length === 0) return false;
    if (ifVersion !== undefined && stored.version !== ifVersion) throw changedMeanwhile(stored, given, names);
    await requireRemainingAdministrator(tx, id, before, wanted);
    const newData = keepUnknown(document.data, toStored(wanted, names));
    tx.update(path, newData, { ifVersion: document.version });
    writeAudit(tx, {
      ...named,
      action: actionOf(names, wanted),
      targetPath: path,
      at: new Date(),
      beforeData: Object.fromEntries(names.map((name) => [name, document.data[name] ?? null])),
      newData,
    });
    return true;
  });
  if (changed) await services.readModel.projectNow('main', [path]);
  return getUser(services, id);
}

/** Only the named fields, references looked up: others may change meanwhile and are left alone. */
async function resolveGiven(services: Pick<PeopleServices, 'documents'>, seen: User, changes: UserChanges): Promise<Partial<UserFields>> {
  const names = (Object.keys(changes) as (keyof UserChanges)[]).filter((name) => changes[name] !== undefined);
  const defined = Object.fromEntries(names.map((name) => [name, changes[name]]));
  const wanted: WantedUser = { ...fieldsOf(seen), ...defined };
  const resolved = await resolveReferences(services, wanted, fieldsOf(seen));
  return Object.fromEntries(names.map((name) => [name, resolved[name]]));
}

/** Members of the stored map that we do not know of (written by other programs) stay. */
function keepUnknown(stored: Fields, changes: Fields): Fields {
  const before = stored['briefcase_permissions'];
  const after = changes['briefcase_permissions'];
  if (!isMap(before) || !isMap(after)) return changes;
  return { ...changes, briefcase_permissions: { ...before, ...after } };
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function actionOf(names: readonly UserField[], wanted: UserFields): ChangeAction {
  if (names.length > 1 || names[0] !== 'state') return AUDIT_ACTIONS.userUpdated;
  return wanted.state ? AUDIT_ACTIONS.userActivated : AUDIT_ACTIONS.userDeactivated;
}

function changedMeanwhile(stored: User, submitted: Partial<UserFields>, differing: readonly UserField[]): AppError {
  return new AppError('conflict', `user ${stored.id} has version ${stored.version}`, {
    userMessage: 'Otra persona modificó a este usuario mientras usted escribía. Compare las dos versiones y guarde de nuevo.',
    details: { reason: 'changed', stored: { ...fieldsOf(stored), version: stored.version }, submitted, differing },
  });
}
