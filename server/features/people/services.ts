import { requireMenu, type Staff } from '../../domain/permissions.ts';
import type { Services } from '../../services.ts';
import type { RateLimiter } from '../../platform/rate-limits.ts';
import type { ActingFor } from '../../rest-backend/rest-backend.ts';
import type { UsersCall } from './users.ts';

/** What the verbs work with. */
export interface UsersServices extends Pick<Services, 'config' | 'documents' | 'identity' | 'log' | 'readModel' | 'restBackend' | 'sql'> {
  resetLimit: RateLimiter;
}

/** The first line of every verb. Errors: `forbidden`. */
export function requireUsers(actor: Staff): void {
  requireMenu(actor, 'users');
}

export function actingFor(call: UsersCall): ActingFor {
  return { userId: call.actor.id, requestId: call.requestId };
}

/** The backend may be another process with a read model of its own: ours shows the change at once as well. */
export async function showAtOnce({ readModel }: Pick<UsersServices, 'readModel'>, id: string): Promise<void> {
  await readModel.projectNow('main', [`usuarios/${id}`]);
}
