import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Conflict, FormBase } from '#server/domain/conflict.ts';
import type { FieldDescription, FieldOption } from '#server/domain/fields.ts';
import { canOpen, type Staff } from '#server/domain/permissions.ts';
import { readStoryQuery } from '#server/domain/story.ts';
import { requireStaff } from '../../context.ts';
import type { EditFailure } from '../forms/edit.ts';
import type { FormField } from '../forms/FieldControl.tsx';
import { formAction, givenBack, type Act, type GivenBack, type Refusal } from '../forms/form-action.ts';
import { labelOf } from '../forms/labels.ts';
import { actionOfScreen, readRecordAddress, requireForm } from '../forms/record-screen.ts';
import { describeMerged } from '../forms/describe-merged.ts';
import { backOf, recordHref } from '../../record-links.ts';
import { LIST_URL } from './quote-links.ts';

type Loaded = Awaited<ReturnType<typeof loadQuote>>;
export type QuoteRecordData = Extract<Loaded, { screen: 'view' }>;
export type QuoteCareData = Extract<Loaded, { screen: 'edit' }>;
export type NewQuoteData = Extract<Loaded, { screen: 'new' }>;

/** Why the form came back, with everything that was typed. */
export interface FollowUpFailure extends Refusal<never> {
  values: Readonly<Record<string, string>>;
  formToken: string;
}

/** The same for a new quote. */
export type NewQuoteFailure = Refusal<never> & GivenBack;

const DONE = {
  none: 'Se agregó el seguimiento.',
  closed: 'Se agregó el seguimiento y la prospección quedó cerrada.',
  reopened: 'Se agregó el seguimiento y la prospección quedó pendiente.',
} as const;

/**
 * Data of one quote with its log; of the form for its care (`/edit`), which for a quote entered by staff includes what they entered; and of
 * the form for a new one (`new`).
 */
export async function loadQuote({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'quotes');
  const { quotes } = context.portal;
  const { id, screen } = readRecordAddress(params, 'quotes');
  requireForm(actor, 'quotes', screen);
  const back = backOf(new URL(request.url));
  /** One per form, as idempotency key: what is sent twice with it is stored once. */
  const formToken = crypto.randomUUID();
  if (screen === 'new') {
    const options = await quotes.findNewQuoteOptions({ actor });
    return {
      screen,
      back,
      formToken,
      fields: withOptions(quotes.newQuoteForm.fields, options),
      values: newValues(quotes.newQuoteForm.empty, actor),
    };
  }
  const quote = await quotes.getQuote({ actor, id });
  if (screen === 'edit') {
    const isCorrected = quote.registradaPor !== '';
    const care = await quotes.getCare({ actor, id });
    const options = await quotes.findNewQuoteOptions({ actor, ...(!isCorrected && { agencia: care.values.agencia }) });
    const { fields } = isCorrected ? quotes.newQuoteForm : quotes.careForm;
    return { screen, back, quote, isCorrected, ...care, fields: withOptions(fields, options) };
  }
  const opensMembers = canOpen(actor, 'customers');
  const [story, notes] = await Promise.all([
    quotes.findQuoteStory({ actor, id, ...readStoryQuery(new URL(request.url)) }),
    context.portal.notes.findNotes({ actor, record: `cotizaciones/${id}` }),
  ]);
  return {
    screen,
    back,
    formToken,
    quote,
    story,
    notes,
    fields: quotes.followUpFields,
    labels: quotes.labels,
    me: actor.name,
    opensMembers,
  };
}

type FieldWithOptions = FieldDescription & Pick<FormField, 'empty' | 'placeholder'>;

function withOptions(fields: readonly FieldDescription[], options: Readonly<Record<string, FieldOption[]>>): FieldWithOptions[] {
  return fields.map((field) => ({
    ...field,
    ...(field.name in options && { options: options[field.name] ?? [] }),
    ...(field.name === 'responsable' && { placeholder: 'Nadie', empty: 'nadie' }),
  }));
}

/** Whoever enters a quote usually takes care of it, for their own agency. */
const newValues = (empty: Readonly<Record<string, unknown>>, { id, agencyId }: Staff) => ({ ...empty, agencia: agencyId, responsable: id });

const QUOTE = { menu: 'quotes', of: 'la prospección' } as const;

const actOnNew = formAction(
  {
    ...QUOTE,
    read: ({ portal, sent }) => ({ form: portal.quotes.newQuoteForm.read(sent) }),
    refused: ({ form }, refusal): NewQuoteFailure => ({ ...refusal, ...givenBack(form) }),
  },
  async ({ portal, call, form: { values, formToken, intent }, back, done }) => {
    const { id } = await portal.quotes.createQuote({ ...call, values, formToken });
    return done(recordHref(LIST_URL, intent === 'save-and-new' ? 'new' : id, { back }), 'Se registró la prospección.');
  },
);

const actOnCare = formAction(
  {
    ...QUOTE,
    read: ({ portal, sent, params }) => ({ id: params['id'] ?? '', form: portal.quotes.newQuoteForm.read(sent) }),
    refused: ({ form }, refusal: Refusal<Conflict<FormBase>>): EditFailure => ({ ...refusal, ...givenBack(form) }),
  },
  async ({ portal, call, id, form: { values, base, version }, back, done }) => {
    const merged = await portal.quotes.careForQuote({ ...call, id, values, base, ifVersion: version });
    const kept = describeMerged(merged, (name) => labelOf(portal.quotes.newQuoteForm.fields, name));
    const what = 'nombre' in values ? 'Se guardaron los cambios.' : 'Se guardó quién la atiende y cuándo.';
    return done(recordHref(LIST_URL, id, { back }), `${what}${kept}`);
  },
);

interface FollowUpAct extends Act {
  id: string;
  values: Readonly<Record<string, string>>;
  formToken: string;
}

/** Adds a follow-up, or takes the quote on (`intent` take); redirects to the quote's page. */
const actOnView = formAction(
  {
    ...QUOTE,
    read: ({ params, text, portal }) => ({
      id: params['id'] ?? '',
      values: Object.fromEntries(portal.quotes.followUpFields.map(({ name }) => [name, text(name)])),
      formToken: text('formToken'),
    }),
    refused: ({ values, formToken }, refusal): FollowUpFailure => ({ ...refusal, values, formToken }),
  },
  (act) => (act.intent === 'take' ? takeOn(act) : followUp(act)),
);

async function followUp({ portal, call, id, values, formToken, back, done }: FollowUpAct): Promise<Response> {
  const { change } = await portal.quotes.followUpQuote({ ...call, id, values, formToken });
  return done(recordHref(LIST_URL, id, { back }), DONE[change]);
}

async function takeOn({ portal, actor, call, id, back, done }: FollowUpAct): Promise<Response> {
  // If somebody has taken it meanwhile, they keep it.
  await portal.quotes.careForQuote({ ...call, id, ifVersion: '', base: { responsable: '' }, values: { responsable: actor.id } });
  return done(recordHref(LIST_URL, id, { back }), 'La prospección quedó a su cargo.');
}

export const actOnQuote = actionOfScreen('quotes', { new: actOnNew, view: actOnView, edit: actOnCare });
