import { isDocumentId } from '../platform/document-id.ts';
import { AppError } from '../domain/errors.ts';
import type { Staff } from '../domain/permissions.ts';
import { readNeighbours, type Neighbours } from '../read-model/pages/neighbours.ts';
import { countRows } from '../read-model/pages/page-query.ts';
import { readForScreen, type Read } from '../read-model/pages/screen-query.ts';
import { streamRows } from '../read-model/pages/stream-rows.ts';
import type { Services } from '../services.ts';
import type { KeyedExport } from '../workbooks/sheet.ts';
import type { FilterOption } from './filters.ts';
import { chooseColumns } from './columns.ts';
import { readChoices, readListPage, readSentences, type ListPage } from './list-page.ts';
import { planListQuery, listTitle, requireListMenu, shownTo, type AnyList, type ListCall } from './list.ts';

/** `params` belongs to the list's address, not to the record's. */
export type NeighboursCall = ListCall & { id: string };

export interface ChoicesCall {
  actor: Staff;
  /** Name of the filter. */
  filter: string;
}

/** The verbs of a list, to be bound to the services; each checks the permission itself. */
export function listVerbs<Row extends { id: string }>(list: AnyList<Row>) {
  return {
    findPage: (services: Services, call: ListCall): Promise<ListPage<Row>> =>
      readForList(services, list, call, (read) => readListPage(read, list, call)),
    /** The records before and after one in the list at that address, across its pages. Errors: `forbidden`. */
    findNeighbours: (services: Services, call: NeighboursCall): Promise<Neighbours> =>
      readForList(services, list, call, (read) => readListNeighbours(read, list, call)),
    /** The options of a filter. Errors: `invalid-input` for a filter that the list does not have. */
    findChoices: async ({ sql }: Services, { actor, filter: name }: ChoicesCall): Promise<FilterOption[]> => {
      requireListMenu(actor, list);
      const filter = list.filters.find(({ select }) => select?.name === name);
      if (!filter) throw new AppError('invalid-input', 'unknown filter', { userMessage: 'La lista no tiene ese filtro.' });
      return readForScreen(sql, (read) => readChoices(read, filter, actor));
    },
    exportRows: (services: Services, call: ListCall) => exportList(services, list, call),
  };
}

/** Runs the reads of one screen of a list in one snapshot; refuses before it takes a connection. Errors: `forbidden`. */
export async function readForList<Row, Result>(
  { sql }: Pick<Services, 'sql'>,
  list: AnyList<Row>,
  { actor }: Pick<ListCall, 'actor'>,
  work: (read: Read) => Promise<Result>,
): Promise<Result> {
  requireListMenu(actor, list);
  return readForScreen(sql, work);
}

async function readListNeighbours<Row>(read: Read, list: AnyList<Row>, call: NeighboursCall): Promise<Neighbours> {
  const { plan } = planListQuery(list, call);
  if (!isDocumentId(call.id)) return { previous: null, next: null };
  return readNeighbours(read, plan, { id: call.id, access: list.access?.(call.actor) ?? [] });
}

/**
 * Exports all pages of the list with these parameters, in the same order; all columns or the
 * screen's. Errors: `forbidden`, `invalid-input`.
 */
export async function exportList<Row extends { id: string }>(services: Services, list: AnyList<Row>, call: ListCall): Promise<KeyedExport> {
  requireListMenu(call.actor, list, 'export');
  const { query, plan } = planListQuery(list, call);
  const { columns, isChosen } = chooseColumns(list.columns, call.params);
  const [{ asOf }, { sentences, scope }] = await Promise.all([
    services.readModel.freshness(),
    readForScreen(services.sql, async (read) => ({
      sentences: await readSentences(read, list, call.actor, query),
      scope: await list.scope?.(read, call.actor),
    })),
  ]);
  const shown = shownTo(list, call.actor);
  const { title = listTitle(list), file = listTitle(list) } = list.sheet ?? {};
  async function* lines(signal: AbortSignal) {
    for await (const rows of streamRows<Row>(services.sql, plan)) {
      signal.throwIfAborted();
      yield rows.map(shown).map((row) => ({ key: row.id, cells: columns.map(({ value }) => value(row)) }));
    }
  }
  return {
    prefix: file,
    sheet: {
      title,
      name: listTitle(list),
      parameters: [
        ...sentences.map(({ label, value }) => [label, value] as const),
        ...(isChosen ? [['Columnas', columns.map((column) => column.title).join(', ')] as const] : []),
      ],
      ...(scope && { scope }),
      columns,
      generatedAt: new Date(),
      generatedBy: call.actor.name,
      asOf,
      organisation: services.liveSettings.current().cooperativeName,
    },
    rows: async function* (signal) {
      for await (const batch of lines(signal)) yield batch.map(({ cells }) => cells);
    },
    lines,
    countRows: (most) => countRows(services.sql, plan, most),
  };
}
