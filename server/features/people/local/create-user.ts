import type { z } from 'zod';
import { writeAudit } from '../../../records/write-audit.ts';
import { newDocumentId, type DocumentTransaction } from '../../../documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../../domain/audit-actions.ts';
import { AppError } from '../../../domain/errors.ts';
import type { User, UserFields } from '../../../domain/users.ts';
import type { ActingFor } from '../../../rest-backend/people.ts';
import { readInput } from '../../../rest-backend/read-input.ts';
import { createUserBody } from '../../../rest-backend/schemas.ts';
import { actingUser, type Acting } from './acting-user.ts';
import type { PeopleServices } from './local-people.ts';
import { resolveReferences } from './check-references.ts';
import { getUser } from './find-users.ts';
import { USERS_COLLECTION, differingFields, fieldsOf, toStored, userOf, userPath } from './user-document.ts';

type Stored = Promise<{ user: User; created: boolean }>;

/** Errors: `invalid-input` by field, `conflict` when the e-mail or the id belongs to somebody else. */
export async function createUser(
  services: Pick<PeopleServices, 'documents' | 'readModel'>,
  input: unknown,
  acting: ActingFor = {},
): Stored {
  return storeUser(services, readInput(createUserBody, input), await actingUser(services, acting));
}

/**
 * Stores a new person with the audit entry. The same person sent again (same id, same values) is answered as stored and
 * written once. Errors: as createUser.
 */
export async function storeUser(
  services: Pick<PeopleServices, 'documents' | 'readModel'>,
  body: z.output<typeof createUserBody>,
  acting: Acting,
): Stored {
  const { id = newDocumentId(), ...given } = body;
  const path = userPath(id);
  const fields = await resolveReferences(services, given, null);
  const created = await services.documents.main.transaction(async (tx) => {
    const existing = await tx.get(path);
    if (existing) {
      requireSame(userOf(existing), fields);
      return false;
    }
    await requireFreeEmail(tx, fields.email);
    tx.create(path, { id, ...toStored(fields), clicks: 0 });
    writeAudit(tx, {
      ...acting,
      action: AUDIT_ACTIONS.userCreated,
      targetPath: path,
      beforeData: null,
      newData: toStored(fields),
      at: new Date(),
    });
    return true;
  });
  if (created) await services.readModel.projectNow('main', [path]);
  return { user: await getUser(services, id), created };
}

/** The query holds on to the collection until the transaction ends: of two people with one address at once, one is stored. */
async function requireFreeEmail(tx: DocumentTransaction, email: string): Promise<void> {
  const taken = await tx.query({ collection: USERS_COLLECTION, where: [{ field: 'email', op: '==', value: email }], limit: 1 });
  if (taken.length === 0) return;
  const message = 'Ya existe una persona con este correo electrónico.';
  throw new AppError('conflict', 'e-mail belongs to another user', { userMessage: message, fields: { email: [message] } });
}

function requireSame(stored: User | null, fields: UserFields): void {
  if (stored && differingFields(fieldsOf(stored), fields).length === 0) return;
  throw new AppError('conflict', 'user id exists with other values', {
    userMessage: 'Ya existe una persona con este identificador y otros datos.',
    details: { reason: 'exists' },
  });
}
