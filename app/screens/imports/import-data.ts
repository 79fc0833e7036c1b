import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { AppError } from '#server/domain/errors.ts';
import { importUrl } from '#server/domain/imports.ts';
import { readPageNumber } from '#server/domain/page-sizes.ts';
import { requireStaff } from '../../context.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { formAction, type Act, type Verb, type Verbs } from '../forms/form-action.ts';
import { redirectToResult } from '../lists/bulk-verb.ts';

export type ImportData = Awaited<ReturnType<typeof loadImport>>;
export type ImportRun = NonNullable<ImportData['run']>;

/** The list under whose address the page is. */
const listOf = ({ pathname }: URL) => pathname.replace(/\/import\/?$/, '');

/** Data of `<list>/import`: the upload form, or a preview of the file's rows. One that is gone leads to the form. */
export async function loadImport({ request, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const url = new URL(request.url);
  const param = (name: string) => url.searchParams.get(name) ?? '';
  const page = readPageNumber(url.searchParams);
  const asked = { actor, url: listOf(url), id: param('id'), outcome: param('rows'), page };
  try {
    return { ...(await context.portal.imports.getImport(asked)), search: url.search };
  } catch (error) {
    if (asked.id === '' || !(error instanceof AppError) || error.code !== 'not-found') throw error;
    throw redirectWithNotice(context, importUrl(asked.url), { kind: 'error', text: error.userMessage });
  }
}

/** The import that a form means: a program may name it in the address, or, to apply, mean the one that waits. */
const importCall = ({ call, url, text }: Act) => ({ ...call, url: listOf(url), id: text('id') || (url.searchParams.get('id') ?? '') });

const apply =
  (onlyRight: boolean): Verb<Act> =>
  async (act) => {
    const result = await act.portal.imports.applyImport({ ...importCall(act), onlyRight });
    return result.isOver ? redirectToResult(act, result, result.href) : redirect(result.href);
  };

/** `intent` apply, apply-right (skips wrong rows), discard; the file is uploaded by a separate form (import-routes.ts). */
export function actOnImport(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { menu } = context.portal.imports.openImporting({ actor: requireStaff(context), url: listOf(new URL(request.url)) });
  return formAction(
    { menu, of: 'la importación', refused: (_form, refusal) => refusal, kept: 'El archivo revisado sigue aquí' },
    VERBS,
  )(args);
}

const VERBS: Verbs<Act> = {
  apply: apply(false),
  'apply-right': apply(true),
  discard: async (act) => {
    const call = importCall(act);
    await act.portal.imports.discardImport(call);
    return act.done(importUrl(call.url), 'Se descartó el archivo. No se escribió nada.');
  },
};
