import type { Noun } from '../domain/grammar.ts';
import type { MenuId } from '../domain/menu.ts';
import type { Staff } from '../domain/permissions.ts';
import type { AnswerFormat } from '../entrances/request/send-export.ts';
import { isDocumentId } from '../platform/document-id.ts';
import type { Services } from '../services.ts';
import type { KeyedExport, SheetExport } from '../workbooks/sheet.ts';
import type { BulkAct } from './bulk-act.ts';
import type { ListSort } from './columns.ts';
import type { FilterOption } from './filters.ts';
import type { ListImport } from './list-import.ts';
import { listVerbs, type ChoicesCall } from './list-verbs.ts';
import { sortsOf, type AskedList, type LinkedList, type List } from './list.ts';
import { searchedList, type Answer, type SearchedList } from './search-hits.ts';

declare module '../services.ts' {
  interface Registries {
    lists: readonly DeclaredList[];
    /** Every list and report that gives a file: what `<url>/export` answers, and what a worker writes when it is large. */
    exportAddresses: readonly ExportAddress[];
    /** Every list of which something may wait for a person, in the order of their inbox. */
    inboxLists: readonly InboxSource[];
  }
}

export interface ExportCall {
  actor: Staff;
  /** Of the list or report that is exported. */
  params: URLSearchParams;
  format: AnswerFormat;
  /** Id of the record above, where `:id` stands in the address. */
  parentId?: string;
}

/** A list or report as far as it gives a file: at `<url>/export`, and to the worker that writes a large one. */
export interface ExportAddress {
  /** As a route declares it. */
  url: string;
  /** Checks the permission and describes the file. Errors: those of the verb, `forbidden` among them. */
  open(this: void, services: Services, call: ExportCall): Promise<SheetExport>;
  /** Its rows are members: many of them leave only with who has just proved who they are. */
  holdsMembers?: true;
}

/** A list whose rows nobody looks at here. */
export type InboxList = LinkedList & Pick<List<unknown>, 'inbox'>;

/** A list, or what is it for a person; null when nothing of it is for them. */
export type InboxSource = InboxList | ((actor: Staff) => InboxList | null);

/** A list with what the portal does with it beside its page; said once, where its feature is declared. */
export interface DeclaredList extends ExportAddress {
  open(this: void, services: Services, call: ExportCall): Promise<KeyedExport>;
  /** What `<url>/choices` answers; absent where another route does, or no filter asks. */
  findChoices?: (services: Services, call: ChoicesCall) => Promise<FilterOption[]>;
  /** The search of everything looks through it. */
  searched?: SearchedList;
  /**
   * What records answer that a search names, in the order of the ids; of those alone that the person may see. With `q` they were found by
   * its words in any columns, and those alone answer that it means.
   */
  answer?: (services: Services, call: { actor: Staff; ids: readonly string[]; q?: string }) => Promise<Answer[]>;
  inbox?: InboxSource;
  /** Who asks for its rows beside its page: acts on all that a search found, views that people keep. */
  asked?: AskedSource;
  /** Views are kept of it though it is another list for each person, so that nobody asks for its rows on behalf of others. */
  viewed?: ViewedSource;
  /** What is done to a selection of its records (server/features/bulk). */
  acts?: readonly BulkAct[];
  /** The list of one record above, where `:id` stands in the address. */
  under?: (parentId: string) => Pick<DeclaredList, 'acts' | 'asked'>;
  /** Its records may come from a spreadsheet (server/imports). */
  imports?: ListImport;
  /** Its table has an index for each of these (`npm run schema`). */
  sorted?: { table: string; sorts: Readonly<Record<string, ListSort>> };
}

/** The list at an address as it is asked for: of a list under other records that of one of them. */
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

/** A list to be asked as it is now. */
export interface AskedSource {
  menu: MenuId;
  noun: Noun;
  open(this: void, services: Services): AskedList | Promise<AskedList>;
}

/** A list of which views are kept, as it is now for somebody. */
export interface ViewedSource {
  /** Of one that is another for each person the one by which they open it; null for who may not. */
  menu: MenuId | ((actor: Staff) => MenuId | null);
  noun: Pick<Noun, 'plural'>;
  open(this: void, services: Services, actor: Staff): AskedList | Promise<AskedList>;
}

/** A list as it is whoever asks: it gives a file, its filters offer choices, and what it says of the inbox waits for people. */
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
    asked: askedSource(list),
    ...(list.acts && { acts: list.acts }),
    sorted: sortedTable(list),
  };
}

export function askedSource<Row>(list: List<Row>): AskedSource {
  return { menu: list.menu, noun: list.noun, open: () => list };
}

export function sortedTable(list: Pick<List<never>, 'columns' | 'sortable' | 'source'>): DeclaredList['sorted'] {
  return { table: list.source.table, sorts: sortsOf(list) };
}
