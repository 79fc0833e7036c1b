import { AppError } from '../../domain/errors.ts';
import { errorsByField } from '../../platform/errors-by-field.ts';
import type { ReadModel } from '../../read-model/read-model.ts';
import type { RestBackend } from '../../rest-backend/rest-backend.ts';
import { updateUserBody } from '../../rest-backend/schemas.ts';
import type { UpdatePhoneCall } from './account.ts';

const phoneChange = updateUserBody.pick({ phone: true }).required();

/**
 * The only field of one's own that a person changes: name, agency and position are what the cooperative says they are.
 * The number is checked before it is sent: a text that the backend would not even read must not reach it.
 * A backend elsewhere does not know of our read model, so it is brought up to date here.
 */
export async function updatePhone(
  { restBackend, readModel }: { restBackend: RestBackend; readModel: ReadModel },
  { actor, phone, requestId }: UpdatePhoneCall,
): Promise<void> {
  const given = phoneChange.safeParse({ phone });
  if (!given.success) {
    throw new AppError('invalid-input', 'own phone not saved', {
      userMessage: 'Hay datos que no son válidos. Revise los campos indicados.',
      fields: errorsByField(given.error),
    });
  }
  await restBackend.updateUser(actor.id, given.data, { userId: actor.id, requestId });
  await readModel.projectNow('main', [`usuarios/${actor.id}`]);
}
