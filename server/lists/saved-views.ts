import { viewHref } from '../domain/saved-views.ts';
import { capitalize } from '../domain/grammar.ts';
import { canOpen, may, type Staff } from '../domain/permissions.ts';
import { allOf, fragment, identifier, joinFragments, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { presentRows, SPANISH_COLLATION } from '../read-model/pages/page-source.ts';
import { isTooSlow, readForScreen, type Read } from '../read-model/pages/screen-query.ts';
import { withSearch } from '../read-model/pages/search-condition.ts';
import type { Services } from '../services.ts';
import { cappedCount } from './count-rows.ts';
import type { ViewedSource } from './declared-list.ts';
import { planListQuery } from './list.ts';

/** Table of the views; written by the feature `views`. */
export const VIEWS_TABLE = 'vistas_guardadas';

/** A saved view of a list, with the fields needed to open it. */
export interface SavedView {
  id: string;
  nombre: string;
  /** Address of the list. */
  lista: string;
  /** Search, filters and sort, as parameters of the list's address. */
  consulta: string;
  /** Names of its columns; empty for the list's default. */
  columnas: readonly string[];
  densidad: string;
  /** Its owner wants it on Inicio. */
  inicio: boolean;
  userId: string;
}

/** A view in the menu, in a search or on Inicio; JSON for the browser. */
export interface ViewLink {
  id: string;
  title: string;
  /** Title of the list. */
  list: string;
  href: string;
}

/** `count` is null where counting took too long. */
export interface CountedView extends ViewLink {
  count: number | null;
  /** Counting stopped at the cap. */
  isCapped: boolean;
}

/** Most views of one person, shared ones included: a longer menu helps nobody. */
const VIEWS_SHOWN = 60;
/** Bounds of counting, in rows per view and in time for all views: the numbers stand beside every page. */
const COUNTED_MOST = 1_000;
const COUNTED_WITHIN_MS = 2_000;

/** Condition over `t` for a person's own views and those shared with them. The rows of a view are decided by its list. */
export function viewsOf({ id, role, agencyId }: Staff): SqlFragment {
  const agencyCondition = agencyId === '' ? [] : [fragment`${agencyId} = ANY(t.agencias)`];
  return joinFragments([fragment`t."userId" = ${id}`, fragment`${role} = ANY(t.roles)`, ...agencyCondition], ' OR ');
}

/** The list at an address, if it can have saved views. */
export function viewedList({ registries }: Pick<Services, 'registries'>, url: string): ViewedSource | null {
  const list = registries.lists.find((list) => list.url === url && !url.includes(':'));
  return list?.viewed ?? list?.asked ?? null;
}

export function opensViews(actor: Staff, { menu }: ViewedSource): boolean {
  const opening = typeof menu === 'function' ? menu(actor) : menu;
  return opening !== null && canOpen(actor, opening);
}

/** Whether its rows may be sent to others on a schedule: never those of a list that differs per person. */
export function maySend(actor: Staff, { menu }: ViewedSource): boolean {
  return typeof menu === 'string' && may(actor, menu, 'export');
}

/** A person's views whose list they may open, their own first. @param only further conditions over `t` */
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
 * Counts the rows of each view for this person with its list's conditions: in one statement, each up to a cap,
 * given up after a timeout. No page waits for it.
 */
export async function countViews(services: Services, actor: Staff, views: readonly SavedView[]): Promise<CountedView[]> {
  const openedViews = await Promise.all(
    views.map(async (view) => ({ view, list: await viewedList(services, view.lista)?.open(services, actor) })),
  );
  const count = async (read: Read) => {
    const selects: SqlFragment[] = [];
    for (const { view, list } of openedViews) {
      if (!list) continue;
      const { source, where } = await withSearch(read, planListQuery(list, { actor, params: new URLSearchParams(view.consulta) }).plan);
      selects.push(cappedCount(view.id, source, [where], COUNTED_MOST));
    }
    return selects.length === 0 ? [] : read<{ value: string; found: number }>(joinFragments(selects, ' UNION ALL '));
  };
  const counts = await readForScreen(services.sql, count, { timeoutMs: COUNTED_WITHIN_MS }).catch((error: unknown) => {
    if (!isTooSlow(error)) throw error;
    services.log.warn({ err: error, views: views.map(({ id }) => id) }, 'counting the views took too long');
    return [];
  });
  return views.map((view) => {
    const found = counts.find(({ value }) => value === view.id)?.found ?? null;
    const isCapped = found !== null && found > COUNTED_MOST;
    return { ...viewLink(services, view), count: isCapped ? COUNTED_MOST : found, isCapped };
  });
}
