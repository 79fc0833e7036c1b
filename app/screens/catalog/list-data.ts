import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { CatalogDescription } from '#server/catalogs/describe.ts';
import type { CatalogId } from '#server/catalogs/registry.ts';
import { AppError } from '#server/domain/errors.ts';
import { flashCookie } from '#server/domain/flash.ts';
import { agree, capitalize } from '#server/domain/grammar.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { countOf } from '#server/domain/text.ts';
import { requireStaff } from '../../context.ts';
import { joinIds, listHref, listSearch, splitIds } from './catalog-links.ts';
import { cellsOf, columnsCookie, offeredColumns, readColumnsCookie, shownColumns } from './columns.ts';

export type CatalogListData = Awaited<ReturnType<typeof loadCatalogList>>;

/** Data of a catalog's list; the address is read leniently. */
export async function loadCatalogList({ request, context }: LoaderFunctionArgs, catalog: CatalogId) {
  const actor = requireStaff(context);
  const { catalogs } = context.portal;
  const description = catalogs.describe(catalog);
  requireMenu(actor, description.menu);
  const url = new URL(request.url);
  const search = listSearch(url.search);
  rememberColumns(url, description, context.config.session.secureCookie);
  const { rows, ...page } = await catalogs.findRecords({ actor, catalog, params: url.searchParams });
  const columns = shownColumns(description, readColumnsCookie(request.headers.get('Cookie'), catalog));
  return {
    listUrl: description.listUrl,
    noun: description.noun,
    search,
    page,
    columns,
    offered: offeredColumns(description).slice(1).map(({ name, label }) => ({ name, label })),
    filters: description.fields.filter((field) => field.filter).map(({ name, label, options = [] }) => ({ name, label, options })),
    rows: rows.map((row) => ({ id: row.id, cells: cellsOf(row, columns) })),
  };
}

/** A column choice arrives as `columns` in the address: it goes to the cookie and the address is clean again. */
function rememberColumns(url: URL, description: CatalogDescription, secure: boolean): void {
  const chosen = url.searchParams.getAll('columns');
  if (chosen.length === 0) return;
  const known = offeredColumns(description).map((column) => column.name).filter((name) => chosen.includes(name));
  throw redirect(description.listUrl + listSearch(url.search), { headers: { 'Set-Cookie': columnsCookie(description.id, known, secure) } });
}

/** Bulk deactivate and restore (`intent`, `ids`), and the way back from them ("Deshacer"). */
export async function actOnCatalogList({ request, context }: ActionFunctionArgs, catalog: CatalogId) {
  const actor = requireStaff(context);
  const { catalogs } = context.portal;
  const { noun, listUrl, menu } = catalogs.describe(catalog);
  requireMenu(actor, menu);
  const form = await request.formData();
  const ids = splitIds(form.getAll('ids'));
  const intent = form.get('intent');
  const call = { actor, catalog, ids, requestId: context.requestId };
  if (intent === 'deactivate') await catalogs.deactivateRecords(call);
  else if (intent === 'restore') await catalogs.restoreRecords(call);
  else throw new AppError('invalid-input', 'unknown intent', { userMessage: 'La acción pedida no existe. Vuelva a abrir la lista.' });
  const back = listHref(listUrl, listSearch(new URL(request.url).search).slice(1));
  const done = intent === 'deactivate' ? 'eliminado' : 'restaurado';
  const flash = flashCookie({
    kind: 'success',
    text: `${capitalize(countOf(ids.length, noun.singular, noun.plural))} ${agree(noun, done, ids.length)}.`,
    undo: { action: back, fields: { intent: intent === 'deactivate' ? 'restore' : 'deactivate', ids: joinIds(ids) } },
  });
  return redirect(back, { headers: { 'Set-Cookie': flash } });
}
