import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTimeSeconds } from '#server/domain/dates.ts';
import { AppError } from '#server/domain/errors.ts';
import { flashCookie } from '#server/domain/flash.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { requireStaff } from '../../context.ts';
import { listHref, listSearch } from '../catalog/catalog-links.ts';
import { LIST_URL } from './file-links.ts';

export type BriefcaseListData = Awaited<ReturnType<typeof loadBriefcaseList>>;

/** Data of the Maletín's list; the address is read leniently. */
export async function loadBriefcaseList({ request, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  requireMenu(actor, 'briefcase-files');
  const { briefcase, readModel } = context.portal;
  const url = new URL(request.url);
  const [page, choices, upload, freshness] = await Promise.all([
    briefcase.findFiles({ actor, params: url.searchParams }), briefcase.findListChoices({ actor }), briefcase.findUploadChoices({ actor }), readModel.freshness(),
  ]);
  return {
    search: listSearch(url.search),
    page,
    choices,
    upload,
    hasAgency: actor.agencyId !== '',
    freshness: { at: formatDateTimeSeconds(freshness.asOf), delayed: freshness.delayed },
  };
}

/** `intent` restore or deactivate of one file: where "Deshacer" leads. */
export async function actOnBriefcaseList({ request, context }: ActionFunctionArgs) {
  const actor = requireStaff(context);
  requireMenu(actor, 'briefcase-files');
  const { briefcase } = context.portal;
  const form = await request.formData();
  const intent = form.get('intent');
  const id = form.get('id');
  const call = { actor, id: typeof id === 'string' ? id : '', requestId: context.requestId };
  if (intent !== 'restore' && intent !== 'deactivate') throw new AppError('invalid-input', 'unknown intent', { userMessage: 'La acción pedida no existe. Vuelva a abrir la lista.' });
  const { nombre } = intent === 'restore' ? await briefcase.restoreFile(call) : await briefcase.deactivateFile(call);
  const back = listHref(LIST_URL, listSearch(new URL(request.url).search).slice(1));
  return redirect(back, { headers: { 'Set-Cookie': activeFlash(call.id, nombre, intent, back) } });
}

/** Says what was done and offers the way back. */
export function activeFlash(id: string, nombre: string, intent: 'restore' | 'deactivate', back: string): string {
  return flashCookie({
    kind: 'success',
    text: `${intent === 'restore' ? 'Se restauró' : 'Se eliminó'} «${nombre}».`,
    undo: { action: back, fields: { intent: intent === 'restore' ? 'deactivate' : 'restore', id } },
  });
}
