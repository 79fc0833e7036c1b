import type { Places } from '#server/domain/record-order.ts';

/** Where a row goes, as the server's `moveItem` takes it. Ids never hold a slash. */
export function placeText(id: string, afterId: string): string {
  return `${id}/${afterId}`;
}

export function readPlace(text: string): { id: string; afterId: string } {
  const slash = text.indexOf('/');
  return slash === -1 ? { id: text, afterId: '' } : { id: text.slice(0, slash), afterId: text.slice(slash + 1) };
}

export interface Steps {
  /** 1-based; 0 when the record is not in the order (deactivated). */
  position: number;
  /** The neighbour behind which one step up or down leads; null at the end of the list. */
  up: string | null;
  down: string | null;
}

export function stepsOf({ ids, before }: Places, id: string): Steps {
  const at = ids.indexOf(id);
  if (at === -1) return { position: 0, up: null, down: null };
  return { position: before + at + 1, up: at > 0 ? (ids[at - 2] ?? '') : null, down: ids[at + 1] ?? null };
}

/**
 * The neighbour behind which `id` was dropped: the one before it among the rows that show, or, on top of a later page,
 * the last record of the page before.
 */
export function neighbourOf(order: readonly string[], shown: readonly string[], id: string): string {
  const at = shown.indexOf(id);
  const before = shown[at - 1];
  if (before !== undefined) return before;
  const others = order.filter((other) => other !== id);
  const next = shown[at + 1];
  return next === undefined ? '' : (others[others.indexOf(next) - 1] ?? '');
}

/** `ids` with `id` moved before or behind `target`. */
export function droppedAt(ids: readonly string[], id: string, target: string, side: 'before' | 'after'): string[] {
  if (id === target) return [...ids];
  const others = ids.filter((other) => other !== id);
  const at = others.indexOf(target) + (side === 'after' ? 1 : 0);
  return [...others.slice(0, at), id, ...others.slice(at)];
}

/** `ids` with `id` one step towards the front (-1) or the end (1). */
export function stepped(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const target = ids[ids.indexOf(id) + by];
  return target === undefined ? [...ids] : droppedAt(ids, id, target, by === 1 ? 'after' : 'before');
}
