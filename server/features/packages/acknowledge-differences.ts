import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { actOnRecords } from '../../records/act-on-records.ts';
import type { Call } from '../../services.ts';
import type { PackagesServices } from './create-packages.ts';
import { requirePackages, requireStep } from './package-access.ts';
import { PACKAGE_KIND } from './package-kind.ts';

/**
 * The sender knows what of a package did not arrive as sent: it leaves their tray.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state.
 */
export async function acknowledgeDifferences(
  services: PackagesServices,
  { actor, requestId, id, formToken }: Call & { id: string; formToken: string },
): Promise<void> {
  requirePackages(actor, 'sender');
  const at = new Date();
  await actOnRecords(services, PACKAGE_KIND, {
    ...{ actor, requestId, ids: [id], formToken },
    action: AUDIT_ACTIONS.packageDifferencesSeen,
    words: ['seen'],
    requireAll: (records) => records.forEach((record) => void requireStep(actor, 'seen', record)),
    changes: () => ({ differencesSeenAt: at }),
  });
}
