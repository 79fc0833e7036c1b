/** If nothing moves for this long, the schedule goes on with somebody else: there was a wait that it did not foresee. */
const STUCK_MS = 200;

interface Waiting {
  task: number;
  open: () => void;
}

/**
 * Interleaves several people, each of whom stops before every read and write. Once all have stopped, `choices` decides who goes on: the
 * same numbers give the same history. Where rows are locked the database makes people wait, and the schedule predicts for whom. Without
 * numbers nobody stops, and the database alone decides.
 */
export class Schedule {
  readonly #waiting: Waiting[] = [];
  readonly #live = new Set<number>();
  readonly #blocked = new Map<number, string>();
  /** Task that has locked a document, by path. */
  readonly #holders = new Map<string, number>();
  #moved: () => void = () => undefined;

  constructor(private readonly choices: readonly number[] | null) {}

  async run(tasks: readonly (() => Promise<void>)[]): Promise<void> {
    tasks.forEach((_task, number) => this.#live.add(number));
    const ended = tasks.map(async (task, number) => {
      await this.stop(number);
      await task().finally(() => {
        this.#live.delete(number);
        this.#moved();
      });
    });
    if (this.choices) await this.#drive(this.choices);
    await Promise.all(ended);
  }

  /** Waits for the task's next turn. */
  stop(task: number): Promise<void> {
    if (!this.choices) return Promise.resolve();
    return new Promise((open) => {
      this.#waiting.push({ task, open });
      this.#moved();
    });
  }

  /** A transaction of the task is about to lock these documents. */
  locks(task: number, paths: readonly string[]): void {
    for (const path of [...paths].sort()) {
      const holder = this.#holders.get(path);
      if (holder !== undefined && holder !== task) {
        this.#blocked.set(task, path);
        this.#moved();
        return;
      }
      this.#holders.set(path, task);
    }
  }

  /** The task has acquired the locks. */
  locked(task: number, paths: readonly string[]): void {
    this.#blocked.delete(task);
    for (const path of paths) this.#holders.set(path, task);
  }

  /** The task's transaction has ended. */
  released(task: number): void {
    this.#blocked.delete(task);
    for (const [path, holder] of this.#holders) {
      if (holder !== task) continue;
      this.#holders.delete(path);
      const next = [...this.#blocked].find(([, wanted]) => wanted === path)?.[0];
      if (next === undefined) continue;
      this.#blocked.delete(next);
      this.#holders.set(path, next);
    }
  }

  async #drive(choices: readonly number[]): Promise<void> {
    for (let turn = 0; this.#live.size > 0;) {
      if (!this.#isQuiet() && (await this.#move())) continue;
      const [next] = this.#waiting.splice((choices[turn] ?? 0) % Math.max(1, this.#waiting.length), 1);
      turn += 1;
      if (next) next.open();
      else await this.#move();
    }
  }

  /** Every task has stopped, or waits for a lock of one that has. */
  #isQuiet(): boolean {
    return (
      this.#waiting.length > 0 && [...this.#live].every((task) => this.#blocked.has(task) || this.#waiting.some((one) => one.task === task))
    );
  }

  /** @returns whether anything has moved */
  async #move(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const moved = await new Promise<boolean>((resolve) => {
      this.#moved = () => resolve(true);
      timer = setTimeout(() => resolve(false), STUCK_MS);
    });
    clearTimeout(timer);
    this.#moved = () => undefined;
    return moved;
  }
}
