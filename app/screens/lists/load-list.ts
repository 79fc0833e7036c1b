import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Staff } from '#server/domain/permissions.ts';
import type { ListCall } from '#server/lists/list.ts';
import type { ListPage } from '#server/lists/list-page.ts';
import { freshnessOf, requireStaff } from '../../context.ts';
import { shownColumns, type ListColumn } from '../../ui/ListTable.tsx';
import { readColumnChoice } from '../lists/column-choice.ts';
import { listSearch } from './record-links.ts';

/** What `ListScreen` shows: a page as its verb gives it, with rows that hold only what their columns read. */
export interface ListData<Row> extends Omit<ListPage<object>, 'rows'> {
  rows: readonly Row[];
  search: string;
  /** Names of the columns that somebody chose; null shows the list's own. */
  chosen: readonly string[] | null;
  freshness: { at: string; delayed: boolean };
}

interface ListFacts<Row extends { id: string }, Found> {
  /** Names the list in the cookie of its columns. */
  id: string;
  url: string;
  columns: readonly ListColumn<Row>[];
  /** Fields that a row needs beside those of its columns. */
  also?: readonly (keyof Row & string)[];
  /** The verb, which checks the permission. */
  find: (call: ListCall & { actor: Staff; requestId: string }) => Promise<Found>;
}

/** Data of a list's page; the address is read leniently. */
export async function loadList<Row extends { id: string }, Found extends Omit<ListPage<object>, 'rows'> & { rows: readonly Row[] }>(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  { id, url, columns, also = [], find }: ListFacts<Row, Found>,
): Promise<Found & ListData<Row>> {
  const actor = requireStaff(context);
  const address = new URL(request.url);
  const page = await find({ actor, params: address.searchParams, requestId: context.requestId });
  const chosen = readColumnChoice({ request, context }, { id, url, names: columns.map((column) => column.name) });
  const fields = new Set<keyof Row>(['id', ...also, ...shownColumns(columns, chosen).flatMap((column) => column.fields)]);
  return {
    ...page,
    rows: page.rows.map((row) => pick(row, fields)),
    search: listSearch(address.search),
    chosen,
    freshness: freshnessOf(context),
  };
}

/** The fields that are left out are not missed: a column's cell can only read those that it names. */
function pick<Row extends object>(row: Row, fields: ReadonlySet<keyof Row>): Row {
  const picked: Partial<Row> = {};
  for (const field in row) if (fields.has(field)) picked[field] = row[field];
  return picked as Row;
}
