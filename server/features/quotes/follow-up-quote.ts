import type { z } from 'zod';
import type { FollowUpAction } from '../../records/audit-entries.ts';
import { AUDIT_COLLECTION, writeAudit } from '../../records/write-audit.ts';
import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { CLOSING_STAGE } from './domain/quotes.ts';
import { invalidFields, readInput } from '../../platform/read-input.ts';
import { auditIdOf } from '../../records/form-token.ts';
import { describeFields } from '../../records/record-fields.ts';
import { readBoolean } from '../../read-model/field-readers.ts';
import { storedEntries, type StoredFollowUp } from './bitacora.ts';
import type { Call, Services } from '../../services.ts';
import { quoteMissing, quotePath } from './get-quote.ts';
import { FOLLOW_UP_FIELDS, followUpSchema } from './quote.ts';

/** What the form asks: no data, so no permission. */
export const followUpFields = describeFields(FOLLOW_UP_FIELDS);

const NOT_SAVED = 'No se guardó. Revise los campos marcados.';

type FollowUpInput = z.infer<typeof followUpSchema>;

interface FollowUpCall extends Call {
  id: string;
  /** etapa, comentario, cambio as the form sent them. */
  values: Readonly<Record<string, unknown>>;
  /** Made once per form: sent twice with the same words (double click, retry after a lost answer) it adds one entry. */
  formToken: string;
}

/**
 * Adds one entry to the log and, if asked, closes or reopens the quote. The transaction reads the log that is stored at
 * that moment and appends to it, so that entries of others are never lost, and writes exactly `estado` and `bitacora`
 * (docs/specification.md section 7); the store itself sets updatedAt. The audit entry lies in the same transaction; its id is
 * made from the form, which is how a repeated form is seen.
 *
 * @returns the state afterwards. Errors: `forbidden`, `not-found`, `invalid-input` by field
 */
export async function followUpQuote(
  services: Services,
  call: FollowUpCall,
): Promise<{ estado: boolean; change: 'closed' | 'reopened' | 'none' }> {
  requireMenu(call.actor, 'quotes');
  const path = quotePath(call.id);
  const input = readFollowUp(call.values);
  const auditId = auditIdOf(call, [input.etapa, input.comentario, input.cambio]);
  const result = await services.documents.main.transaction(async (tx) => {
    // One after the other: everybody queues at the quote, and holds its audit entry only when it is their turn.
    const quote = await tx.get(path);
    const before = await tx.get(`${AUDIT_COLLECTION}/${auditId}`);
    if (!quote || quote.data['isActive'] === false) throw quoteMissing(call.id);
    const { wasOpen, estado, action } = changeOf(quote, input);
    const change = wasOpen === estado ? 'none' : estado ? 'reopened' : 'closed';
    if (before) return { estado: wasOpen, change: 'none' } as const;
    const entry: StoredFollowUp = { fecha: new Date(), usuario: call.actor.name, etapa: input.etapa, comentario: input.comentario };
    tx.update(path, { estado, bitacora: [...storedEntries(quote.data), entry] });
    writeAudit(tx, {
      id: auditId,
      actor: call.actor,
      action,
      targetPath: path,
      at: entry.fecha,
      requestId: call.requestId,
      // Only what was added: the whole log in every entry would grow with the square of its length.
      beforeData: { estado: wasOpen },
      newData: { estado, bitacora: [entry] },
    });
    return { estado, change } as const;
  });
  await services.readModel.projectNow('main', [path]);
  return result;
}

function changeOf(quote: StoredDocument, { etapa, cambio }: FollowUpInput): { wasOpen: boolean; estado: boolean; action: FollowUpAction } {
  const wasOpen = readBoolean(quote.data, 'estado', true);
  const estado = cambio === 'reabrir' ? true : cambio === 'cerrar' || etapa === CLOSING_STAGE ? false : wasOpen;
  return {
    wasOpen,
    estado,
    action: wasOpen === estado ? AUDIT_ACTIONS.quoteFollowedUp : estado ? AUDIT_ACTIONS.quoteReopened : AUDIT_ACTIONS.quoteClosed,
  };
}

function readFollowUp(values: Readonly<Record<string, unknown>>): FollowUpInput {
  const input = readInput(followUpSchema, values, NOT_SAVED);
  if (input.cambio === 'reabrir' && input.etapa === CLOSING_STAGE)
    throw invalidFields({ etapa: ['Para reabrir elija otra etapa: «Cerrada» cierra la prospección.'] }, NOT_SAVED);
  return input;
}
