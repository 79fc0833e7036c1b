import type { z } from 'zod';
import type { DocumentTransaction } from '../../../ports/documents/document-store.ts';
import { newDocumentId } from '../../../platform/document-id.ts';
import { AUDIT_ACTIONS } from '../../../domain/audit-actions.ts';
import { conflictOf } from '../../../domain/conflict.ts';
import { AppError } from '../../../domain/errors.ts';
import { findRole, inRoleOrder } from '../../../domain/roles.ts';
import { isActiveAdministrator } from '../../../domain/users.ts';
import { invalidFields, readInput } from '../../../platform/read-input.ts';
import { readText } from '../../../read-model/field-readers.ts';
import { isActive } from '../../../records/content-version.ts';
import { differingFields } from '../../../records/merge-changes.ts';
import { saveChange } from '../../../records/save-change.ts';
import { stamped } from '../../../records/updated-by.ts';
import { writeAudit, type Acting } from '../../../records/write-audit.ts';
import { readStoredRoles, type StoredRole } from '../../../staff/stored-roles.ts';
import type { ActingFor } from '../../../ports/rest-backend/people.ts';
import {
  ACTING_USER_HEADER,
  createUserBody,
  documentId,
  updateUserBody,
  type User,
  type UserFields,
} from '../../../ports/rest-backend/schemas.ts';
import type { UserConflict } from '../users.ts';
import { resolveReferences } from './check-references.ts';
import { getUser } from './find-users.ts';
import { USER_KIND, userOf, userPath } from './user-kind.ts';
import type { Services } from '../../../services.ts';

type Stored = Promise<{ user: User; created: boolean }>;

/** Errors: `invalid-input` by field, `conflict` when the e-mail or the id belongs to somebody else. */
export async function createUser(
  services: Pick<Services, 'documents' | 'readModel' | 'sql'>,
  input: unknown,
  acting: ActingFor = {},
): Stored {
  return storeUser(services, readInput(createUserBody, input), await actingUser(services, acting));
}

/**
 * Stores a new person with the audit entry. The same person sent again (same id, same values) is written once, and the answer is the stored
 * one. Errors: as createUser.
 */
export async function storeUser(
  services: Pick<Services, 'documents' | 'readModel' | 'sql'>,
  body: z.output<typeof createUserBody>,
  acting: Acting,
): Stored {
  const { id = newDocumentId(), ...given } = body;
  const path = userPath(id);
  const fields = await resolveReferences(services, given, null);
  const namesakes = await findNamesakes(services, fields.email);
  const created = await services.documents.main.transaction(async (tx) => {
    if (!(await admitUser(tx, path, { fields, namesakes }))) return false;
    const newData = USER_KIND.toStored?.(fields, {}) ?? {};
    tx.create(path, stamped(USER_KIND.read, { stored: null, changes: { id, ...newData, clicks: 0 }, actor: acting.actor }));
    writeAudit(tx, { ...acting, action: AUDIT_ACTIONS.userCreated, targetPath: path, beforeData: null, newData });
    return true;
  });
  if (created) await services.readModel.projectNow('main', [path]);
  return { user: await getUser(services, id), created };
}

/**
 * Ids of the people whose address is this one in whatever letters: other programs store `Ana@Coop.GT`, which no query of Firestore finds.
 * From the read model, because to look through all documents would read everybody at each row of an import.
 */
export async function findNamesakes({ sql }: Pick<Services, 'sql'>, email: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>('SELECT id FROM usuarios WHERE lower(btrim(email)) = $1 AND NOT source_deleted', [
    email,
  ]);
  return rows.map(({ id }) => id);
}

/** False: the same person is stored already. Only reads. Errors: as createUser. */
export async function admitUser(
  tx: DocumentTransaction,
  path: string,
  { fields, namesakes }: { fields: UserFields; namesakes: readonly string[] },
): Promise<boolean> {
  const existing = await tx.get(path);
  if (existing) {
    if (isActive(existing.data) && differingFields(USER_KIND.read(existing.data), fields).length === 0) return false;
    throw new AppError('conflict', 'user id exists with other values', {
      userMessage: 'Ya existe una persona con este identificador y otros datos.',
      details: { reason: 'exists' },
    });
  }
  requireRoleInUse(await readStoredRoles(tx), fields.role);
  await requireFreeEmail(tx, fields.email, namesakes);
  return true;
}

/** The query locks the collection until the transaction ends: of two people created with one address at once, one is stored. */
async function requireFreeEmail(tx: DocumentTransaction, email: string, namesakes: readonly string[]): Promise<void> {
  const same = await tx.query({ collection: USER_KIND.collection, where: [{ field: 'email', op: '==', value: email }], limit: 1 });
  const alike = await Promise.all(namesakes.map((id) => tx.get(userPath(id))));
  if (same.length === 0 && !alike.some((person) => person && readText(person.data, 'email').trim().toLowerCase() === email)) return;
  const message = 'Ya existe una persona con este correo electrónico.';
  throw new AppError('conflict', 'e-mail belongs to another user', { userMessage: message, fields: { email: [message] } });
}

/**
 * Changes only the fields that are sent, so that others may change other fields meanwhile. Sent again it changes nothing and succeeds, also
 * with the old `ifVersion`. Every change of a person goes through here, so the rule of the last administrator holds for every caller.
 * Errors: `not-found`, `invalid-input` by field, `conflict` (UserConflict, or `details.reason` `last-administrator`).
 */
export async function updateUser(
  services: Pick<Services, 'documents' | 'readModel'>,
  id: string,
  input: unknown,
  acting: ActingFor = {},
): Promise<User> {
  const { ifVersion, ...changes } = readInput(updateUserBody, input);
  const named = await actingUser(services, acting);
  const existingUser = await getUser(services, id);
  const role = await roleAsStored(services, existingUser.role, changes.role);
  const given = Object.entries({ ...changes, role }).filter(([, value]) => value !== undefined);
  const resolved = await resolveReferences(services, { ...existingUser, ...Object.fromEntries(given) }, existingUser);
  await saveChange(services, USER_KIND, {
    ...named,
    id,
    ifVersion,
    values: Object.fromEntries(given.map(([name]) => [name, resolved[name as keyof UserFields]])),
    admit(stored) {
      if (!isActive(stored.data)) throw USER_KIND.notFound(id);
    },
    check: (tx, wanted, changed, current) => checkPermissions(tx, { id, current, wanted, changed }),
  }).catch(rethrowWithReason);
  return getUser(services, id);
}

/** An unchanged role keeps the spelling of whoever stored it. */
async function roleAsStored(
  { documents }: Pick<Services, 'documents'>,
  stored: string,
  wanted: string | undefined,
): Promise<string | undefined> {
  if (wanted === undefined || wanted === stored) return wanted;
  const roles = await readStoredRoles(documents.main);
  const role = findRole(roles, wanted);
  return role !== null && role.id === findRole(roles, stored)?.id ? stored : wanted;
}

/** Callers of the REST backend recognize conflicts by `details.reason`. */
export function rethrowWithReason(error: unknown): never {
  const conflict = conflictOf<UserConflict>(error);
  if (!conflict || !(error instanceof AppError)) throw error;
  throw new AppError('conflict', error.message, { userMessage: error.userMessage, details: { reason: 'changed', ...conflict } });
}

interface PersonChange {
  id: string;
  current: UserFields;
  wanted: UserFields;
  changed: readonly string[];
}

/**
 * Runs inside the transaction of every change of a person, before its first write. What it reads stays locked until the end: nobody is
 * given a role that is being retired, and two administrators who demote each other run one after the other.
 */
export async function checkPermissions(tx: DocumentTransaction, change: PersonChange): Promise<void> {
  const { current, wanted, changed } = change;
  if (!changed.includes('role') && !changed.includes('state')) return;
  const roles = await readStoredRoles(tx);
  const role = findRole(roles, wanted.role);
  // Another spelling of the present role is no new role.
  if (changed.includes('role') && role?.id !== findRole(roles, current.role)?.id) requireRoleInUse(roles, wanted.role);
  if (wanted.state && !current.state && role?.isActive === false)
    throw invalidFields({ role: [`El rol «${role.title}» está retirado. Dé otro rol a la persona antes de activarla.`] }, 'problems');
  await requireRemainingAdministrator(tx, roles, change);
}

/** By its id, in exactly this spelling. Errors: `invalid-input` at `role`, with those that can be given. */
function requireRoleInUse(roles: readonly StoredRole[], id: string): void {
  if (roles.some((role) => role.id === id && role.isActive)) return;
  const offered = inRoleOrder(roles)
    .filter((role) => role.isActive)
    .map((role) => `${role.title} (${role.id})`);
  throw invalidFields(
    { role: [`El rol no existe o está retirado. Elija uno de la lista: ${offered.join(', ')}.`] },
    'Revise los datos marcados.',
  );
}

/** Somebody must always be able to give others access again. */
async function requireRemainingAdministrator(
  tx: DocumentTransaction,
  roles: readonly StoredRole[],
  { id, current, wanted }: PersonChange,
): Promise<void> {
  if (!isActiveAdministrator(roles, current) || isActiveAdministrator(roles, wanted)) return;
  // Reads everybody: other programs spell the role in their own way, so no query finds all administrators.
  const people = (await tx.query({ collection: USER_KIND.collection })).map(userOf);
  if (people.some((user) => user !== null && user.id !== id && isActiveAdministrator(roles, user))) return;
  throw new AppError('conflict', `user ${id} is the last active administrator`, {
    userMessage: 'Debe quedar al menos un Administrador activo. Dé antes ese rol a otra persona.',
    details: { reason: 'last-administrator' },
  });
}

/** The calling system itself, when it names nobody for whom it acts. */
export const API_ACTOR = { id: 'api', name: 'API' };

/** The caller is believed, but only about people who exist: an audit entry must name a real person. Errors: `invalid-input`. */
export async function actingUser({ documents }: Pick<Services, 'documents'>, { userId, requestId, channel }: ActingFor): Promise<Acting> {
  if (userId === undefined) return { actor: API_ACTOR, requestId, channel };
  const user = documentId.safeParse(userId).success ? userOf(await documents.main.get(userPath(userId))) : null;
  if (user) return { actor: { id: user.id, name: user.name }, requestId, channel };
  throw new AppError('invalid-input', 'acting user unknown', {
    userMessage: `La persona del encabezado ${ACTING_USER_HEADER} no existe.`,
  });
}
