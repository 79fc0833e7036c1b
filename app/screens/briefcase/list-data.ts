import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { AppError } from '#server/domain/errors.ts';
import type { Undo } from '#server/domain/notice.ts';
import { countOf } from '#server/domain/text.ts';
import type { ListCall } from '#server/lists/list.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
import { loadList } from '../lists/load-list.ts';
import { listHref, listSearch, splitIds } from '../lists/record-links.ts';
import { FILE_COLUMNS } from './file-columns.tsx';
import { LIST_URL } from './file-links.ts';

export type BriefcaseListData = Awaited<ReturnType<typeof loadBriefcaseList>>;

/** Data of the Maletín's list. */
export async function loadBriefcaseList(args: LoaderFunctionArgs) {
  const { briefcase } = args.context.portal;
  const find = (call: ListCall) => briefcase.openFileList({ ...call, withUpload: !args.context.isDataRequest });
  const list = await loadList(args, { id: 'maletin_archivos', url: LIST_URL, columns: FILE_COLUMNS, find });
  return { ...list, hasAgency: requireStaff(args.context).agencyId !== '' };
}

/** `intent` restore or deactivate of the selected files (`ids`), and the way back from it ("Deshacer"). */
export async function actOnBriefcaseList({ request, context }: ActionFunctionArgs) {
  const actor = requireStaff(context, 'briefcase-files');
  const { briefcase } = context.portal;
  const form = await request.formData();
  const intent = form.get('intent');
  const call = { actor, ids: splitIds(form.getAll('ids')), requestId: context.requestId };
  if (intent === 'deactivate') await briefcase.deactivateFiles(call);
  else if (intent === 'restore') await briefcase.restoreFiles(call);
  else throw new AppError('invalid-input', 'unknown intent', { userMessage: 'La acción pedida no existe. Vuelva a abrir la lista.' });
  const back = listHref(LIST_URL, listSearch(new URL(request.url).search).slice(1));
  const many = call.ids.length !== 1;
  const text = intent === 'restore' ? `Se ${many ? 'restauraron' : 'restauró'}` : `Se ${many ? 'eliminaron' : 'eliminó'}`;
  const undo = intent === 'deactivate' ? undoOf(call.ids) : undefined;
  return redirectDone(context, back, `${text} ${countOf(call.ids.length, 'archivo', 'archivos')}.`, undo);
}

/** Brings deleted files back. */
export function undoOf(ids: readonly string[]): Undo {
  return { restores: 'records', menu: 'briefcase-files', ids };
}
