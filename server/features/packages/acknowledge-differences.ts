import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { act, each } from '../../records/act.ts';
import type { Call, Services } from '../../services.ts';
import { requirePackages, requireStep } from './package-access.ts';
import { PACKAGE_KIND } from './package-kind.ts';

/**
 * The sender knows what of a package did not arrive as sent: it leaves their tray.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state.
 */
export async function acknowledgeDifferences(
  services: Services,
  { actor, requestId, id, formToken }: Call & { id: string; formToken: string },
): Promise<void> {
  requirePackages(actor, 'sender');
  const at = new Date();
  const action = AUDIT_ACTIONS.packageDifferencesSeen;
  await act(
    services,
    PACKAGE_KIND,
    { actor, requestId, action, ids: [id], formToken, words: ['seen'] },
    each((record) => {
      requireStep(actor, 'seen', record);
      return { changes: { differencesSeenAt: at } };
    }),
  );
}
