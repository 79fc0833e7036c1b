import { requireMenu, type Staff } from '../../domain/permissions.ts';
import type { Services } from '../../services.ts';
import type { RateLimiter } from '../../platform/rate-limits.ts';
import type { ActingFor } from '../../rest-backend/people.ts';
import type { UsersCall } from './users.ts';

/** What the verbs work with. */
export interface UsersServices extends Pick<Services, 'documents' | 'identity' | 'liveSettings' | 'log' | 'restBackend' | 'sql'> {
  resetLimit: RateLimiter;
}

/** The first line of every verb. Errors: `forbidden`. */
export function requireUsers(actor: Staff): void {
  requireMenu(actor, 'users');
}

export function actingFor(call: UsersCall): ActingFor {
  return { userId: call.actor.id, requestId: call.requestId };
}
