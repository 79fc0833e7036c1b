import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { actOnRecords } from '../../records/act-on-records.ts';
import { pathOf } from '../../records/record-kind.ts';
import type { Call } from '../../services.ts';
import type { PackagesServices } from './create-packages.ts';
import { requirePackages } from './package-access.ts';
import { PACKAGE_KIND } from './package-kind.ts';
import { receiptChanges, type ReceiptChanges, type TypedReceipt } from './receipt.ts';
import { requireReceiver } from './require-receiver.ts';

export interface CheckCall extends Call {
  id: string;
  receipt: TypedReceipt;
  formToken: string;
}

/**
 * Notes what arrived of a sent package, line by line, and what came besides: the package stays sent. A line that the form leaves as it
 * was opened keeps what others noted meanwhile.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, `invalid-input` by field.
 */
export async function checkPackage(services: PackagesServices, call: CheckCall): Promise<void> {
  const { actor, requestId, id, receipt, formToken } = call;
  requirePackages(actor, 'receiver');
  const at = new Date();
  const stored = await services.documents.digitalization.get(pathOf(PACKAGE_KIND, id));
  if (!stored) throw PACKAGE_KIND.notFound(id);
  await requireReceiver(services, actor, 'check', stored);
  if (Object.keys(receiptChanges(stored.data, receipt, actor.id, at)).length === 0) return;
  let changes: ReceiptChanges = {};
  await actOnRecords(services, PACKAGE_KIND, {
    ...{ actor, requestId, ids: [id], formToken },
    action: AUDIT_ACTIONS.packageChecked,
    words: ['check', JSON.stringify(receipt)],
    async requireAll(records) {
      for (const record of records) {
        await requireReceiver(services, actor, 'check', record);
        changes = receiptChanges(record.data, receipt, actor.id, at);
      }
    },
    changes: () => ({ ...changes }),
  });
}
