import { readDocument } from '../../digitized/document-kind.ts';
import type { StoredDocument } from '../../documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { PACKAGE_TEXT_MAX, STEP_RULES } from '../../domain/package-states.ts';
import { actOnRecords } from '../../records/act-on-records.ts';
import type { Call } from '../../services.ts';
import type { PackagesServices } from './create-packages.ts';
import { requirePackages } from './package-access.ts';
import { PACKAGE_KIND } from './package-kind.ts';
import { readLines } from './package-lines.ts';
import { readWritten } from '../../digitized/written-text.ts';
import { readDocumentsOf, releaseFromPackage } from './carried-documents.ts';
import { requireReceiver } from './require-receiver.ts';

export interface RejectCall extends Call {
  id: string;
  reason: string;
  formToken: string;
}

/**
 * Sends a package back with a reason: its documents stay with who had them, and are free of it.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, `invalid-input` at `reason`.
 */
export async function rejectPackage(services: PackagesServices, call: RejectCall): Promise<void> {
  const { actor, requestId, id, formToken } = call;
  requirePackages(actor, 'receiver');
  const at = new Date();
  let rejectReason = '';
  let carried: StoredDocument[] = [];
  await actOnRecords(services, PACKAGE_KIND, {
    ...{ actor, requestId, ids: [id], formToken },
    action: AUDIT_ACTIONS.packageRejected,
    words: ['reject', call.reason],
    async requireAll(records, reader) {
      for (const record of records) {
        await requireReceiver(services, actor, 'reject', record);
        const missing = 'Escriba por qué se rechaza.';
        rejectReason = readWritten(call.reason, { name: 'reason', label: 'El motivo', max: PACKAGE_TEXT_MAX.reason, missing });
        const documents = await readDocumentsOf(reader, readLines(record.data));
        carried = documents.filter(({ data }) => readDocument(data).inPackage === id);
      }
    },
    changes: () => ({ status: STEP_RULES.reject.to, resolutionAt: at, resolvedBy: actor.id, rejectReason }),
    also: (tx) => carried.map((document) => releaseFromPackage(tx, document, { actor, requestId })),
  });
}
