import { createHash } from 'node:crypto';
import { requireMenu, type Staff } from '../domain/permissions.ts';
import type { Services } from '../portal.ts';
import type { RateLimiter } from '../rate-limits.ts';
import type { ActingFor } from '../rest-backend/rest-backend.ts';
import type { UsersCall } from './users.ts';

/** What the verbs work with. */
export interface UsersServices extends Pick<Services, 'config' | 'documents' | 'identity' | 'log' | 'readModel' | 'restBackend' | 'sql'> {
  resetLimit: RateLimiter;
}

const ID_LENGTH = 20;
const TOKEN = /^[A-Za-z0-9_-]{16,64}$/;

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

/** The same form sent twice names the same person; a token that none of our forms made gives null. */
export function idFromFormToken(actor: Staff, formToken: string): string | null {
  if (!TOKEN.test(formToken)) return null;
  return createHash('sha256').update(`usuarios\n${actor.id}\n${formToken}`).digest('base64url').replace(/[-_]/g, '').slice(0, ID_LENGTH);
}
