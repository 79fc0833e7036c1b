/** In the order of these keys; what has none of them comes last, as it stood. */
export function inOrder<Item>(items: readonly Item[], order: readonly string[], keyOf: (item: Item) => string | null): Item[] {
  const placeOf = (item: Item) => {
    const place = order.indexOf(keyOf(item) ?? '');
    return place < 0 ? order.length : place;
  };
  return [...items].sort((one, other) => placeOf(one) - placeOf(other));
}
