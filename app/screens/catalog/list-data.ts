import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { CatalogDescription } from '#server/catalogs/describe.ts';
import type { CatalogId } from '#server/catalogs/registry.ts';
import { AppError } from '#server/domain/errors.ts';
import { formText } from '#server/domain/form-text.ts';
import { CONFIRMED_CONTROL, readConfirmed } from '#server/domain/question.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import type { ListCall } from '#server/lists/list.ts';
import { requireStaff, type RequestContext } from '../../context.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { loadList } from '../lists/load-list.ts';
import { listSearch, splitIds } from '../lists/record-links.ts';
import { readPlace } from '../order/order-places.ts';
import { catalogColumns, describeList, type ListParts } from './columns.tsx';
import { activate } from './record-data.ts';

export type CatalogListData = Awaited<ReturnType<typeof loadCatalogList>>;

/** Data of a catalog's list, with a parent of that of one record above; `parts` as its screen draws it. */
export async function loadCatalogList(
  args: LoaderFunctionArgs,
  id: CatalogId,
  { parentId, parts = {} }: { parentId?: string; parts?: ListParts } = {},
) {
  const { catalogs } = args.context.portal;
  const description = catalogs.describe(id, parentId);
  const catalog = describeList(description);
  const find = (call: ListCall) => catalogs.findRecords({ ...call, catalog: id, parentId });
  const data = await loadList(args, { id, url: description.pageUrl, columns: catalogColumns(catalog, parts), find });
  return { catalog, ...data, search: searchOf(args.request, parentId) };
}

/** What the page that shows the list is asked for. That of a record above has a way back of its own to keep. */
function searchOf({ url }: Request, parentId: string | undefined): string {
  const { search } = new URL(url);
  return parentId === undefined ? listSearch(search) : search;
}

/** The forms of a catalog's list, back to the page that shows it; see actOnRecords. */
export async function actOnCatalogList({ request, context }: ActionFunctionArgs, catalog: CatalogId, parentId?: string) {
  const description = context.portal.catalogs.describe(catalog, parentId);
  requireMenu(requireStaff(context), description.menu);
  const page = description.pageUrl + searchOf(request, parentId);
  return actOnRecords(context, { catalog, description, page }, await request.formData());
}

interface ListPlace {
  catalog: CatalogId;
  description: CatalogDescription;
  page: string;
}

/**
 * `intent` move (`place`), deactivate and restore (`ids` of a selection, or `id` of one), also as the way back from them
 * ("Deshacer"); back to `page`.
 */
export async function actOnRecords(context: RequestContext, place: ListPlace, form: FormData) {
  const { catalog, description, page } = place;
  const { parentId } = description;
  const intent = formText(form, 'intent');
  const id = formText(form, 'id');
  // The way back from a selection names a menu, so only a list with a menu of its own takes one.
  const selected = parentId === '' ? splitIds(form.getAll('ids')) : [];
  const confirmed = readConfirmed(formText(form, CONFIRMED_CONTROL));
  if (intent !== 'move') return activate(context, intent, { ...place, target: id === '' ? selected : id, confirmed });
  const call = { catalog, parentId, actor: requireStaff(context), requestId: context.requestId, ...readPlace(formText(form, 'place')) };
  return moveBack(context, page, () => context.portal.catalogs.moveRecord(call));
}

/** A list that changed meanwhile shows as it is now, with what happened. */
async function moveBack(context: RequestContext, page: string, move: () => Promise<void>): Promise<Response> {
  try {
    await move();
    return redirect(page);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    return redirectWithNotice(context, page, { kind: 'error', text: error.userMessage });
  }
}
