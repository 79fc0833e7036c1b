import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { act, each } from '../../records/act.ts';
import type { Call, Services } from '../../services.ts';
import { requirePackages, requireStep } from './package-access.ts';
import { PACKAGE_KIND } from './package-kind.ts';

/**
 * Gives a draft up: it stays among the cancelled ones. What was sent cannot be cancelled, only rejected by who receives it.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state.
 */
export async function cancelPackage(
  services: Services,
  { actor, requestId, id, formToken }: Call & { id: string; formToken: string },
): Promise<void> {
  requirePackages(actor, 'sender');
  const action = AUDIT_ACTIONS.packageCancelled;
  await act(
    services,
    PACKAGE_KIND,
    { actor, requestId, action, ids: [id], formToken, words: ['cancel'] },
    each((record) => {
      requireStep(actor, 'cancel', record);
      return { changes: { isActive: false } };
    }),
  );
}
