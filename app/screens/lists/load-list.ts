import type { LoaderFunctionArgs } from '@remix-run/node';
import { REPORT_PARAM } from '#server/domain/list-params.ts';
import { describeMissingParts, savedQuery, VIEW_PARAM } from '#server/domain/saved-views.ts';
import type { Staff } from '#server/domain/permissions.ts';
import type { ListCall } from '#server/lists/list.ts';
import type { ShownColumn } from '#server/lists/columns.ts';
import type { ListPage } from '#server/lists/list-page.ts';
import { freshnessOf, requireStaff } from '../../context.ts';
import { shownColumns, type OwnCells, type ShownRow, type SizedColumn } from './cells.tsx';
import { COMPACT_ROWS } from './ColumnChoice.tsx';
import { readListLook } from './column-choice.ts';
import { listSearch } from '../../record-links.ts';
import { shareWidth } from '../../ui/share-width.ts';

/** The data of `ListScreen`: a page from its verb, reduced to the parts of its rows that are shown. */
export interface ListData<Row> extends Omit<ListPage<object>, 'cells' | 'columns' | 'rows'> {
  columns: readonly SizedColumn[];
  rows: readonly Row[];
  search: string;
  /** One per page, as idempotency key: an act on the selection that is sent twice is done once. */
  formToken: string;
  /** Names of the chosen columns; null for the default ones. */
  chosen: readonly string[] | null;
  /** Breadcrumbs of the report that led here; empty otherwise. */
  wayBack: readonly { label: string; href: string }[];
  freshness: { at: string; delayed: boolean };
  /** Rows have minimal height. */
  isCompact: boolean;
  /** The view that the address names; `lost` when it no longer exists or is no longer shared with the person. */
  view: ShownView | 'lost' | null;
  /** Views of this list can be saved. */
  keepsViews: boolean;
}

/** A view as its list shows it. */
export interface ShownView {
  id: string;
  name: string;
  mayChange: boolean;
  /** The person may schedule it to be sent. */
  maySchedule: boolean;
  /** Filters, sorting or columns differ from the view now. */
  isChanged: boolean;
  /** Parts of the view that the list no longer has, in words. */
  gone: readonly string[];
}

type FoundPage<Row> = Omit<ListPage<object>, 'rows'> & { rows: readonly Row[] };

interface ListFacts<Row extends { id: string }, Found> {
  /** The verb, which checks the permission. */
  find: (call: ListCall & { actor: Staff; requestId: string }) => Promise<Found>;
  /** Cells that the screen draws itself. */
  own?: OwnCells<Row>;
  /** Further row fields that the screen reads. */
  also?: readonly (keyof Row & string)[];
}

/** Loads a list's page; invalid parameters in the address are tolerated. */
export async function loadList<Row extends { id: string }, Found extends FoundPage<Row>>(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  { find, own = {}, also = [] }: ListFacts<Row, Found>,
): Promise<Omit<Found, 'cells' | 'columns' | 'rows'> & ListData<Row & ShownRow>> {
  const actor = requireStaff(context);
  const address = new URL(request.url);
  const { rows, cells, columns: found, ...page } = await find({ actor, params: address.searchParams, requestId: context.requestId });
  const { list, query } = page;
  const columns = keepSorted(found, query.sort);
  const names = columns.map(({ name }) => name);
  const foundView = await readView(context, address, list.url);
  const opened = foundView === 'lost' ? null : foundView;
  const look = readListLook({ request, context }, { ...list, names, ...(opened && { id: `${list.id}_${opened.id}` }) });
  const chosen = look.chosen ?? (opened && knownOf(names, opened.columnas));
  const isCompact = look.isCompact ?? opened?.densidad === COMPACT_ROWS;
  const shown = shownColumns(columns, chosen);
  const places = shown.map((column) => columns.indexOf(column));
  const sized = sizeColumns(shown, {
    texts: shown.map(({ name }, at) => {
      const says = own[name]?.says;
      return says ? rows.map(says) : cells.map((row) => String(row[places[at] ?? -1] ?? ''));
    }),
    isOfAllScreens: chosen !== null,
    drawsItself: ({ name }) => own[name]?.draw !== undefined && own[name].says === undefined,
  });
  const fields = new Set<keyof Row>(['id', ...also, ...shown.flatMap(({ name }) => own[name]?.needs ?? [])]);
  return {
    ...page,
    // Hidden columns carry only what the column choice needs.
    columns: columns.map((column) => sized[shown.indexOf(column)] ?? { name: column.name, label: column.label, optional: true }),
    rows: rows.map((row, at) => ({ ...pick(row, fields), cells: places.map((place) => cells[at]?.[place] ?? null) })),
    search: listSearch(address.search),
    formToken: crypto.randomUUID(),
    chosen,
    wayBack: address.searchParams.has(REPORT_PARAM) ? context.portal.reports.findWayBack({ actor, params: address.searchParams }) : [],
    freshness: freshnessOf(context),
    isCompact,
    view: foundView && foundView !== 'lost' ? shownView(foundView, address, page, { names, chosen, isCompact }) : foundView,
    keepsViews: context.portal.views.supportsViews(list.url),
  };
}

/**
 * The column that sorts the list shows on all but phones, because the order of the rows says nothing without it. On the narrowest screens
 * another one makes room for it: the last that phones do not need either.
 */
function keepSorted(columns: readonly ShownColumn[], sort: string): readonly ShownColumn[] {
  const from = columns.find(({ name }) => name === sort)?.from;
  if (from === undefined || from === 'sm') return columns;
  const spared = columns.findLast((column) => column.from === 'sm' && column.phone === undefined);
  return columns.map((column) =>
    column.name === sort ? { ...column, from: 'sm' } : column === spared ? { ...column, from: 'md' } : column,
  );
}

interface SizeFacts {
  /** Texts of each column. */
  texts: readonly (readonly string[])[];
  /** The columns were chosen: all show on every screen width. */
  isOfAllScreens: boolean;
  drawsItself: (column: ShownColumn) => boolean;
}

/** Text columns with their share of the table's width. */
function sizeColumns(shown: readonly ShownColumn[], { texts, isOfAllScreens, drawsItself }: SizeFacts): SizedColumn[] {
  const shares = shareWidth(
    shown.map((column, index) => {
      const looks = column.look?.split(' ') ?? [];
      const wraps = looks.includes('whole');
      const from = isOfAllScreens ? undefined : column.from;
      if (!wraps && !looks.includes('cut')) return { from };
      return { label: column.label, texts: texts[index] ?? [], from, wraps, holdsMore: drawsItself(column) };
    }),
  );
  return shown.map((column, index) => {
    const { isShort = false, share } = shares[index] ?? {};
    return { ...column, ...(isShort && { look: 'nowrap' }), ...(share !== undefined && { room: share }) };
  });
}

async function readView(context: LoaderFunctionArgs['context'], { searchParams }: URL, url: string) {
  const id = searchParams.get(VIEW_PARAM);
  if (id === null) return null;
  return (await context.portal.views.openView({ actor: requireStaff(context), id, url })) ?? 'lost';
}

type OpenedView = Exclude<Awaited<ReturnType<typeof readView>>, 'lost' | null>;

const knownOf = (names: readonly string[], wanted: readonly string[]): string[] | null => {
  const known = names.filter((name) => wanted.includes(name));
  return known.length > 0 ? known : null;
};

function shownView(
  { id, nombre, consulta, columnas, densidad, mayChange, maySchedule }: OpenedView,
  address: URL,
  { query }: Pick<ListPage<object>, 'query'>,
  { names, chosen, isCompact }: { names: readonly string[]; chosen: readonly string[] | null; isCompact: boolean },
): ShownView {
  const now = savedQuery(address.search);
  return {
    id,
    name: nombre,
    mayChange,
    maySchedule,
    isChanged: now !== consulta || chosen?.join() !== knownOf(names, columnas)?.join() || isCompact !== (densidad === COMPACT_ROWS),
    gone: describeMissingParts({ consulta: now, columnas }, { ...query, columns: names }),
  };
}

/** Omitted fields are not missed: an `ownCell` can only read the fields it names. */
function pick<Row extends object>(row: Row, fields: ReadonlySet<keyof Row>): Row {
  const picked: Partial<Row> = {};
  for (const field in row) if (fields.has(field)) picked[field] = row[field];
  return picked as Row;
}
