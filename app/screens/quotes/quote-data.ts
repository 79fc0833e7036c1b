import type { LoaderFunctionArgs } from '@remix-run/node';
import { menuHref } from '#server/domain/menu.ts';
import { requireStaff } from '../../context.ts';
import { formAction, type Refusal } from '../forms/form-action.ts';
import { backOf, recordHref } from '../../record-links.ts';

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
    fields: context.portal.quotes.followUpFields,
    labels: context.portal.quotes.labels,
    me: actor.name,
    back: backOf(new URL(request.url)),
    /** One per form: what is sent twice with it is stored once. */
    formToken: crypto.randomUUID(),
  };
}

/** Adds a follow-up; the answer is the quote's page again. */
export const actOnQuote = formAction(
  {
    menu: 'quotes',
    of: 'la prospección',
    read: ({ params, text }) => ({
      id: params['id'] ?? '',
      values: { etapa: text('etapa'), comentario: text('comentario'), cambio: text('cambio') },
      formToken: text('formToken'),
    }),
    refused: ({ values, formToken }, refusal): FollowUpFailure => ({ ...refusal, values, formToken }),
  },
  async ({ portal, call, id, values, formToken, back, done }) => {
    const { change } = await portal.quotes.followUpQuote({ ...call, id, values, formToken });
    return done(recordHref(menuHref('quotes'), id, { back }), DONE[change]);
  },
);
