/** How somebody arranged Inicio, by ids of tiles. Those that no longer exist are passed over. */
export interface HomeArrangement {
  /** Those that were moved, and all that stood with them. */
  order: readonly string[];
  hidden: readonly string[];
}

export const USUAL_ARRANGEMENT: HomeArrangement = { order: [], hidden: [] };

/** What is done to a tile; `before` and `after` name the tile beside which it goes. */
export type HomeChange =
  | { kind: 'before' | 'after'; tile: string; beside: string }
  | { kind: 'hide'; tile: string }
  | { kind: 'show'; tile: string }
  | { kind: 'restore' };

/**
 * Tiles as the person put them. One that came later than their order stands where it usually does, behind the tile before it.
 * @param ids in their usual order
 */
export function arrange(ids: readonly string[], { order }: HomeArrangement): string[] {
  const arranged = [...new Set(order)].filter((id) => ids.includes(id));
  ids.forEach((id, place) => {
    if (!arranged.includes(id)) arranged.splice(place === 0 ? 0 : arranged.indexOf(ids[place - 1] ?? '') + 1, 0, id);
  });
  return arranged;
}

/**
 * The arrangement afterwards. Moves say beside which tile, so that one sent twice, or from a window that is behind, does what
 * it said and nothing else.
 * @param ids every tile there is, in the usual order
 */
export function changeArrangement(ids: readonly string[], arrangement: HomeArrangement, change: HomeChange): HomeArrangement {
  if (change.kind === 'restore') return USUAL_ARRANGEMENT;
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
 * What a form says: `before:quotes`, `after:quotes`, `hide`, `show` or `restore`, and the tile; null for anything else.
 * @param ids the tiles that the person has
 */
export function readHomeChange(ids: readonly string[], { act, tile }: { act: string; tile: string }): HomeChange | null {
  if (act === 'restore') return { kind: 'restore' };
  if (!ids.includes(tile)) return null;
  if (act === 'hide' || act === 'show') return { kind: act, tile };
  const beside = ids.find((id) => id !== tile && (act === `before:${id}` || act === `after:${id}`));
  return beside === undefined ? null : { kind: act === `before:${beside}` ? 'before' : 'after', tile, beside };
}
