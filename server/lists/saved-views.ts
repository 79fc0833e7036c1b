import { viewHref } from '../domain/saved-views.ts';
import { capitalize } from '../domain/grammar.ts';
import { canOpen, may, type Staff } from '../domain/permissions.ts';
import { allOf, fragment, identifier, joinFragments, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { presentRows, rowsOf, SPANISH_COLLATION } from '../read-model/pages/page-source.ts';
import { isTooSlow, readForScreen, type Read } from '../read-model/pages/screen-query.ts';
import { withSearch } from '../read-model/pages/search-condition.ts';
import type { Services } from '../services.ts';
import type { ViewedSource } from './declared-list.ts';
import { askList } from './list.ts';

/** Where views lie; written by the feature `views`. */
export const VIEWS_TABLE = 'vistas_guardadas';

/** A list as somebody keeps it, as far as who opens it needs it. */
export interface SavedView {
  id: string;
  nombre: string;
  /** Address of the list. */
  lista: string;
  /** Search, filters and order, as the list's address has them. */
  consulta: string;
  /** Names of its columns; none for the list's own. */
  columnas: readonly string[];
  densidad: string;
  /** Its owner shows it on Inicio. */
  inicio: boolean;
  userId: string;
}

/** A view in the menu, in a search or on Inicio; JSON for the browser. */
export interface ViewLink {
  id: string;
  title: string;
  /** What people call the list. */
  list: string;
  href: string;
}

/** `count` is null where counting took too long. */
export interface CountedView extends ViewLink {
  count: number | null;
  /** There are more than were counted. */
  isCapped: boolean;
}

/** Of one person, shared ones too: a menu with more says nothing. */
const VIEWS_SHOWN = 60;
/** A view's number is counted no further, and all of them no longer than this: they stand beside every page. */
const COUNTED_MOST = 1_000;
const COUNTED_WITHIN_MS = 2_000;

/** Conditions over `t`: the views that are there for a person. What their list shows is decided by the list. */
export function viewsOf({ id, role, agencyId }: Staff): SqlFragment {
  const ofAgency = agencyId === '' ? [] : [fragment`${agencyId} = ANY(t.agencias)`];
  return joinFragments([fragment`t."userId" = ${id}`, fragment`${role} = ANY(t.roles)`, ...ofAgency], ' OR ');
}

/** The list at an address, if views of it can be kept. */
export function viewedList({ registries }: Pick<Services, 'registries'>, url: string): ViewedSource | null {
  const list = registries.lists.find((list) => list.url === url && !url.includes(':'));
  return list?.viewed ?? list?.asked ?? null;
}

export function opensViews(actor: Staff, { menu }: ViewedSource): boolean {
  const opening = typeof menu === 'function' ? menu(actor) : menu;
  return opening !== null && canOpen(actor, opening);
}

/** Whether its rows may leave for others at times of their own: never of a list that is another for each person. */
export function maySend(actor: Staff, { menu }: ViewedSource): boolean {
  return typeof menu === 'string' && may(actor, menu, 'export');
}

/** Those that are there for a person and whose list they may open, their own first. @param only of these ids */
export async function readViews(
  read: Read,
  services: Pick<Services, 'registries'>,
  actor: Staff,
  only: readonly SqlFragment[] = [],
): Promise<SavedView[]> {
  const where = allOf([presentRows('active'), viewsOf(actor), ...only]);
  const rows = await read<SavedView & Record<string, unknown>>(
    fragment`SELECT t.id, t.nombre, t.lista, t.consulta, t.columnas, t.densidad, t.inicio, t."userId" FROM ${identifier(VIEWS_TABLE)} t
      WHERE ${where} ORDER BY t."userId" <> ${actor.id}, t.nombre COLLATE ${identifier(SPANISH_COLLATION)}, t.id LIMIT ${VIEWS_SHOWN}`,
  );
  return rows.filter(({ lista }) => {
    const list = viewedList(services, lista);
    return list !== null && opensViews(actor, list);
  });
}

export function viewLink(services: Pick<Services, 'registries'>, view: SavedView): ViewLink {
  const list = capitalize(viewedList(services, view.lista)?.noun.plural ?? '');
  return { id: view.id, title: view.nombre, list, href: viewHref(view) };
}

/**
 * How many rows each has for this person, by the conditions of its list: in one statement, each up to a bound, and given up when
 * they take long. Nobody waits for it with a page.
 */
export async function countViews(services: Services, actor: Staff, views: readonly SavedView[]): Promise<CountedView[]> {
  const asked = await Promise.all(
    views.map(async (view) => ({ view, list: await viewedList(services, view.lista)?.open(services, actor) })),
  );
  const count = async (read: Read) => {
    const selects: SqlFragment[] = [];
    for (const { view, list } of asked) {
      if (!list) continue;
      const { source, where } = await withSearch(read, askList(list, { actor, params: new URLSearchParams(view.consulta) }).plan);
      selects.push(fragment`SELECT ${view.id}::text AS id, count(*)::int AS found
        FROM (SELECT 1 FROM ${rowsOf(source)} t WHERE ${where} LIMIT ${COUNTED_MOST + 1}) hits`);
    }
    return selects.length === 0 ? [] : read<{ id: string; found: number }>(joinFragments(selects, ' UNION ALL '));
  };
  const counts = await readForScreen(services.sql, count, { timeoutMs: COUNTED_WITHIN_MS }).catch((error: unknown) => {
    if (!isTooSlow(error)) throw error;
    services.log.warn({ err: error, views: views.map(({ id }) => id) }, 'counting the views took too long');
    return [];
  });
  return views.map((view) => {
    const found = counts.find(({ id }) => id === view.id)?.found ?? null;
    const isCapped = found !== null && found > COUNTED_MOST;
    return { ...viewLink(services, view), count: isCapped ? COUNTED_MOST : found, isCapped };
  });
}
