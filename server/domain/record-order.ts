/**
 * The order of a list's records, as pure functions over their ids. Active records are numbered 1 to n without
 * gaps; a deactivated one keeps its number, so that restoring brings it back to its place.
 */
export interface Placed {
  id: string;
  /** Stored `orden`; 0 when the document has none (older documents, other programs). */
  orden: number;
  /** Breaks ties, as in the list. */
  createdAt: string;
}

/** Ids in list order, sorted like the read model: (orden, createdAt, id). */
export function idsInOrder(items: readonly Placed[]): string[] {
  return [...items].sort((a, b) => a.orden - b.orden || compare(a.createdAt, b.createdAt) || compare(a.id, b.id)).map((item) => item.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Take the place of a neighbour for one step from wherever the record stands when the step arrives. No id contains a slash. */
export const ONE_UP = '/up';
export const ONE_DOWN = '/down';

/**
 * Moves `id` right after `afterId`, or first when that is ''; or by one step, not beyond the end. A neighbour keeps the person's intent even
 * when others move records meanwhile, and a repeated request changes nothing; a position would do neither.
 * @returns null when one of the two is not in the list
 */
export function moveAfter(ids: readonly string[], id: string, afterId: string): string[] | null {
  const from = ids.indexOf(id);
  if (from === -1) return null;
  if (afterId === ONE_UP) return moveAfter(ids, id, from === 0 ? id : (ids[from - 2] ?? ''));
  if (afterId === ONE_DOWN) return moveAfter(ids, id, ids[from + 1] ?? id);
  if (afterId === id) return [...ids];
  const others = ids.filter((other) => other !== id);
  const at = afterId === '' ? 0 : others.indexOf(afterId) + 1;
  if (afterId !== '' && at === 0) return null;
  return [...others.slice(0, at), id, ...others.slice(at)];
}

/** Inserts `id` at its former number, or last when the list has become shorter. */
export function insertAt(ids: readonly string[], id: string, orden: number): string[] {
  const at = Math.min(Math.max(orden, 1) - 1, ids.length);
  return [...ids.slice(0, at), id, ...ids.slice(at)];
}

/** The writes that number `ids` from 1 to n: only numbers that differ from the stored ones. */
export function changedOrders(ids: readonly string[], stored: ReadonlyMap<string, number>): { id: string; orden: number }[] {
  return ids.flatMap((id, index) => (stored.get(id) === index + 1 ? [] : [{ id, orden: index + 1 }]));
}

/** Ids of an ordered list, or of the part of it that a page needs. */
export interface Places {
  ids: readonly string[];
  /** How many precede them. */
  before: number;
}

/**
 * The part of an order that a page needs: its rows, the one before (a row dropped on top goes after it), and the one after (the last row
 * can move down). Rows outside the order (deactivated) have no place.
 */
export function placesAround(order: readonly string[], rows: readonly { id: string }[]): Places {
  const places = rows.map(({ id }) => order.indexOf(id)).filter((place) => place >= 0);
  if (places.length === 0) return { ids: [], before: 0 };
  const before = Math.max(0, Math.min(...places) - 1);
  return { ids: order.slice(before, Math.max(...places) + 2), before };
}
