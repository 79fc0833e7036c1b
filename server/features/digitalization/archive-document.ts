import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { ACT_RULES, ACT_TEXT_MAX } from '../../domain/document-states.ts';
import { act } from '../../records/act.ts';
import type { Call, Services } from '../../services.ts';
import { requireAct } from '../../digitized/access.ts';
import { readWritten } from '../../digitized/written-text.ts';
import { documentKind, requireDocuments } from '../../digitized/document-kind.ts';

export interface ArchiveCall extends Call {
  /** 1 to 100, all or none. */
  ids: readonly string[];
  /** Where the paper lies from now on. */
  ubicacion: string;
  formToken: string;
}

/**
 * Who holds documents, or may edit them, puts them away at a place: nobody holds them then.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, `invalid-input` at `ubicacion`.
 */
export async function archiveDocuments(services: Services, call: ArchiveCall): Promise<void> {
  const { actor, requestId, ids, formToken } = call;
  requireDocuments(actor);
  const target = { actor, requestId, ids, formToken, words: ['archive', call.ubicacion] };
  await act(services, documentKind(), { ...target, action: AUDIT_ACTIONS.digitizedFileArchived }, (records) => {
    for (const record of records) requireAct(actor, 'archive', record);
    const missing = 'Escriba dónde queda el papel, o «Solo digital».';
    const ubicacion = readWritten(call.ubicacion, { name: 'ubicacion', label: 'El lugar', max: ACT_TEXT_MAX.ubicacion, missing });
    return records.map(() => ({ changes: { userId: '', userAssign: '', status: ACT_RULES.archive.to, ubicacion } }));
  });
}
