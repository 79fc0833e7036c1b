import type { LoaderFunctionArgs } from '@remix-run/node';
import { REPORT_PARAM } from '#server/domain/list-params.ts';
import type { Staff } from '#server/domain/permissions.ts';
import type { ListCall } from '#server/lists/list.ts';
import type { ListPage } from '#server/lists/list-page.ts';
import { freshnessOf, requireStaff } from '../../context.ts';
import { shownColumns, type OwnCells, type ShownRow } from './cells.tsx';
import { readColumnChoice } from './column-choice.ts';
import { listSearch } from '../../record-links.ts';

/** What `ListScreen` shows: a page as its verb gives it, with no more of its rows than what shows. */
export interface ListData<Row> extends Omit<ListPage<object>, 'cells' | 'rows'> {
  rows: readonly Row[];
  search: string;
  /** One per page: an act on its selection that is sent twice with it is done once. */
  formToken: string;
  /** Names of the columns that somebody chose; null shows the list's own. */
  chosen: readonly string[] | null;
  /** The report that led here, and where it belongs; none otherwise. */
  wayBack: readonly { label: string; href: string }[];
  freshness: { at: string; delayed: boolean };
}

type FoundPage<Row> = Omit<ListPage<object>, 'rows'> & { rows: readonly Row[] };

interface ListFacts<Row extends { id: string }, Found> {
  /** The verb, which checks the permission. */
  find: (call: ListCall & { actor: Staff; requestId: string }) => Promise<Found>;
  /** Cells that the screen draws itself. */
  own?: OwnCells<Row>;
  /** What else of a row the screen reads. */
  also?: readonly (keyof Row & string)[];
}

/** Data of a list's page; the address is read leniently. */
export async function loadList<Row extends { id: string }, Found extends FoundPage<Row>>(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  { find, own = {}, also = [] }: ListFacts<Row, Found>,
): Promise<Omit<Found, 'cells' | 'rows'> & ListData<Row & ShownRow>> {
  const actor = requireStaff(context);
  const address = new URL(request.url);
  const { rows, cells, ...page } = await find({ actor, params: address.searchParams, requestId: context.requestId });
  const { columns, list } = page;
  const chosen = readColumnChoice({ request, context }, { ...list, names: columns.map(({ name }) => name) });
  const shown = shownColumns(columns, chosen);
  const places = shown.map((column) => columns.indexOf(column));
  const fields = new Set<keyof Row>(['id', ...also, ...shown.flatMap(({ name }) => own[name]?.needs ?? [])]);
  return {
    ...page,
    // Of those that do not show, no more than their choice needs.
    columns: columns.map((column) => (shown.includes(column) ? column : { name: column.name, label: column.label, optional: true })),
    rows: rows.map((row, at) => ({ ...pick(row, fields), cells: places.map((place) => cells[at]?.[place] ?? null) })),
    search: listSearch(address.search),
    formToken: crypto.randomUUID(),
    chosen,
    wayBack: address.searchParams.has(REPORT_PARAM) ? context.portal.reports.findWayBack({ actor, params: address.searchParams }) : [],
    freshness: freshnessOf(context),
  };
}

/** The fields that are left out are not missed: a cell of its own can only read those that it names. */
function pick<Row extends object>(row: Row, fields: ReadonlySet<keyof Row>): Row {
  const picked: Partial<Row> = {};
  for (const field in row) if (fields.has(field)) picked[field] = row[field];
  return picked as Row;
}
