/** Waiting items by owner, taken in turns: an owner with many items does not delay one with few. */
export class FairQueue<Item> {
  /** In the order of their next turn; an owner without items is removed. */
  readonly #owners = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(owner: string): number {
    return this.#owners.get(owner)?.length ?? 0;
  }

  add(owner: string, item: Item): void {
    const items = this.#owners.get(owner);
    if (items) items.push(item);
    else this.#owners.set(owner, [item]);
    this.#size += 1;
  }

  /** The oldest item of the next owner that `mayTake` accepts; undefined when there is none. */
  take(mayTake: (owner: string) => boolean): Item | undefined {
    for (const [owner, items] of this.#owners) {
      if (!mayTake(owner)) continue;
      const item = items.shift();
      this.#size -= 1;
      this.#owners.delete(owner);
      if (items.length > 0) this.#owners.set(owner, items);
      return item;
    }
    return undefined;
  }
}
