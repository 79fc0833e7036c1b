import { formatDateTime, formatDay } from '../domain/dates.ts';
import { formatFileSize } from '../domain/file-size.ts';
import { agree, capitalize, type Noun } from '../domain/grammar.ts';
import type { MenuId } from '../domain/menu.ts';
import type { Staff } from '../domain/permissions.ts';
import { formatQuetzales } from '../domain/money.ts';
import { normalizeForSearch } from '../domain/normalize.ts';
import { excerptAround, isFoundIn } from '../domain/search-marks.ts';
import { allOf, fragment, joinFragments, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { COUNT_CAP, readPage } from '../read-model/pages/page-query.ts';
import { planPage } from '../read-model/pages/page-plan.ts';
import { presentRows, rowsOf, selectOf, type NamedColumn } from '../read-model/pages/page-source.ts';
import type { Read } from '../read-model/pages/screen-query.ts';
import { closeConditions, keyCondition, searchConditions, type NamedHits, type NamesFound } from '../read-model/pages/search-condition.ts';
import type { SheetColumn } from '../workbooks/sheet.ts';
import { asWritten, fileColumns, type Column } from './columns.ts';
import { kindOf, listTitle, shownTo, sourceOf, type List } from './list.ts';

/** Hits shown per list; the list itself has the rest. */
const HITS_SHOWN = 5;
const FACTS_SHOWN = 3;
const FACT_CHARACTERS = 120;

/** A record that a search found; JSON for the browser and for other programs. */
export interface Hit {
  id: string;
  title: string;
  /** Further facts about it, including those that matched the search. */
  detail: string;
  href: string;
}

/** One line about a found record that its list does not show. */
export type Answer = Pick<Hit, 'detail' | 'href' | 'title'>;

/** A search as asked by a person. */
export interface Search {
  actor: Staff;
  /** As typed. */
  q: string;
  /** Rows found by words of `q` that are names of other records. */
  names: NamesFound;
  /** Fuzzy: one letter of a word may differ. */
  close: boolean;
}

/** How many rows of a list a search finds, and which of them to show. */
export interface Found {
  kind: string;
  /** One more than the cap (capOf) when there are more rows. */
  total: number;
  /** Ids of rows that `q` names exactly, by code, telephone, file name or id. */
  exact: readonly string[];
  newest: readonly string[];
}

/** What the global search knows of a list without querying it. */
interface ListFace {
  /** As kindOf gives it. */
  kind: string;
  menu: MenuId;
  title: string;
  /** Address of the list; null when its records are shown by lists of their parent records. */
  url: string | null;
  /** It has a filter by days. */
  hasDays: boolean;
  /** The form for a new record. */
  creation: { title: string; href: string } | null;
  /** Id of the record whose page lies at a path; null for any other path. */
  recordAt(path: string): string | null;
}

/** A list covered by the global search, whatever the type of its rows. The caller checks the permission: `menu`. */
export interface SearchedList extends ListFace {
  /** The list in its current form for one person, for one snapshot. */
  open(read: Read, actor: Staff): Promise<OpenList>;
}

export interface OpenList extends ListFace {
  named: readonly NamedColumn[];
  /** The part of a search to look for in its rows. */
  readonly sought: (q: string) => string;
  /** Selects one Found; null when there is nothing to look for. */
  count(search: Search): SqlFragment | null;
  /** The hits that `count` found, exact ones first. */
  readHits(read: Read, search: Search, found: Found): Promise<Hit[]>;
  /** Records by their ids, in that order; those that the person may not see are left out. */
  readRecords(read: Read, actor: Staff, ids: readonly string[]): Promise<Hit[]>;
}

interface Identified {
  id: string;
}

/** The parts of a list that never change. */
interface LastingPart extends Pick<List<unknown>, 'menu' | 'url' | 'noun' | 'newUrl'>, Partial<Pick<List<unknown>, 'filters'>> {
  source: { table: string };
  hit?: { kind?: string; base?: string; href?: unknown };
  sheet?: { title?: string };
}

export function searchedList<Row extends Identified>(list: List<Row>): SearchedList {
  return searchedListOf(list, () => Promise.resolve(list));
}

/** A list that depends on other records (such as the names of roles): `current` reads it for each search. */
export function searchedListOf<Row extends Identified>(lasting: LastingPart, current: (read: Read) => Promise<List<Row>>): SearchedList {
  const face = faceOf(lasting);
  return {
    ...face,
    async open(read, actor) {
      const list = await current(read);
      return openList(face, { ...list, source: sourceOf(list, actor) });
    },
  };
}

function faceOf(part: LastingPart): ListFace {
  const { menu, url, hit, sheet, noun, newUrl, filters = [] } = part;
  return {
    kind: kindOf(part),
    menu,
    title: sheet?.title ?? listTitle(part),
    url: hit?.href ? null : url,
    hasDays: filters.some(({ hasDays }) => hasDays),
    creation: newUrl === undefined ? null : { title: `${capitalize(agree(noun, 'nuevo'))} ${noun.singular}`, href: newUrl },
    recordAt: (path) => recordAt(part, path),
  };
}

function openList<Row extends Identified>(face: ListFace, list: List<Row>): OpenList {
  return {
    ...face,
    named: list.source.named ?? [],
    sought: (q) => soughtIn(list.noun, q),
    count: (search) => countHits(list, search),
    async readHits(read, search, found) {
      const rows = await readFound(read, list, search, found);
      return rows.map((row) => toHit(list, row, search));
    },
    async readRecords(read, actor, ids) {
      const rows = await readRows(read, list, actor, ids);
      return rows.map((row) => toHit(list, row, { q: '', close: false }));
    },
  };
}

/** Removes the words that name the list itself: «asociado marta» means a Marta among the members, whose rows do not contain "asociado". */
function soughtIn({ singular, plural }: Noun, q: string): string {
  const nouns = [singular, plural].flatMap((text) => normalizeForSearch(text).split(' '));
  // The feminine too: «asociada».
  const listNouns = new Set(nouns.flatMap((word) => [word, word.replace(/o(s?)$/, 'a$1')]));
  const otherWords = q.split(/\s+/).filter((word) => !listNouns.has(normalizeForSearch(word)));
  const rest = otherWords.join(' ');
  return /[\p{L}\p{N}]/u.test(rest) ? rest : q;
}

function presentTo<Row>({ access }: List<Row>, actor: Staff): SqlFragment[] {
  return [presentRows('active'), ...(access?.(actor) ?? [])];
}

function conditionsOf<Row>({ source, noun }: List<Row>, { q: typed, names, close }: Search): readonly SqlFragment[] | null {
  const q = soughtIn(noun, typed);
  const named: NamedHits = names(source.named ?? []);
  return close ? closeConditions(source, q, named) : searchConditions(source, q, named);
}

/** Cap for fuzzy hits, which are looked for only where there are no exact ones. */
const CLOSE_CAP = 100;

export function capOf({ close }: Pick<Search, 'close'>): number {
  return close ? CLOSE_CAP : COUNT_CAP;
}

/** Collects hits up to the cap, as lists count them, and looks for exact ones among those. */
function countHits<Row>(list: List<Row>, search: Search): SqlFragment | null {
  const conditions = conditionsOf(list, search);
  if (conditions === null || conditions.length === 0) return null;
  const present = presentTo(list, search.actor);
  const { q } = search;
  const keys = [...new Set([q, soughtIn(list.noun, q)])].map((named) => keyCondition(named, list.source));
  const named = search.close ? trusted('FALSE') : joinFragments(keys, ' OR ');
  const best = trusted(`ORDER BY hits."createdAt" DESC, hits.id DESC LIMIT ${HITS_SHOWN}`);
  return fragment`(WITH hits AS MATERIALIZED (SELECT t.id, t."createdAt", (${named}) AS named FROM ${rowsOf(list.source)} t
      WHERE ${allOf([...present, ...conditions])} LIMIT ${capOf(search) + 1})
    SELECT ${kindOf(list)}::text AS kind, (SELECT count(*)::int FROM hits) AS total, ARRAY(SELECT hits.id::text FROM hits ${best}) AS newest,
      ARRAY(SELECT hits.id::text FROM hits WHERE hits.named ${best}) AS exact)`;
}

async function readFound<Row extends Identified>(read: Read, list: List<Row>, search: Search, found: Found): Promise<Row[]> {
  const { actor, q } = search;
  const newest = found.total > COUNT_CAP && !search.close ? await readNewest(read, list, search) : found.newest;
  const ids = [...new Set([...found.exact, ...newest])].slice(0, HITS_SHOWN);
  return readRows(read, list, actor, ids, q);
}

/** For more hits than the cap: the newest as the list itself finds them. */
async function readNewest<Row extends Identified>(read: Read, list: List<Row>, { actor, q }: Search): Promise<string[]> {
  const source = { ...list.source, select: 't.id', joins: '' };
  const request = { q: soughtIn(list.noun, q), page: 1, pageSize: HITS_SHOWN, sort: 'createdAt', dir: 'desc' } as const;
  const { rows } = await readPage<Identified>(read, planPage(source, request, list.access?.(actor)));
  return rows.map(({ id }) => id);
}

async function readRows<Row extends Identified>(read: Read, list: List<Row>, actor: Staff, ids: readonly string[], q = ''): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { joins = '' } = list.source;
  const also = trusted(list.hit.also && q !== '' ? `, ${list.hit.also}` : '');
  const rows = await read<Row & Record<string, unknown>>(
    fragment`SELECT ${selectOf(list.source)}${also} FROM ${rowsOf(list.source)} t ${trusted(joins)} WHERE ${allOf([fragment`t.id = ANY(${[...ids]}::text[])`, ...presentTo(list, actor)])}`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids
    .map((id) => byId.get(id))
    .filter((row) => row !== undefined)
    .map(shownTo(list, actor));
}

function toHit<Row extends Identified>(list: List<Row>, row: Row, search: Pick<Search, 'q' | 'close'>): Hit {
  const { hit, url } = list;
  const { id } = row;
  const facts = hitFacts(list, row)
    .map(withoutAddresses)
    .filter((fact) => fact !== '' && fact !== hit.title(row).trim());
  // Matching facts come first: a narrow screen cuts off the end.
  const found = facts.filter((fact) => search.q !== '' && isFoundIn(fact, search.q, search));
  const shown = [...new Set([...found.slice(0, FACTS_SHOWN), ...facts.slice(0, FACTS_SHOWN)])];
  return {
    id,
    title: hit.title(row),
    detail: shown.map((fact) => excerptAround(fact, search.q, FACT_CHARACTERS, search)).join(' · '),
    href: hit.href?.(row) ?? `${hit.base ?? url}/${encodeURIComponent(id)}`,
  };
}

/** The list's own facts, then the values of its columns; numbers and booleans carry their title. */
function hitFacts<Row>({ hit, columns }: List<Row>, row: Row): string[] {
  const cells = fileColumns(columns.map(asShown)).map(({ title, kind, value }) => {
    const text = cellText(kind, value(row));
    return text !== '' && NAMED_KINDS.has(kind) ? `${title}: ${text}` : text;
  });
  return [...new Set([...(hit.facts?.(row) ?? []), ...cells])];
}

function asShown<Row>(column: Column<Row>): Column<Row> {
  return 'as' in column ? { ...column, value: (row) => asWritten(column, column.value(row)) } : column;
}

/** Addresses of pictures or files identify no record for people. A gallery joins several. */
const ADDRESS = /https?:\/\/\S+/i;

function withoutAddresses(fact: string): string {
  return fact
    .split(ADDRESS)
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
}

const NAMED_KINDS: ReadonlySet<SheetColumn['kind']> = new Set(['integer', 'decimal', 'boolean']);

/** Formatted as on screens; objects and arrays give ''. */
function cellText(kind: SheetColumn['kind'], value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (value instanceof Date) return formatDateTime(value);
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return '';
  if (kind === 'date') return formatDay(String(value));
  if (kind === 'datetime') return formatDateTime(String(value));
  if (kind === 'money') return formatQuetzales(value);
  return kind === 'bytes' ? formatFileSize(Number(value)) : String(value);
}

/** Longest path of a record's page. */
const PATH_MAX = 400;

function recordAt({ hit, url }: LastingPart, path: string): string | null {
  const start = `${hit?.base ?? url}/`;
  if (hit?.href || path.length > PATH_MAX || !path.startsWith(start)) return null;
  const [id = ''] = path.slice(start.length).split('/');
  if (id === '' || id === 'new') return null;
  try {
    const decoded = decodeURIComponent(id);
    return /[\0/]|\p{Surrogate}/u.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}
