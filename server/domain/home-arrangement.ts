/** How somebody arranged Inicio, by ids of tiles. Ids of removed tiles are ignored. */
export interface HomeArrangement {
  /** All tiles present at the last move, in their order. */
  order: readonly string[];
  hidden: readonly string[];
}

export const DEFAULT_ARRANGEMENT: HomeArrangement = { order: [], hidden: [] };

/** A change to a tile; it moves before or after the tile `beside`. */
export type HomeChange =
  | { kind: 'before' | 'after'; tile: string; beside: string }
  | { kind: 'hide'; tile: string }
  | { kind: 'show'; tile: string }
  | { kind: 'restore' };

/**
 * Tiles in the person's order. A tile newer than that order takes its default place, after the tile that precedes it by default.
 * @param ids in default order
 */
export function arrange(ids: readonly string[], { order }: HomeArrangement): string[] {
  const arranged = [...new Set(order)].filter((id) => ids.includes(id));
  ids.forEach((id, place) => {
    if (!arranged.includes(id)) arranged.splice(place === 0 ? 0 : arranged.indexOf(ids[place - 1] ?? '') + 1, 0, id);
  });
  return arranged;
}

/**
 * Applies a change. Moves name a neighbouring tile, so that one sent twice, or from an outdated window, still has the
 * intended effect and no other.
 * @param ids all existing tiles, in default order
 */
export function changeArrangement(ids: readonly string[], arrangement: HomeArrangement, change: HomeChange): HomeArrangement {
  if (change.kind === 'restore') return DEFAULT_ARRANGEMENT;
  const { tile } = change;
  const hidden = [...new Set(arrangement.hidden)].filter((id) => ids.includes(id) && id !== tile);
  if (change.kind === 'hide') return { ...arrangement, hidden: [...hidden, tile] };
  if (change.kind === 'show') return { ...arrangement, hidden };
  const others = arrange(ids, arrangement).filter((id) => id !== tile);
  const place = others.indexOf(change.beside);
  if (place === -1) return arrangement;
  others.splice(change.kind === 'before' ? place : place + 1, 0, tile);
  return { ...arrangement, order: others };
}

/**
 * Reads a form's change: `before:quotes`, `after:quotes`, `hide`, `show` or `restore`, and the tile; null for anything else.
 * @param ids the tiles that the person has
 */
export function readHomeChange(ids: readonly string[], { act, tile }: { act: string; tile: string }): HomeChange | null {
  if (act === 'restore') return { kind: 'restore' };
  if (!ids.includes(tile)) return null;
  if (act === 'hide' || act === 'show') return { kind: act, tile };
  const beside = ids.find((id) => id !== tile && (act === `before:${id}` || act === `after:${id}`));
  return beside === undefined ? null : { kind: act === `before:${beside}` ? 'before' : 'after', tile, beside };
}
