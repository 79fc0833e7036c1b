import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { formText } from '#server/domain/form-text.ts';
import { menuHref } from '#server/domain/menu.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { giveBack, type Refusal } from '../forms/give-back.ts';
import { backOf, recordHref } from '../lists/record-links.ts';

export type QuoteRecordData = Awaited<ReturnType<typeof loadQuote>>;

/** Why the form came back, with everything that was typed. */
export interface FollowUpFailure extends Refusal<never> {
  values: Readonly<Record<'etapa' | 'comentario' | 'cambio', string>>;
  formToken: string;
}

const DONE = {
  none: 'Se agregó el seguimiento.',
  closed: 'Se agregó el seguimiento y la prospección quedó cerrada.',
  reopened: 'Se agregó el seguimiento y la prospección quedó pendiente.',
} as const;

/** Data of one quote with its log. */
export async function loadQuote({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'quotes');
  return {
    quote: await context.portal.quotes.getQuote({ actor, id: params['id'] ?? '' }),
    me: actor.name,
    back: backOf(new URL(request.url)),
    /** One per form: what is sent twice with it is stored once. */
    formToken: crypto.randomUUID(),
  };
}

/** Adds a follow-up; the answer is the quote's page again. */
export async function actOnQuote({ request, params, context }: ActionFunctionArgs) {
  const actor = requireStaff(context, 'quotes');
  const form = await request.formData();
  const text = (name: string) => formText(form, name);
  const id = params['id'] ?? '';
  const values = { etapa: text('etapa'), comentario: text('comentario'), cambio: text('cambio') };
  const formToken = text('formToken');
  try {
    const { change } = await context.portal.quotes.followUpQuote({ actor, id, values, formToken, requestId: context.requestId });
    const page = recordHref(menuHref('quotes'), id, { back: backOf(new URL(request.url)) });
    return redirectDone(context, page, DONE[change]);
  } catch (error) {
    const { refusal, answer } = giveBack<never>(error, context);
    return data<FollowUpFailure>({ ...refusal, values, formToken }, answer);
  }
}
