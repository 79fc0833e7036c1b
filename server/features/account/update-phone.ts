import type { ReadModel } from '../../read-model/read-model.ts';
import type { RestBackend } from '../../rest-backend/rest-backend.ts';
import type { UpdatePhoneCall } from './account.ts';

/**
 * The only field of one's own that a person changes: name, agency and position are what the cooperative says they are.
 * The backend checks the number, and stores it with its audit entry.
 * A backend elsewhere does not know of our read model, so it is brought up to date here.
 */
export async function updatePhone(
  { restBackend, readModel }: { restBackend: RestBackend; readModel: ReadModel },
  { actor, phone, requestId }: UpdatePhoneCall,
): Promise<void> {
  await restBackend.updateUser(actor.id, { phone }, { userId: actor.id, requestId });
  await readModel.projectNow('main', [`usuarios/${actor.id}`]);
}
