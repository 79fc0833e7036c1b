import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { ACT_RULES, ACT_TEXT_MAX } from '../../domain/document-states.ts';
import { actOnRecords } from '../../records/act-on-records.ts';
import type { Call } from '../../services.ts';
import { requireAct } from '../../digitized/access.ts';
import { readWritten } from '../../digitized/written-text.ts';
import type { DigitalizationServices } from './create-digitalization.ts';
import { documentKind, readDocument, requireDocuments } from '../../digitized/document-kind.ts';

export interface ReturnCall extends Call {
  id: string;
  reason: string;
  formToken: string;
}

/**
 * Who holds a document, or may edit it, gives it back with a reason: nobody holds it then, and it lies at the agency of who
 * returned it, or where it was when that person has none (digitalization.md section 4).
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, `invalid-input` at `reason`.
 */
export async function returnDocument(services: DigitalizationServices, call: ReturnCall): Promise<void> {
  const { actor, requestId, id, formToken } = call;
  requireDocuments(actor);
  let returnReason = '';
  await actOnRecords(services, documentKind(), {
    ...{ actor, requestId, ids: [id], formToken },
    action: AUDIT_ACTIONS.digitizedFileReturned,
    words: ['return', call.reason],
    requireAll(records) {
      for (const record of records) requireAct(actor, 'return', record);
      returnReason = readWritten(call.reason, {
        name: 'reason',
        label: 'El motivo',
        max: ACT_TEXT_MAX.reason,
        missing: 'Escriba por qué se devuelve.',
      });
    },
    changes: ({ data }) => ({
      ...{ userId: '', userAssign: '', status: ACT_RULES.return.to, returnReason },
      agencyId: actor.agencyId || readDocument(data).agencyId,
    }),
  });
}
