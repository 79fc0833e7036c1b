import { MENU_IDS } from '../../domain/menu.ts';
import { canOpen, type Staff } from '../../domain/permissions.ts';
import { recentPaths } from './domain/recent-records.ts';
import { searchTerms } from '../../domain/search.ts';
import { readViews, viewLink } from '../../lists/saved-views.ts';
import { capOf, type Answer, type Found, type Hit, type OpenList, type Search, type SearchedList } from '../../lists/search-hits.ts';
import { joinFragments } from '../../platform/sql/sql-fragment.ts';
import { findNames } from '../../read-model/pages/search-condition.ts';
import { readForScreen, type Read } from '../../read-model/pages/screen-query.ts';
import type { Services } from '../../services.ts';
import { readRolesForScreen } from '../../staff/role-directory.ts';
import { findActions, type Action } from './actions.ts';
import { findAnswers } from './answers.ts';
import { readRecent, type RecentHit } from './recent.ts';

export interface SearchCall {
  actor: Staff;
  q: string;
  /** Cookies of the request, with what the person opened lately. */
  cookies: string | null;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal;
}

/** Hits of one list. */
interface HitGroup {
  /** Collection of the records. */
  kind: string;
  title: string;
  /** Exact up to the cap of lists. */
  total: number;
  totalIsCapped: boolean;
  /** The hits differ from what was typed in one letter. */
  close: boolean;
  /** The list with the same search; null where no list shows all of them. */
  href: string | null;
  hits: Hit[];
}

export interface SearchResult {
  q: string;
  /** Answers about records that the search names, shown before any list of them. */
  answers: Answer[];
  groups: HitGroup[];
  actions: Action[];
  /** Only without a search. */
  recent: RecentHit[];
}

/** Longest time that a search may hold a connection, while people wait and type. */
const TIMEOUT_MS = 3_000;
/** With fewer hits than this, also looks for words that differ in one letter. */
const FEW_HITS = 3;

/**
 * Searches everything that the person may see: records by their lists (first those whose code, telephone or file name was typed, then in
 * menu order), and actions. Lists that the person may not open are not asked.
 * Errors: `unavailable` when the database is down or the search takes too long.
 */
export async function findEverything(services: Services, call: SearchCall): Promise<SearchResult> {
  const { actor, q, cookies } = call;
  const { sql, registries, shownMenu } = services;
  const searched = registries.lists.flatMap((list) => list.searched ?? []).sort((a, b) => menuPosition(a) - menuPosition(b));
  const { views, roles } = q === '' ? { views: [], roles: [] } : await readForScreen(sql, (read) => readNamed(read, services, actor));
  const actions = findActions(
    { lists: searched, reports: registries.reports, views: views.map((view) => viewLink(services, view)), roles },
    actor,
    q,
    new Date(),
    await shownMenu.read(),
  );
  const lists = searched.filter(({ menu }) => canOpen(actor, menu));
  const result = { q, answers: [], groups: [], actions, recent: [] };
  if (q === '') {
    if (recentPaths(cookies, actor.email).length === 0) return result;
    return { ...result, recent: await readForScreen(sql, (read) => readRecent(read, lists, actor, cookies)) };
  }
  // Punctuation alone is in no index.
  if (!searchTerms(q).some((term) => /[\p{L}\p{N}]/u.test(term)) || lists.length === 0) return result;
  const found = await readForScreen(sql, (read) => findGroups(read, lists, call), { timeoutMs: TIMEOUT_MS });
  const groups = found.map(({ exact: _exact, sought: _sought, ...group }) => group);
  return { ...result, answers: await findAnswers(services, actor, found), groups };
}

/** Views and roles, which actions open by their names. */
async function readNamed(read: Read, services: Services, actor: Staff) {
  const views = await readViews(read, services, actor);
  const { roles } = canOpen(actor, 'users') ? await readRolesForScreen(read) : { roles: [] };
  return { views, roles: roles.filter(({ isActive }) => isActive) };
}

const menuPosition = ({ menu }: SearchedList) => MENU_IDS.indexOf(menu);

type FoundGroup = HitGroup & Pick<Found, 'exact'> & { sought: string };

async function findGroups(read: Read, searched: readonly SearchedList[], call: SearchCall): Promise<FoundGroup[]> {
  const { actor, q, signal } = call;
  const lists: OpenList[] = [];
  for (const list of searched) lists.push(await list.open(read, actor));
  const columns = lists.flatMap(({ named }) => named);
  const search: Search = { actor, q, close: false, names: await findNames(read, columns, q) };
  signal?.throwIfAborted();
  const found = await countHits(read, lists, search);
  const hits = [...found.values()].reduce((sum, { total, exact }) => sum + Math.max(total, exact.length), 0);
  const groups = await readGroups(read, lists, search, found, signal);
  if (hits >= FEW_HITS) return groups;
  const close = { ...search, close: true };
  const others = lists.filter(({ kind }) => !found.has(kind));
  return [...groups, ...(await readGroups(read, others, close, await countHits(read, others, close), signal))];
}

/** Counts the hits of all lists in one statement, before any row is read. */
async function countHits(read: Read, lists: readonly OpenList[], search: Search): Promise<Map<string, Found>> {
  const counts = lists.map((list) => list.count(search)).filter((part) => part !== null);
  if (counts.length === 0) return new Map();
  const rows = await read<Found & Record<string, unknown>>(joinFragments(counts, ' UNION ALL '));
  return new Map(rows.filter(({ total, exact }) => total > 0 || exact.length > 0).map((row) => [row.kind, row]));
}

async function readGroups(
  read: Read,
  lists: readonly OpenList[],
  search: Search,
  found: ReadonlyMap<string, Found>,
  signal: AbortSignal | undefined,
): Promise<FoundGroup[]> {
  const groups: FoundGroup[] = [];
  // Lists above the cap come last: they may leave planner settings behind that suit another kind of query.
  const order = [...lists].sort((a, b) => (found.get(a.kind)?.total ?? 0) - (found.get(b.kind)?.total ?? 0));
  for (const list of order) {
    const counted = found.get(list.kind);
    if (!counted) continue;
    signal?.throwIfAborted();
    const hits = await list.readHits(read, search, counted);
    groups.push({ ...groupOf(list, search, counted), hits, exact: counted.exact, sought: list.sought(search.q) });
  }
  const place = ({ kind }: HitGroup) => lists.findIndex((list) => list.kind === kind);
  const isExact = ({ exact }: FoundGroup) => exact.length > 0;
  return groups.sort((a, b) => Number(isExact(b)) - Number(isExact(a)) || place(a) - place(b));
}

function groupOf({ kind, title, url, sought }: OpenList, search: Search, { total, exact }: Found): Omit<HitGroup, 'hits'> {
  const { q, close } = search;
  const cap = capOf(search);
  return {
    kind,
    title,
    total: Math.min(Math.max(total, exact.length), cap),
    totalIsCapped: total > cap,
    close,
    href: url === null || close ? null : `${url}?${new URLSearchParams({ q: sought(q) }).toString()}`,
  };
}
