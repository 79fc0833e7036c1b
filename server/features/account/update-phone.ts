import { readInput } from '../../platform/read-input.ts';
import { updateUserBody } from '../../rest-backend/schemas.ts';
import type { Call, Services } from '../../services.ts';

const phoneChange = updateUserBody.pick({ phone: true }).required();

/**
 * The only field of one's own that a person changes: name, agency and position are what the cooperative says they are.
 * The number is checked before it is sent: a text that a backend elsewhere would not even read must not reach it.
 * Errors: `invalid-input` (`fields.phone`), `unavailable`, `backend-failed`.
 */
export async function updatePhone(
  { restBackend }: Pick<Services, 'restBackend'>,
  { actor, phone, requestId }: Call & { phone: string },
): Promise<void> {
  await restBackend.updateUser(actor.id, readInput(phoneChange, { phone }), { userId: actor.id, requestId });
}
