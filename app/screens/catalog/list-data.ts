import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { CatalogDescription } from '#server/catalogs/describe.ts';
import type { ListQuery } from '#server/catalogs/list-query.ts';
import type { CatalogId } from '#server/catalogs/registry.ts';
import { formatDateTimeSeconds } from '#server/domain/dates.ts';
import { AppError } from '#server/domain/errors.ts';
import { agree, capitalize } from '#server/domain/grammar.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { countOf } from '#server/domain/text.ts';
import { requireStaff } from '../../context.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { shownColumns } from '../../ui/ListTable.tsx';
import { readColumnChoice } from '../lists/column-choice.ts';
import { listHref, listSearch, splitIds } from '../lists/record-links.ts';
import { cellsOf, offeredColumns } from './columns.ts';

export type CatalogListData = Awaited<ReturnType<typeof loadCatalogList>>;

/** Data of a catalog's list; the address is read leniently. */
export async function loadCatalogList({ request, context }: LoaderFunctionArgs, catalog: CatalogId) {
  const actor = requireStaff(context);
  const { catalogs } = context.portal;
  const description = await catalogs.describeForScreens({ actor, catalog });
  const url = new URL(request.url);
  const search = listSearch(url.search);
  const offered = offeredColumns(description);
  const chosen = readColumnChoice(
    { request, context },
    { id: catalog, url: description.listUrl, names: offered.map((column) => column.name) },
  );
  const { rows, ...page } = await catalogs.findRecords({ actor, catalog, params: url.searchParams });
  const columns = shownColumns(offered, chosen);
  return {
    listUrl: description.listUrl,
    noun: description.noun,
    search,
    page,
    columns,
    chosen: chosen !== null,
    offered: offered.map(({ name, label }) => ({ name, label })),
    filters: filtersOf(description, page.query),
    movable: isWholeOrder(description, page),
    freshness: await readFreshness(context),
    rows: rows.map((row) => ({ id: row.id, cells: cellsOf(row, columns) })),
  };
}

/** What is no longer in use is offered only while the list is filtered by it. */
function filtersOf({ fields }: CatalogDescription, query: ListQuery) {
  return fields
    .filter((field) => field.filter)
    .map(({ name, label, options = [] }) => ({
      name,
      label,
      options: options.filter((option) => !option.retired || option.value === query.filters[name]),
    }));
}

/** Rows can be moved while the list shows all of them, in their own order. */
function isWholeOrder({ orderField }: CatalogDescription, { query }: { query: ListQuery }): boolean {
  return (
    orderField !== '' &&
    query.sort === orderField &&
    query.dir === 'asc' &&
    query.isActive &&
    query.q === '' &&
    Object.keys(query.filters).length === 0
  );
}

async function readFreshness({ portal }: LoaderFunctionArgs['context']): Promise<{ at: string; delayed: boolean }> {
  const { asOf, delayed } = await portal.readModel.freshness();
  return { at: formatDateTimeSeconds(asOf), delayed };
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
    const [direction, id = ''] = splitMove(move);
    await catalogs.moveRecord({ ...call, id, direction });
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
