import type { Merged } from '../../domain/conflict.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { dayOf } from '../../domain/dates.ts';
import { optionOf, type FieldOption } from '../../domain/fields.ts';
import { requireMenu, type Staff } from '../../domain/permissions.ts';
import { agencyProblem, findHolderCandidates, screenProblem } from '../../digitized/find-holder-candidates.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import type { DocumentTransaction, FieldValue } from '../../ports/documents/document-store.ts';
import { readBoolean, readText } from '../../read-model/field-readers.ts';
import { isActive, storedVersion } from '../../records/content-version.ts';
import { checkValues, readValues, storedValues, type SubmittedValues, type ValuesOf } from '../../records/record-fields.ts';
import { recordForm } from '../../records/record-form.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { saveChange, type Baseline } from '../../records/save-change.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import type { Call, Services } from '../../services.ts';
import { quoteMissing, quotePath, requireQuote } from './get-quote.ts';
import { REQUEST_FIELDS, CARE_FIELDS, NEW_QUOTE_FIELDS, QUOTE_NOUN } from './quote.ts';
import { QUOTES_COLLECTION } from './quotes.projection.ts';

export const PAST_CONTACT = 'Elija para el próximo contacto hoy o un día que venga.';

const SENT_BY_APP = 'Llegó por la aplicación móvil: lo que la persona pidió queda como lo envió.';

type QuoteValues = ValuesOf<typeof NEW_QUOTE_FIELDS>;

/** A quote as its forms see it; of its other fields an update sends only `estado` and `bitacora`. */
export const QUOTE_KIND: RecordKind<QuoteValues> = {
  database: 'main',
  menu: 'quotes',
  collection: QUOTES_COLLECTION,
  noun: QUOTE_NOUN,
  read: (data) => readValues(NEW_QUOTE_FIELDS, data),
  show: ({ data }) => readValues(NEW_QUOTE_FIELDS, data),
  toStored: (values) => storedValues(NEW_QUOTE_FIELDS, values),
  notFound: (id) => quoteMissing(id),
  actions: { created: AUDIT_ACTIONS.recordCreated, updated: AUDIT_ACTIONS.recordUpdated },
};

/** Form of a quote from the mobile app; one that staff wrote down has the form of a new quote. No data, so no permission is needed. */
export const careForm = recordForm(CARE_FIELDS);

interface CareCall extends Call, Partial<Baseline> {
  id: string;
  values: SubmittedValues;
}

/**
 * Sets who is in charge of a quote and when they are to get in touch next, either or both; for a quote that staff wrote down also its other
 * values (docs/decisions/114-corrected-prospects.md). Whoever is put in charge must be active, may change something on the screen, and may
 * see the quote. Errors: `forbidden`, `not-found`, `invalid-input` by field, `conflict` (`Conflict` of these values).
 * @returns what others changed meanwhile and the save has kept
 */
export async function careForQuote(services: Services, call: CareCall): Promise<Merged | null> {
  requireMenu(call.actor, 'quotes', 'change');
  const applyRules = (typed: Partial<QuoteValues>, problems: Record<string, string[]>): Partial<QuoteValues> => {
    const { tipo, proximoContacto, telefono, correo } = typed;
    if (proximoContacto && proximoContacto < dayOf(new Date()) && proximoContacto !== call.base?.['proximoContacto'])
      problems['proximoContacto'] = [PAST_CONTACT];
    // If only one is sent, setCare checks the record as it would be.
    if (Object.keys(problems).length > 0 && telefono !== undefined && correo !== undefined) Object.assign(problems, reachProblems(typed));
    return 'tipo' in call.values && tipo !== 'prestamo' ? { tipoPrestamo: '' } : {};
  };
  const quote = await services.documents.main.get(quotePath(call.id));
  const shown = [call.base ?? {}, ...(quote ? [QUOTE_KIND.read(quote.data)] : [])];
  const values = checkValues(NEW_QUOTE_FIELDS, call.values, applyRules, ...shown);
  return setCare(services, { ...call, values });
}

/** The same with values that the quote held before: undoing an act may restore a day that has passed. */
export async function setCare(services: Services, call: CareCall & { values: Partial<QuoteValues> }): Promise<Merged | null> {
  const { actor, values } = call;
  requireMenu(actor, 'quotes');
  return saveChange(services, QUOTE_KIND, {
    ...call,
    admit(quote) {
      const { data } = requireQuote(call, quote);
      const current = QUOTE_KIND.read(data);
      const corrected = REQUEST_FIELDS.map(({ name }) => name).filter(
        (name) => values[name] !== undefined && values[name] !== current[name],
      );
      if (corrected.length > 0 && readText(data, 'registradaPor') === '')
        throw invalidFields(Object.fromEntries(corrected.map((name) => [name, [SENT_BY_APP]])), 'problems');
      const isNew = values.proximoContacto && values.proximoContacto !== current.proximoContacto;
      if (isNew && !readBoolean(data, 'estado', true))
        throw invalidFields({ proximoContacto: ['Está cerrada: reábrala antes de fijar un próximo contacto.'] }, 'problems');
    },
    async check(tx, wanted, changed) {
      const problems = changed.some((name) => name === 'telefono' || name === 'correo') ? reachProblems(wanted) : {};
      if (Object.keys(problems).length > 0) throw invalidFields(problems, 'problems');
      await requireReferences(services, tx, wanted, changed);
    },
  });
}

export function reachProblems({ telefono, correo }: Partial<Pick<QuoteValues, 'correo' | 'telefono'>>): Record<string, string[]> {
  if (telefono !== '' || correo !== '') return {};
  return { telefono: ['Escriba un teléfono o un correo: sin ellos nadie puede darle seguimiento.'] };
}

/** Checks only references that change. Errors: `invalid-input`. */
export async function requireReferences(
  services: Services,
  tx: DocumentTransaction,
  { responsable, agencia }: Pick<QuoteValues, 'agencia' | 'responsable'>,
  changed: readonly string[],
): Promise<void> {
  if (responsable !== '' && changed.includes('responsable')) await requireEligibleOwner(services, { responsable, agencia });
  else if (responsable !== '' && changed.includes('agencia')) await requireOwnerStillSees(services, { responsable, agencia });
  if (agencia === '' || !changed.includes('agencia')) return;
  const agency = isDocumentId(agencia) ? await tx.get(`agencias/${agencia}`) : null;
  if (!agency || !isActive(agency.data))
    throw invalidFields({ agencia: ['La agencia no existe o fue eliminada. Elija otra.'] }, 'problems');
}

type Assignment = Pick<QuoteValues, 'agencia' | 'responsable'>;

/** Checks who is put in charge, as their own next request would find them. Errors: `invalid-input`. */
async function requireEligibleOwner(services: Services, { responsable, agencia }: Assignment): Promise<void> {
  const person = await loadStaff(services, { uid: responsable, sessionId: '' });
  const problem = person && ownerProblem(person, agencia);
  if (problem === '') return;
  const why = person ? `${person.name || person.email} ${problem}.` : 'La persona no existe o está desactivada.';
  throw invalidFields({ responsable: [`${why} Elija a otra.`] }, 'problems');
}

/** Requires that whoever is in charge still sees a quote that moves to another agency. Errors: `invalid-input`. */
async function requireOwnerStillSees(services: Services, { responsable, agencia }: Assignment): Promise<void> {
  const person = await loadStaff(services, { uid: responsable, sessionId: '' });
  const agencyReason = person ? agencyProblem(person, agencia) : '';
  if (agencyReason === '') return;
  const sentence = `La tiene a su cargo ${person?.name || person?.email}, que ${agencyReason}. Elija también quién queda a cargo.`;
  throw invalidFields({ agencia: [sentence] }, 'problems');
}

/** Why somebody cannot be in charge of a quote of this agency; '' if they can. */
export function ownerProblem(person: Staff, agencia: FieldValue | undefined): string {
  return screenProblem(person, 'quotes') || agencyProblem(person, agencia);
}

/**
 * Who can be put in charge of quotes, then the others greyed with the reason. Without the quote's agency nobody is greyed for seeing only
 * their own agency's: that is checked for each quote when it is given. Errors: `forbidden`.
 */
export async function findOwnerCandidates(
  services: Pick<Services, 'sql'>,
  { actor, agencia }: Pick<Call, 'actor'> & { agencia?: string },
): Promise<FieldOption[]> {
  requireMenu(actor, 'quotes');
  return (await findHolderCandidates(services, { types: [], menus: ['quotes'], ...(agencia !== undefined && { agencia }) })).map(optionOf);
}

/** Initial values of the form. Errors: `forbidden`, `not-found`. */
export async function getCare(services: Services, { actor, id }: Call & { id: string }): Promise<{ version: string; values: QuoteValues }> {
  requireMenu(actor, 'quotes');
  const stored = requireQuote({ actor, id }, await services.documents.main.get(quotePath(id)));
  return { version: storedVersion(QUOTE_KIND.read, stored.data), values: QUOTE_KIND.read(stored.data) };
}
