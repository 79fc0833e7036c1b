/** Sorts items in the order of these keys; items without one of them come last, in their old order. */
export function inOrder<Item>(items: readonly Item[], order: readonly string[], keyOf: (item: Item) => string | null): Item[] {
  const placeOf = (item: Item) => {
    const place = order.indexOf(keyOf(item) ?? '');
    return place < 0 ? order.length : place;
  };
  return [...items].sort((one, other) => placeOf(one) - placeOf(other));
}
