/** An LRU map: keeps the `max` most recently used entries. */
export class RecentMap<Value> extends Map<string, Value> {
  constructor(private readonly max: number) {
    super();
  }

  override get(key: string): Value | undefined {
    const value = super.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  override set(key: string, value: Value): this {
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.max) break;
      this.delete(oldest);
    }
    return this;
  }
}
