import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { ACT_RULES, ACT_TEXT_MAX } from '../../domain/document-states.ts';
import { act, each } from '../../records/act.ts';
import type { Call, Services } from '../../services.ts';
import { requireAct } from '../../digitized/access.ts';
import { readWritten } from '../../digitized/written-text.ts';
import { documentKind, readDocument, requireDocuments } from '../../digitized/document-kind.ts';

export interface ReturnCall extends Call {
  id: string;
  reason: string;
  formToken: string;
}

/**
 * Who holds a document, or may edit it, gives it back with a reason: nobody holds it then, and it lies at the agency of who
 * returned it, or where it was when that person has none.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, `invalid-input` at `reason`.
 */
export async function returnDocument(services: Services, call: ReturnCall): Promise<void> {
  const { actor, requestId, id, formToken } = call;
  requireDocuments(actor);
  const target = { actor, requestId, ids: [id], formToken, words: ['return', call.reason] };
  await act(
    services,
    documentKind(),
    { ...target, action: AUDIT_ACTIONS.digitizedFileReturned },
    each((record) => {
      requireAct(actor, 'return', record);
      const missing = 'Escriba por qué se devuelve.';
      const returnReason = readWritten(call.reason, { name: 'reason', label: 'El motivo', max: ACT_TEXT_MAX.reason, missing });
      const agencyId = actor.agencyId || readDocument(record.data).agencyId;
      return { changes: { userId: '', userAssign: '', status: ACT_RULES.return.to, returnReason, agencyId } };
    }),
  );
}
