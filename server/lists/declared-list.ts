import type { Noun } from '../domain/grammar.ts';
import type { MenuId } from '../domain/menu.ts';
import type { Staff } from '../domain/permissions.ts';
import { isDocumentId } from '../platform/document-id.ts';
import type { AnswerCall, Services } from '../services.ts';
import type { AnswerFormat, KeyedExport, SheetExport } from '../workbooks/sheet.ts';
import type { BulkAct } from './bulk-act.ts';
import type { ListSort } from './columns.ts';
import type { FilterOption } from './filters.ts';
import type { ListImport } from './list-import.ts';
import { listVerbs, type ChoicesCall } from './list-verbs.ts';
import { sortsOf, type QueryableList, type LinkedList, type List } from './list.ts';
import { searchedList, type Answer, type SearchedList } from './search-hits.ts';

declare module '../services.ts' {
  interface Registries {
    lists: readonly DeclaredList[];
    /** Every list and report that can be exported: answered at `<url>/export`, or written by a worker when the file is large. */
    exportAddresses: readonly ExportAddress[];
    /** Every list with rows that may wait for a person, in the order of the inbox. */
    inboxLists: readonly InboxSource[];
  }
}

export interface ExportCall {
  actor: Staff;
  /** Parameters of the exported list or report. */
  params: URLSearchParams;
  format: AnswerFormat;
  /** Id of the parent record, for `:id` in the address. */
  parentId?: string;
}

/** The export of a list or report: served at `<url>/export`, and to the worker that writes a large one. */
export interface ExportAddress {
  /** In the syntax of a route, with `:id`. */
  url: string;
  /** Checks the permission and describes the file. Errors: those of the verb, including `forbidden`. */
  open(this: void, services: Services, call: ExportCall): Promise<SheetExport>;
  /** Its rows are members: exporting many of them requires a recent proof of identity. */
  holdsMembers?: true;
}

/** A list whose type of row does not matter. */
export type InboxList = LinkedList & Pick<List<unknown>, 'inbox'>;

/** A list, or a function that gives the list for a person; null when none of it is for them. */
export type InboxSource = InboxList | ((actor: Staff) => InboxList | null);

/** A list with everything that the portal does with it besides its page, declared once by its feature. */
export interface DeclaredList extends ExportAddress {
  open(this: void, services: Services, call: ExportCall): Promise<KeyedExport>;
  /** Absent where no filter loads its choices. */
  findChoices?: (services: Services, call: ChoicesCall) => Promise<FilterOption[]>;
  /** Present if the global search covers the list. */
  searched?: SearchedList;
  /**
   * Answers from records named by a search, in the order of the ids, only for records that the person may see. With `q` the records were
   * found by its words in any column: then only those answer that `q` means.
   */
  answer?: (services: Services, call: { actor: Staff; ids: readonly string[]; q?: string }) => Promise<Answer[]>;
  inbox?: InboxSource;
  /** Opens the list for other callers than its page: bulk acts on everything a search found, and saved views. */
  asked?: ListSource;
  /** For a list that can have saved views but differs per person, so that nobody may query it on behalf of others. */
  viewed?: ViewedSource;
  /** Bulk acts on a selection of its records (server/features/bulk). */
  acts?: readonly BulkAct[];
  /** For a list under a parent record (`:id` in the address): the list of one parent. */
  under?: (parentId: string) => Pick<DeclaredList, 'acts' | 'asked'>;
  /** Present if its records can be imported from a spreadsheet (server/imports). */
  imports?: ListImport;
  /** The sorts for which its table has an index (`npm run schema`). */
  sorted?: { table: string; sorts: Readonly<Record<string, ListSort>> };
}

/** The list at an address; for a list under parent records, that of the one parent. */
export function listAt(lists: readonly DeclaredList[], url: string): Pick<DeclaredList, 'acts' | 'asked' | 'imports'> | undefined {
  for (const list of lists) {
    const [before = '', after = ''] = list.url.split(':id');
    if (!list.under && list.url === url) return list;
    if (!list.under || !url.startsWith(before) || !url.endsWith(after)) continue;
    const parentId = decoded(url.slice(before.length, url.length - after.length));
    if (isDocumentId(parentId)) return list.under(parentId);
  }
  return undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** The address of the options of its filters (`?filter=`), fetched when one is opened. */
export function choicesAnswers({ url, findChoices }: DeclaredList) {
  if (!findChoices) return [];
  const read = (services: Services, { actor, params }: AnswerCall) => findChoices(services, { actor, filter: params.get('filter') ?? '' });
  return [{ url: `${url}/choices`, read }];
}

/** Opens a list in its current form. */
export interface ListSource {
  menu: MenuId;
  noun: Noun;
  open(this: void, services: Services): QueryableList | Promise<QueryableList>;
}

/** A list with saved views, in its current form for one person. */
export interface ViewedSource {
  /** For a list that differs per person: the menu by which this person opens it; null if they may not. */
  menu: MenuId | ((actor: Staff) => MenuId | null);
  noun: Pick<Noun, 'plural'>;
  open(this: void, services: Services, actor: Staff): QueryableList | Promise<QueryableList>;
}

/** Declares a list that is the same for everybody, with its export, choices and inbox lines. */
export function declareList<Row extends { id: string }>(
  list: List<Row>,
  { isSearched = true, answer, holdsMembers }: Pick<DeclaredList, 'answer' | 'holdsMembers'> & { isSearched?: boolean } = {},
): DeclaredList {
  const { exportRows, findChoices } = listVerbs(list);
  return {
    url: list.url,
    open: exportRows,
    ...(holdsMembers && { holdsMembers }),
    findChoices,
    ...(isSearched && { searched: searchedList(list) }),
    ...(list.inbox && { inbox: list }),
    ...(answer && { answer }),
    asked: listSource(list),
    ...(list.acts && { acts: list.acts }),
    sorted: sortedTable(list),
  };
}

export function listSource<Row>(list: List<Row>): ListSource {
  return { menu: list.menu, noun: list.noun, open: () => list };
}

export function sortedTable(list: Pick<List<never>, 'columns' | 'sortable' | 'source'>): DeclaredList['sorted'] {
  return { table: list.source.table, sorts: sortsOf(list) };
}
