/** So long nothing may move before somebody else goes on: a wait that was not foreseen. */
const STUCK_MS = 200;

interface Waiting {
  task: number;
  open: () => void;
}

/**
 * Several people at once, each of whom stops before everything that they read or store. Who goes on next is chosen by the numbers given, once
 * all the others have stopped, too: the same numbers make the same history. Where rows are locked the database lets people wait, and
 * the schedule foresees for whom; without numbers nobody stops, and the database alone decides.
 */
export class Schedule {
  readonly #waiting: Waiting[] = [];
  readonly #live = new Set<number>();
  readonly #blocked = new Map<number, string>();
  /** Who has locked a document. */
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

  /** Waits for the next turn of a task. */
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

  /** It has them. */
  locked(task: number, paths: readonly string[]): void {
    this.#blocked.delete(task);
    for (const path of paths) this.#holders.set(path, task);
  }

  /** Its transaction has ended. */
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

  /** Everybody has stopped, or waits for somebody who has. */
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
