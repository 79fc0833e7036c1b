import { data, redirect } from '@remix-run/node';
import { ALL_CONTROL, CONFIRM_CONTROL } from '#server/domain/bulk.ts';
import { answerTo, AppError } from '#server/domain/errors.ts';
import type { ShownRun } from '#server/lists/bulk-act.ts';
import { listHref, listSearch, splitIds } from '../../record-links.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { NOT_REFUSED, type Act, type Verb } from '../forms/form-action.ts';
import type { BulkAnswer } from './ActFields.tsx';

/**
 * Runs `bulk:<act>`: an act that the list at `url` declares, on the ticked rows or on everything it finds. Redirects to `page` when another
 * page shows the list.
 */
export function bulkVerb(url: string, page?: string): Verb<Act> {
  return async (act) => {
    const { portal, call, sent, text, detail } = act;
    const list = listHref(url, listSearch(act.url.search).slice(1));
    const chosen = { ids: splitIds(sent.getAll('ids')), all: text(ALL_CONTROL) !== '' };
    const typed = Object.fromEntries([...sent].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
    const asked = {
      ...call,
      ...chosen,
      url,
      act: detail,
      typed,
      confirmed: Boolean(typed[CONFIRM_CONTROL]),
      params: new URL(list, act.url).searchParams,
      formToken: text('formToken'),
    };
    try {
      return redirectToResult(act, await portal.bulk.startBulk(asked), page ?? list);
    } catch (error) {
      if (!(error instanceof AppError) || !FIXABLE_CODES.has(error.code)) throw error;
      const errors = error.fields ?? {};
      const answer: BulkAnswer = {
        ...NOT_REFUSED,
        ...chosen,
        bulk: text('intent'),
        message: error.userMessage,
        errors,
        values: typed,
        options: await portal.bulk.findBulkOptions({ ...call, url, act: detail }),
        formToken: crypto.randomUUID(),
        isFirst: Object.keys(errors).length > 0 && Object.keys(errors).every((name) => !sent.has(name)),
      };
      return data(answer, answerTo(error));
    }
  };
}

const FIXABLE_CODES: ReadonlySet<string> = new Set(['invalid-input', 'too-many-requests']);

/** Redirects to the list with a notice of the result, or to the run's page when it takes longer. */
export function redirectToResult({ context }: Pick<Act, 'context'>, result: ShownRun, list: string): Response {
  if (!result.isOver) return redirect(result.href);
  return redirectWithNotice(context, list, {
    kind: result.hasRefused ? 'error' : 'success',
    text: result.sentence,
    ...(result.canUndo && { undo: { restores: 'bulk', id: result.id } }),
    ...(result.hasRefused && { run: result.id }),
  });
}
