import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { requireFresh } from '../../domain/proof.ts';
import { storeAudit } from '../../records/write-audit.ts';
import type { Call, Services } from '../../services.ts';
import { readRules, requireMayChange } from '../../staff/rules.ts';

/**
 * Ends every session of a person whose device was lost or left open; the account stays as it is. Audited first, so that there is an entry
 * whatever happens then. Errors: `forbidden`, `not-found`, `unavailable`.
 */
export async function closeUserSessions(services: Services, call: Call & { id: string }): Promise<void> {
  const { actor, id, requestId } = call;
  requireMenu(actor, 'users', 'change');
  const user = await services.restBackend.getUser(id);
  requireMayChange(await readRules(services, actor), user, {});
  requireFresh(actor);
  await storeAudit(services.documents.main, {
    actor,
    action: AUDIT_ACTIONS.sessionsClosed,
    targetPath: `usuarios/${user.id}`,
    beforeData: null,
    newData: null,
    at: new Date(),
    requestId,
  });
  await services.identity.revokeSessions(user.id);
}
