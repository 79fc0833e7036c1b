import type { Places } from '#server/domain/record-order.ts';

/** A row's new place or step in the form of the server's `moveRecord`. Ids never contain a slash. */
export function placeText(id: string, afterId: string): string {
  return `${id}/${afterId}`;
}

export function readPlace(text: string): { id: string; afterId: string } {
  const slash = text.indexOf('/');
  return slash === -1 ? { id: text, afterId: '' } : { id: text.slice(0, slash), afterId: text.slice(slash + 1) };
}

export interface Standing {
  /** 1-based; 0 when the record has no place in the order (deactivated). */
  position: number;
  isFirst: boolean;
  isLast: boolean;
}

export function standingOf({ ids, before }: Places, id: string): Standing {
  const at = ids.indexOf(id);
  const position = at < 0 ? 0 : before + at + 1;
  return { position, isFirst: position < 2, isLast: at < 0 || at === ids.length - 1 };
}

/**
 * The record after which `id` was dropped: its predecessor among the visible rows, or, at the top of a later page, the last record of the
 * previous page.
 */
export function neighbourOf(order: readonly string[], shown: readonly string[], id: string): string {
  const at = shown.indexOf(id);
  const before = shown[at - 1];
  if (before !== undefined) return before;
  const others = order.filter((other) => other !== id);
  const next = shown[at + 1];
  return next === undefined ? '' : (others[others.indexOf(next) - 1] ?? '');
}

/** `ids` with `id` moved before or after `target`. */
export function droppedAt(ids: readonly string[], id: string, target: string, side: 'before' | 'after'): string[] {
  if (id === target) return [...ids];
  const others = ids.filter((other) => other !== id);
  const at = others.indexOf(target) + (side === 'after' ? 1 : 0);
  return [...others.slice(0, at), id, ...others.slice(at)];
}

/** `ids` with `id` moved one step towards the front (-1) or the end (1). */
export function stepped(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const target = ids[ids.indexOf(id) + by];
  return target === undefined ? [...ids] : droppedAt(ids, id, target, by === 1 ? 'after' : 'before');
}
