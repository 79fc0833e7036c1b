import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { dayOf } from '../../domain/dates.ts';
import { optionOf, type FieldOption } from '../../domain/fields.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { findChoices, WORKPLACES } from '../../read-model/pages/choices.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { isActive } from '../../records/content-version.ts';
import { createOnce } from '../../records/create-once.ts';
import { checkValues, initialValues, readValues, storedValues, type GivenValues, type ValuesOf } from '../../records/record-fields.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { recordForm } from '../../records/record-form.ts';
import type { Call, Services } from '../../services.ts';
import { findQuoteTakers, PAST_CONTACT, requireTaker } from './care-for-quote.ts';
import { quoteMissing } from './get-quote.ts';
import { NEW_QUOTE_FIELDS, QUOTE_NOUN } from './quote.ts';
import { QUOTES_COLLECTION } from './quotes.projection.ts';

/** What the form of a new quote asks: no data, so no permission. */
export const newQuoteForm = recordForm(NEW_QUOTE_FIELDS);

type NewQuote = ValuesOf<typeof NEW_QUOTE_FIELDS>;

const NEW_QUOTE_KIND: RecordKind<NewQuote> = {
  database: 'main',
  collection: QUOTES_COLLECTION,
  noun: QUOTE_NOUN,
  notFound: quoteMissing,
  read: (data) => readValues(NEW_QUOTE_FIELDS, data),
  show: ({ data }) => readValues(NEW_QUOTE_FIELDS, data),
  toStored: (values) => storedValues(NEW_QUOTE_FIELDS, values),
  actions: { created: AUDIT_ACTIONS.recordCreated },
};

/**
 * Writes down a quote of somebody who called or came by: pending, with an empty log, beside what the mobile app stores who sees to it,
 * when they are to be contacted, and who wrote it down. Errors: `forbidden`, `invalid-input` by field, `conflict`.
 */
export async function createQuote(
  services: Services,
  { actor, requestId, formToken, values: given }: Call & { values: GivenValues; formToken: string },
): Promise<{ id: string }> {
  requireMenu(actor, 'quotes');
  const values = checkValues(NEW_QUOTE_FIELDS, { ...initialValues(NEW_QUOTE_FIELDS), ...given }, (typed, problems) => {
    const { telefono, correo, tipo, proximoContacto } = typed;
    if (telefono === '' && correo === '')
      problems['telefono'] = ['Escriba un teléfono o un correo: sin ellos nadie puede darle seguimiento.'];
    if (proximoContacto !== '' && proximoContacto < dayOf(new Date())) problems['proximoContacto'] = [PAST_CONTACT];
    return tipo === 'prestamo' ? {} : { tipoPrestamo: '' };
  });
  const added = { estado: true, bitacora: [], registradaPor: actor.id };
  return createOnce(services, NEW_QUOTE_KIND, {
    actor,
    requestId,
    values,
    added,
    formToken,
    async check(tx) {
      if (values.responsable !== '') await requireTaker(services, values.responsable);
      if (values.agencia === '') return;
      const agency = isDocumentId(values.agencia) ? await tx.get(`agencias/${values.agencia}`) : null;
      if (!agency || !isActive(agency.data))
        throw invalidFields({ agencia: ['La agencia no existe o fue eliminada. Elija otra.'] }, 'problems');
    },
  });
}

/** What its selects offer. Errors: `forbidden`. */
export async function findNewQuoteOptions(
  services: Services,
  { actor }: Pick<Call, 'actor'>,
): Promise<Readonly<Record<string, FieldOption[]>>> {
  const responsable = await findQuoteTakers(services, { actor });
  return { responsable, agencia: (await findChoices(services.sql, WORKPLACES)).map(optionOf) };
}
