import type { StoredDocument } from '../../documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { act, each, type Decision } from '../../records/act.ts';
import type { Call, Services } from '../../services.ts';
import { requirePackages } from './package-access.ts';
import { PACKAGE_KIND } from './package-kind.ts';
import { receiptChanges, type TypedReceipt } from './receipt.ts';
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
export async function checkPackage(services: Services, call: CheckCall): Promise<void> {
  const { actor, requestId, id, receipt, formToken } = call;
  requirePackages(actor, 'receiver');
  const at = new Date();
  const decide = async (record: StoredDocument): Promise<Decision | null> => {
    await requireReceiver(services, actor, 'check', record);
    const changes = receiptChanges(record.data, receipt, actor.id, at);
    return Object.keys(changes).length === 0 ? null : { changes: { ...changes } };
  };
  const target = { actor, requestId, ids: [id], formToken, words: ['check', JSON.stringify(receipt)] };
  await act(services, PACKAGE_KIND, { ...target, action: AUDIT_ACTIONS.packageChecked }, each(decide));
}
