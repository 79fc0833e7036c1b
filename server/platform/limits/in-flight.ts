/** Work in progress by key: callers that ask for the same key meanwhile share its result or its failure. */
export class InFlight<Result> {
  readonly #running = new Map<string, Promise<Result>>();

  once(key: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key);
    if (running) return running;
    const started = work().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }
}
