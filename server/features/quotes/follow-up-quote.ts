import type { FollowUpAction } from '../../records/audit-entries.ts';
import { AUDIT_COLLECTION, writeAudit } from '../../records/write-audit.ts';
import type { Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { dayOf } from '../../domain/dates.ts';
import { parseWrittenDay } from '../../domain/written-days.ts';
import { CLOSING_STAGES, LOST_STAGE, outcomeLabel } from './domain/quotes.ts';
import { auditIdOf } from '../../records/form-token.ts';
import { checkValues, describeFields, initialValues, readValues, storedValues, type ValuesOf } from '../../records/record-fields.ts';
import { readBoolean } from '../../read-model/field-readers.ts';
import { storedEntries, timeAsInLog, type StoredFollowUp } from './bitacora.ts';
import type { Call, Services } from '../../services.ts';
import { quotePath, requireQuote } from './get-quote.ts';
import { PAST_CONTACT } from './care-for-quote.ts';
import { requireOneMember } from '../../digitized/find-members.ts';
import { FOLLOW_UP_FIELDS, QUOTE_FIELDS } from './quote.ts';

/** Fields of the form: no data, so no permission is needed. */
export const followUpFields = describeFields(FOLLOW_UP_FIELDS);

type FollowUpInput = ValuesOf<typeof FOLLOW_UP_FIELDS>;

interface FollowUpCall extends Call {
  id: string;
  /** As the form sent them, by the names of FOLLOW_UP_FIELDS. */
  values: Readonly<Record<string, unknown>>;
  /** Created once per form: sent twice with the same words (double click, retry after a lost answer) it adds one entry. */
  formToken: string;
}

/**
 * Adds one entry to the log and, if asked, closes or reopens the quote, and sets its outcome and the next contact. The transaction appends
 * to the log as stored at that moment, so that entries of others are never lost, and writes only `estado` and `bitacora`
 * (docs/specification.md section 7), and those of the portal's own fields that change; the store itself sets updatedAt. The audit entry is
 * in the same transaction; its id is derived from the form, which is how a repeated form is detected.
 *
 * @returns the state afterwards. Errors: `forbidden` (also for naming a member without the menu of members), `not-found`, `invalid-input`
 * by field
 */
export async function followUpQuote(
  services: Services,
  call: FollowUpCall,
): Promise<{ estado: boolean; change: 'closed' | 'reopened' | 'none' }> {
  requireMenu(call.actor, 'quotes', 'change');
  const path = quotePath(call.id);
  const input = readFollowUp(call.values);
  const asociadoId = input.resultado === 'asociado' ? await findMember(services, call, input.asociadoId) : '';
  const auditId = auditIdOf(call, Object.values(input));
  const result = await services.documents.main.transaction(async (tx) => {
    // Reads the quote first: concurrent calls queue there, and lock its audit entry only when it is their turn.
    const quote = requireQuote(call, await tx.get(path));
    const earlierEntry = await tx.get(`${AUDIT_COLLECTION}/${auditId}`);
    const { wasOpen, estado, action } = changeOf(quote, input);
    const change = wasOpen === estado ? 'none' : estado ? 'reopened' : 'closed';
    if (earlierEntry) return { estado: wasOpen, change: 'none' } as const;
    const at = new Date();
    const entries = storedEntries(quote.data);
    const { etapa, comentario } = input;
    const entry: StoredFollowUp = { fecha: timeAsInLog(entries, at), usuario: call.actor.name, etapa, comentario };
    const { before: previous, after: changes } = careOf(quote.data, { ...input, estado, asociadoId }, dayOf(at));
    tx.update(path, { estado, bitacora: [...entries, entry], ...changes });
    writeAudit(tx, {
      id: auditId,
      actor: call.actor,
      action,
      targetPath: path,
      at,
      requestId: call.requestId,
      // Only the new entry: the whole log in every audit entry would grow with the square of its length.
      beforeData: { estado: wasOpen, ...previous },
      newData: { estado, bitacora: [entry], ...changes },
    });
    return { estado, change } as const;
  });
  await services.readModel.projectNow('main', [path]);
  return result;
}

type Care = Pick<FollowUpInput, 'asociadoId' | 'motivoPerdida' | 'proximoContacto' | 'resultado'>;

/** The portal's own fields that a follow-up changes: present and new values. */
function careOf(
  data: Fields,
  input: Care & Pick<FollowUpInput, 'cambio'> & { estado: boolean },
  today: string,
): { before: Fields; after: Fields } {
  const { asociadoId, motivoPerdida, proximoContacto, resultado } = readValues(QUOTE_FIELDS, data);
  const current: Care = { asociadoId, motivoPerdida, proximoContacto, resultado };
  const wanted: Care = { ...outcomeAfter(current, input), proximoContacto: nextContactAfter(current.proximoContacto, input, today) };
  const changed = (Object.keys(current) as (keyof Care)[]).filter((name) => current[name] !== wanted[name]);
  const pickChanged = (care: Care): Fields => storedValues(QUOTE_FIELDS, Object.fromEntries(changed.map((name) => [name, care[name]])));
  return { before: pickChanged(current), after: pickChanged(wanted) };
}

function outcomeAfter(
  currentCare: Care,
  { estado, resultado, motivoPerdida, asociadoId }: Care & { estado: boolean },
): Omit<Care, 'proximoContacto'> {
  // A pending quote has no outcome.
  if (estado) return { resultado: '', motivoPerdida: '', asociadoId: '' };
  return resultado === '' ? currentCare : { resultado, motivoPerdida, asociadoId };
}

/** The typed day; otherwise the present one, unless it has come: then this follow-up was that contact. */
function nextContactAfter(currentDay: string, { estado, proximoContacto }: Care & { estado: boolean }, today: string): string {
  if (!estado) return '';
  return proximoContacto !== '' ? proximoContacto : currentDay <= today ? '' : currentDay;
}

function changeOf(
  quote: StoredDocument,
  { etapa, cambio, resultado }: FollowUpInput,
): { wasOpen: boolean; estado: boolean; action: FollowUpAction } {
  const wasOpen = readBoolean(quote.data, 'estado', true);
  const closes = cambio === 'cerrar' || resultado !== '' || CLOSING_STAGES.some((stage) => stage === etapa);
  const estado = cambio === 'reabrir' ? true : closes ? false : wasOpen;
  return {
    wasOpen,
    estado,
    action: wasOpen === estado ? AUDIT_ACTIONS.quoteFollowedUp : estado ? AUDIT_ACTIONS.quoteReopened : AUDIT_ACTIONS.quoteClosed,
  };
}

/** Members are looked up in their list: somebody who may not open it cannot name one. */
async function findMember(services: Services, { actor }: Call, typed: string): Promise<string> {
  requireMenu(actor, 'customers');
  return requireOneMember(services, { actor, name: 'asociadoId', label: 'Asociado', typed });
}

/** A form may send fewer fields than there are. */
function readFollowUp(values: Readonly<Record<string, unknown>>): FollowUpInput {
  const { proximoContacto: day } = values;
  const given = { ...values, proximoContacto: typeof day === 'string' ? (parseWrittenDay(day) ?? day) : '' };
  return checkValues(FOLLOW_UP_FIELDS, { ...initialValues(FOLLOW_UP_FIELDS), ...given }, (typed, problems) => {
    const { etapa, cambio, proximoContacto, resultado, asociadoId } = typed;
    const reopens = cambio === 'reabrir';
    if (reopens && etapa && CLOSING_STAGES.includes(etapa))
      problems['etapa'] = [`Para reabrir elija otra etapa: «${etapa}» cierra la prospección.`];
    if (reopens && resultado) problems['resultado'] = ['Para reabrir deje el resultado vacío.'];
    if (resultado === 'asociado' && asociadoId === '') problems['asociadoId'] = ['Complete «Asociado».'];
    if (proximoContacto && proximoContacto < dayOf(new Date())) problems['proximoContacto'] = [PAST_CONTACT];
    return reopens ? {} : settleLoss(typed, problems);
  });
}

/** A rejected quote is lost, and a lost one has a reason. */
export function settleLoss(
  { etapa, resultado = '', motivoPerdida = '' }: Partial<Pick<FollowUpInput, 'etapa' | 'motivoPerdida' | 'resultado'>>,
  problems: Record<string, string[]>,
): Partial<Pick<FollowUpInput, 'motivoPerdida' | 'resultado'>> {
  const isRejected = etapa === LOST_STAGE;
  if (isRejected && resultado !== '' && resultado !== 'perdida')
    problems['resultado'] = [`La etapa «${etapa}» contradice el resultado «${outcomeLabel(resultado)}»: cambie uno de los dos.`];
  else if (!isRejected && resultado !== 'perdida') return { motivoPerdida: '' };
  else if (motivoPerdida === '') problems['motivoPerdida'] = ['Elija por qué se perdió.'];
  return { resultado: 'perdida' };
}
