import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { actOnRecords } from '../../records/act-on-records.ts';
import type { Call } from '../../services.ts';
import type { PackagesServices } from './create-packages.ts';
import { requirePackages, requireStep } from './package-access.ts';
import { PACKAGE_KIND } from './package-kind.ts';

/**
 * Gives a draft up: it stays among the cancelled ones. What was sent cannot be cancelled, only rejected by who receives it
 * (digitalization.md section 4). Errors: `forbidden`, `not-found`, `conflict` with the present state.
 */
export async function cancelPackage(
  services: PackagesServices,
  { actor, requestId, id, formToken }: Call & { id: string; formToken: string },
): Promise<void> {
  requirePackages(actor, 'sender');
  await actOnRecords(services, PACKAGE_KIND, {
    ...{ actor, requestId, ids: [id], formToken, words: ['cancel'] },
    action: AUDIT_ACTIONS.packageCancelled,
    requireAll(records) {
      for (const record of records) requireStep(actor, 'cancel', record);
    },
    changes: () => ({ isActive: false }),
  });
}
