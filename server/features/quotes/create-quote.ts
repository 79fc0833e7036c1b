import { dayOf } from '../../domain/dates.ts';
import { optionOf, type FieldOption } from '../../domain/fields.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { findChoices, WORKPLACES } from '../../read-model/pages/choices.ts';
import { createOnce } from '../../records/create-once.ts';
import { checkValues, initialValues, type SubmittedValues } from '../../records/record-fields.ts';
import { recordForm } from '../../records/record-form.ts';
import type { Call, Services } from '../../services.ts';
import { findOwnerCandidates, PAST_CONTACT, QUOTE_KIND, reachProblems, requireReferences } from './care-for-quote.ts';
import { NEW_QUOTE_FIELDS } from './quote.ts';

/** The form of a new quote, and of one that staff wrote down: no data, so no permission is needed. */
export const newQuoteForm = recordForm(NEW_QUOTE_FIELDS);

/**
 * Stores a quote of somebody who called or came by: pending, with an empty log. Besides what the mobile app stores it holds who is in
 * charge, when to contact the person, and who wrote it down. Errors: `forbidden`, `invalid-input` by field, `conflict`.
 */
export async function createQuote(
  services: Services,
  { actor, requestId, formToken, values: given }: Call & { values: SubmittedValues; formToken: string },
): Promise<{ id: string }> {
  requireMenu(actor, 'quotes', 'change');
  const values = checkValues(NEW_QUOTE_FIELDS, { ...initialValues(NEW_QUOTE_FIELDS), ...given }, (typed, problems) => {
    const { tipo, proximoContacto } = typed;
    Object.assign(problems, reachProblems(typed));
    if (proximoContacto && proximoContacto < dayOf(new Date())) problems['proximoContacto'] = [PAST_CONTACT];
    return tipo === 'prestamo' ? {} : { tipoPrestamo: '' };
  });
  const added = { estado: true, bitacora: [], registradaPor: actor.id };
  return createOnce(services, QUOTE_KIND, {
    actor,
    requestId,
    values,
    added,
    formToken,
    check: (tx) => requireReferences(services, tx, values, Object.keys(values)),
  });
}

/** Options of its selects. @param agencia of the quote, if the form does not ask for it. Errors: `forbidden`. */
export async function findNewQuoteOptions(
  services: Services,
  call: Pick<Call, 'actor'> & { agencia?: string },
): Promise<Readonly<Record<string, FieldOption[]>>> {
  const responsable = await findOwnerCandidates(services, call);
  return { responsable, agencia: (await findChoices(services.sql, WORKPLACES)).map(optionOf) };
}
