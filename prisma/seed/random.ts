/** A small seeded generator (mulberry32): the demo is the same on every machine, so tests and screenshots can rely on it. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number;
  /** Integer from `low` to `high`, both inclusive. */
  between(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** An item by weight; weights need not add up to 1. */
  weighted<Item>(items: readonly (readonly [Item, number])[]): Item;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[between(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const weighted = <Item>(items: readonly (readonly [Item, number])[]): Item => {
    let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of items) {
      left -= weight;
      if (left < 0) return item;
    }
    return pick(items)[0];
  };
  return { next, between, pick, weighted };
}

/** All items in random order, each order as likely as any other. Takes one number for each of them. */
export function inRandomOrder<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, rank: random.next() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
