import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { ListedRecord } from '#server/catalogs/catalog-list.ts';
import type { CatalogId } from '#server/catalogs/registry.ts';
import { AppError } from '#server/domain/errors.ts';
import { agree, capitalize } from '#server/domain/grammar.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { countOf } from '#server/domain/text.ts';
import type { ListCall } from '#server/lists/list.ts';
import { requireStaff } from '../../context.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { loadList } from '../lists/load-list.ts';
import { listHref, listSearch, splitIds } from '../lists/record-links.ts';
import { catalogColumns, describeList, type CatalogListRow } from './columns.tsx';

export type CatalogListData = Awaited<ReturnType<typeof loadCatalogList>>;

/** Data of a catalog's list. */
export async function loadCatalogList(args: LoaderFunctionArgs, id: CatalogId) {
  const { catalogs } = args.context.portal;
  const catalog = describeList(catalogs.describe(id));
  const find = async (call: ListCall) => {
    const { rows, ...page } = await catalogs.findRecords({ ...call, catalog: id });
    return { ...page, rows: rows.map(toListRow) };
  };
  return { catalog, ...(await loadList(args, { id, url: catalog.listUrl, columns: catalogColumns(catalog), find })) };
}

function toListRow({ id, values, createdAt, updatedAt }: ListedRecord): CatalogListRow {
  return { ...values, createdAt, updatedAt, id };
}

/** Bulk deactivate and restore (`intent`, `ids`), and the way back from them ("Deshacer"). */
export async function actOnCatalogList({ request, context }: ActionFunctionArgs, catalog: CatalogId) {
  const actor = requireStaff(context);
  const { catalogs } = context.portal;
  const { noun, listUrl, menu } = catalogs.describe(catalog);
  requireMenu(actor, menu);
  const form = await request.formData();
  const call = { actor, catalog, requestId: context.requestId };
  const move = form.get('move');
  if (typeof move === 'string') {
    const [to, id] = splitMove(move);
    await catalogs.moveRecord({ ...call, id, to });
    return redirect(listHref(listUrl, listSearch(new URL(request.url).search).slice(1)));
  }
  const ids = splitIds(form.getAll('ids'));
  const intent = form.get('intent');
  if (intent === 'deactivate') await catalogs.deactivateRecords({ ...call, ids });
  else if (intent === 'restore') await catalogs.restoreRecords({ ...call, ids });
  else throw new AppError('invalid-input', 'unknown intent', { userMessage: 'La acción pedida no existe. Vuelva a abrir la lista.' });
  const back = listHref(listUrl, listSearch(new URL(request.url).search).slice(1));
  const done = intent === 'deactivate' ? 'eliminado' : 'restaurado';
  return redirectWithNotice(context, back, {
    kind: 'success',
    text: `${capitalize(countOf(ids.length, noun.singular, noun.plural))} ${agree(noun, done, ids.length)}.`,
    ...(intent === 'deactivate' ? { undo: { restores: 'records', menu, ids } } : {}),
  });
}

/** `up/<id>` or `down/<id>`: what an arrow of a row sends. */
function splitMove(move: string): ['up' | 'down', string] {
  const [direction, id = ''] = move.split('/');
  if (direction === 'up' || direction === 'down') return [direction, id];
  throw new AppError('invalid-input', 'unknown direction', { userMessage: 'La acción pedida no existe. Vuelva a abrir la lista.' });
}
