import { readDocument } from '../../digitized/document-kind.ts';
import { readWritten } from '../../digitized/written-text.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { PACKAGE_TEXT_MAX, STEP_RULES } from '../../domain/package-states.ts';
import { act, each } from '../../records/act.ts';
import type { Call, Services } from '../../services.ts';
import { readDocumentsOf, released } from './carried-documents.ts';
import { requirePackages } from './package-access.ts';
import { PACKAGE_KIND } from './package-kind.ts';
import { readLines } from './package-lines.ts';
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
export async function rejectPackage(services: Services, { id, reason, ...call }: RejectCall): Promise<void> {
  const { actor } = call;
  requirePackages(actor, 'receiver');
  const at = new Date();
  const target = { ...call, ids: [id], action: AUDIT_ACTIONS.packageRejected, words: ['reject', reason] };
  await act(
    services,
    PACKAGE_KIND,
    target,
    each(async (record, reader) => {
      await requireReceiver(services, actor, 'reject', record);
      const text = { name: 'reason', label: 'El motivo', max: PACKAGE_TEXT_MAX.reason, missing: 'Escriba por qué se rechaza.' };
      const rejectReason = readWritten(reason, text);
      const documents = await readDocumentsOf(reader, readLines(record.data));
      const carried = documents.filter(({ data }) => readDocument(data).inPackage === id);
      const changes = { status: STEP_RULES.reject.to, resolutionAt: at, resolvedBy: actor.id, rejectReason };
      return { changes, further: carried.map(released) };
    }),
  );
}
