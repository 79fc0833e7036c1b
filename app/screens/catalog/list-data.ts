import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { ListedRecord } from '#server/catalogs/catalog-list.ts';
import type { CatalogId } from '#server/catalogs/registry.ts';
import { AppError } from '#server/domain/errors.ts';
import { formText } from '#server/domain/form-text.ts';
import { agree, capitalize } from '#server/domain/grammar.ts';
import type { Undo } from '#server/domain/notice.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { countOf } from '#server/domain/text.ts';
import type { ListCall } from '#server/lists/list.ts';
import { requireStaff, type RequestContext } from '../../context.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { loadList } from '../lists/load-list.ts';
import { listSearch, splitIds } from '../lists/record-links.ts';
import { readPlace } from '../order/order-places.ts';
import { catalogColumns, describeList, type CatalogListRow, type ListParts } from './columns.tsx';
import { undoOf } from './record-data.ts';

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
  const find = async (call: ListCall) => {
    const { rows, ...page } = await catalogs.findRecords({ ...call, catalog: id, parentId });
    return { ...page, rows: rows.map(toListRow) };
  };
  const data = await loadList(args, { id, url: description.pageUrl, columns: catalogColumns(catalog, parts), find });
  return { catalog, ...data, search: searchOf(args.request, parentId) };
}

function toListRow({ id, values, createdAt, updatedAt }: ListedRecord): CatalogListRow {
  return { ...values, createdAt, updatedAt, id };
}

/** What the page that shows the list is asked for. That of a record above has a way back of its own to keep. */
function searchOf({ url }: Request, parentId: string | undefined): string {
  const { search } = new URL(url);
  return parentId === undefined ? listSearch(search) : search;
}

/** The forms of a catalog's list, back to the page that shows it; see actOnRecords. */
export async function actOnCatalogList({ request, context }: ActionFunctionArgs, catalog: CatalogId, parentId?: string): Promise<Response> {
  const { menu, pageUrl } = context.portal.catalogs.describe(catalog, parentId);
  requireMenu(requireStaff(context), menu);
  return actOnRecords(context, { catalog, parentId, page: pageUrl + searchOf(request, parentId) }, await request.formData());
}

interface ListPlace {
  catalog: CatalogId;
  parentId: string | undefined;
  page: string;
}

/**
 * `intent` move (`place`), deactivate and restore (`ids` of a selection, or `id` of one), also as the way back from them
 * ("Deshacer"); back to `page`.
 */
export async function actOnRecords(context: RequestContext, { page, ...place }: ListPlace, form: FormData): Promise<Response> {
  const { catalogs } = context.portal;
  const { noun, ...description } = catalogs.describe(place.catalog, place.parentId);
  const call = { ...place, actor: requireStaff(context), requestId: context.requestId };
  const intent = formText(form, 'intent');
  if (intent === 'move') return moveBack(context, page, () => catalogs.moveRecord({ ...call, ...readPlace(formText(form, 'place')) }));
  const id = formText(form, 'id');
  // The way back from a selection names a menu, so only a list with a menu of its own takes one.
  const selected = place.parentId === undefined ? splitIds(form.getAll('ids')) : [];
  const ids = id === '' ? selected : [id];
  if (intent === 'deactivate') await catalogs.deactivateRecords({ ...call, ids });
  else if (intent === 'restore') await catalogs.restoreRecords({ ...call, ids });
  else throw new AppError('invalid-input', 'unknown intent', { userMessage: 'La acción pedida no existe. Vuelva a abrir la lista.' });
  const subject = id === '' ? countOf(ids.length, noun.singular, noun.plural) : noun.singular;
  const undo: Undo = id === '' ? { restores: 'records', menu: description.menu, ids } : undoOf(description, id);
  return redirectWithNotice(context, page, {
    kind: 'success',
    text: `${capitalize(subject)} ${agree(noun, intent === 'deactivate' ? 'eliminado' : 'restaurado', id === '' ? ids.length : 1)}.`,
    ...(intent === 'deactivate' && { undo }),
  });
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
