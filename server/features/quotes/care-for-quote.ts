import type { FormBase, Merged } from '../../domain/conflict.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { dayOf } from '../../domain/dates.ts';
import { optionOf, type FieldOption } from '../../domain/fields.ts';
import { menuName } from '../../domain/menu.ts';
import { canOpen, requireMenu } from '../../domain/permissions.ts';
import { findTakers } from '../../digitized/find-takers.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { readBoolean } from '../../read-model/field-readers.ts';
import { isActive, storedVersion } from '../../records/content-version.ts';
import { checkValues, readValues, type GivenValues, type ValuesOf } from '../../records/record-fields.ts';
import { recordForm } from '../../records/record-form.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { saveChange } from '../../records/save-change.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import type { Call, Services } from '../../services.ts';
import { quoteMissing, quotePath } from './get-quote.ts';
import { CARE_FIELDS, QUOTE_NOUN } from './quote.ts';
import { QUOTES_COLLECTION } from './quotes.projection.ts';

export const PAST_CONTACT = 'Elija para el próximo contacto hoy o un día que venga.';

type CareValues = ValuesOf<typeof CARE_FIELDS>;

/** A quote as far as people say who sees to it and when: of all else an update sends `estado` and `bitacora` alone. */
export const CARE_KIND: RecordKind<CareValues> = {
  database: 'main',
  collection: QUOTES_COLLECTION,
  noun: QUOTE_NOUN,
  read: (data) => readValues(CARE_FIELDS, data),
  show: ({ data }) => readValues(CARE_FIELDS, data),
  notFound: quoteMissing,
  actions: { updated: AUDIT_ACTIONS.recordUpdated },
};

/** What the form asks: no data, so no permission. */
export const careForm = recordForm(CARE_FIELDS);

interface CareCall extends Call {
  id: string;
  /** Version that the person saw (careOf); undefined saves over any. */
  ifVersion?: string;
  base?: FormBase | null;
  values: GivenValues;
}

/**
 * Says who sees to a quote and when they are to get in touch next, either of them or both. Who is given one is active and has the screen.
 * Errors: `forbidden`, `not-found`, `invalid-input` by field, `conflict` (`Conflict` of these values).
 * @returns what others changed meanwhile and the save has kept
 */
export async function careForQuote(services: Services, call: CareCall): Promise<Merged | null> {
  requireMenu(call.actor, 'quotes');
  const values = checkValues(CARE_FIELDS, call.values);
  if (values.proximoContacto && values.proximoContacto < dayOf(new Date()) && values.proximoContacto !== call.base?.['proximoContacto'])
    throw invalidFields({ proximoContacto: [PAST_CONTACT] }, 'problems');
  return setCare(services, { ...call, values });
}

/** The same for what a quote held already: taking an act back may give a day again that has passed. */
export async function setCare(services: Services, call: CareCall & { values: Partial<CareValues> }): Promise<Merged | null> {
  const { actor, id, values } = call;
  requireMenu(actor, 'quotes');
  return saveChange(services, CARE_KIND, {
    ...call,
    admit({ data }) {
      if (!isActive(data)) throw quoteMissing(id);
      const isNew = values.proximoContacto && values.proximoContacto !== CARE_KIND.read(data).proximoContacto;
      if (isNew && !readBoolean(data, 'estado', true))
        throw invalidFields({ proximoContacto: ['Está cerrada: reábrala antes de fijar un próximo contacto.'] }, 'problems');
    },
    async check(_tx, { responsable }, changed) {
      if (responsable !== '' && changed.includes('responsable')) await requireTaker(services, responsable);
    },
  });
}

/** Who is given a quote, as their own next request would find them. Errors: `invalid-input`. */
export async function requireTaker(services: Services, id: string): Promise<void> {
  const person = await loadStaff(services, { uid: id, sessionId: '' });
  if (person && canOpen(person, 'quotes')) return;
  const why = person ? `${person.name || person.email} no abre «${menuName('quotes')}».` : 'La persona no existe o está desactivada.';
  throw invalidFields({ responsable: [`${why} Elija a otra.`] }, 'problems');
}

/** Who can be given quotes, then the others greyed with the reason. Errors: `forbidden`. */
export async function findQuoteTakers(services: Pick<Services, 'sql'>, { actor }: Pick<Call, 'actor'>): Promise<FieldOption[]> {
  requireMenu(actor, 'quotes');
  return (await findTakers(services, { types: [], menu: 'quotes' })).map(optionOf);
}

/** What the form begins with. Errors: `forbidden`, `not-found`. */
export async function getCare(services: Services, { actor, id }: Call & { id: string }): Promise<{ version: string; values: CareValues }> {
  requireMenu(actor, 'quotes');
  const stored = await services.documents.main.get(quotePath(id));
  if (!stored || !isActive(stored.data)) throw quoteMissing(id);
  return { version: storedVersion(CARE_KIND.read, stored.data), values: CARE_KIND.read(stored.data) };
}
