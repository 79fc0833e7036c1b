import { fork, type ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import type { Guard } from './guard.ts';
import type { LaneAnswer, LaneTask } from './lane.ts';
import { listGuards } from './list-guards.ts';
import { makeScratch } from './scratch.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Time limit: without a check that bounds work, a process may never end. */
const LONGEST_MS = 300_000;
const LANE = path.join('tests', 'mutants', 'lane.ts');

type Verdict = 'caught' | 'NOT CAUGHT' | 'not caught, as listed' | 'tests did not run';

interface Result extends Pick<Guard, 'id' | 'kind' | 'file'> {
  verdict: Verdict;
  told: string;
  seconds: number;
}

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    sample: { type: 'string' },
    lanes: { type: 'string', default: String(Math.min(os.availableParallelism(), 4)) },
    keep: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

/** Results of caught guards by id, in a file from which an interrupted run resumes. */
class CaughtResults {
  readonly #file = options.keep;
  readonly #caught: Map<string, string>;

  constructor() {
    const text = this.#file !== undefined && existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : '{}';
    this.#caught = new Map(Object.entries(JSON.parse(text) as Record<string, string>));
  }

  has(id: string): boolean {
    return this.#caught.has(id);
  }

  add(id: string, told: string): void {
    this.#caught.set(id, told);
    if (this.#file === undefined) return;
    const sorted = [...this.#caught].sort(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(this.#file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  }
}

/** By kind, by the start of a file's path, or by a part of an id. */
function choose(guards: readonly Guard[], previous: CaughtResults): Guard[] {
  const { only, sample } = options;
  const matching = guards.filter(
    ({ id, kind, file }) =>
      !previous.has(id) && (only.length === 0 || only.some((word) => kind === word || id.includes(word) || file.startsWith(word))),
  );
  const count = sample === undefined ? matching.length : Math.min(Number(sample), matching.length);
  // Evenly spread over the list, the same ones each time.
  return Array.from({ length: count }, (_, index) => matching[Math.floor((index * matching.length) / count)]).filter(
    (guard) => guard !== undefined,
  );
}

/** A copy of the tree with a Vitest of its own, in a process group that can be killed as a whole. */
class Lane {
  #process: ChildProcess | null = null;

  constructor(
    private readonly directory: string,
    private readonly temporary: string,
  ) {}

  /** Null when there was no result in time. */
  async perform(task: LaneTask): Promise<LaneAnswer | null> {
    const lane = (this.#process ??= this.#start());
    const answer = new Promise<LaneAnswer | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), LONGEST_MS);
      lane.once('message', (told) => {
        clearTimeout(timer);
        resolve(told as LaneAnswer);
      });
      lane.once('exit', () => {
        clearTimeout(timer);
        resolve(null);
      });
    });
    lane.send(task);
    const outcome = await answer;
    lane.removeAllListeners('message').removeAllListeners('exit');
    if (!outcome) {
      this.kill();
      if (task.change) copyFileSync(path.join(ROOT, task.change.file), path.join(this.directory, task.change.file));
    }
    return outcome;
  }

  #start(): ChildProcess {
    return fork(LANE, {
      cwd: this.directory,
      execArgv: ['--import', 'tsx'],
      // As for `npm test`; temporary files are where main.ts removes them.
      env: { ...process.env, TZ: 'UTC', TMPDIR: this.temporary },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true,
    });
  }

  async end(): Promise<void> {
    const lane = this.#process;
    if (!lane || lane.exitCode !== null) return;
    const ended = new Promise((resolve) => lane.once('exit', resolve));
    lane.disconnect();
    await ended;
  }

  kill(): void {
    const pid = this.#process?.pid;
    this.#process = null;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
    // PostgreSQL has a process group of its own.
    for (const name of readdirSync(this.temporary)) {
      const noted = path.join(this.temporary, name, 'postmaster.pid');
      if (existsSync(noted)) process.kill(Number(readFileSync(noted, 'utf8').split('\n')[0]), 'SIGQUIT');
      // It may be large if nothing limited it.
      rmSync(path.join(this.temporary, name), { recursive: true, force: true });
    }
  }
}

/** Distributes the items: each lane takes the next one when it is free. */
async function eachOn<Item>(
  lanes: readonly Lane[],
  items: readonly Item[],
  work: (lane: Lane, item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(lane, item);
    }),
  );
}

/** Whether test files pass with every guard in place; each is tried when it first catches something. */
class Untouched {
  readonly #passes = new Map<string, Promise<string | null>>();

  /** Why the test fails without any change; null when it passes. */
  reasonAgainst(lane: Lane, test: string): Promise<string | null> {
    const known = this.#passes.get(test) ?? this.#try(lane, test);
    this.#passes.set(test, known);
    return known;
  }

  async #try(lane: Lane, test: string): Promise<string | null> {
    const answer = await lane.perform({ change: null, tests: [test] });
    return answer?.outcome === 'passed' ? null : (answer?.told ?? 'it does not end');
  }
}

async function tryWithoutGuard(lane: Lane, untouched: Untouched, guard: Guard): Promise<Result> {
  const { id, kind, file, start, piece, replacement, tests, alsoGuardedBy } = guard;
  const answer = await lane.perform({ change: { file, start, piece, replacement }, tests });
  const shown = { id, kind, file, seconds: answer?.seconds ?? LONGEST_MS / 1000 };
  if (!answer) return { ...shown, verdict: 'caught', told: 'tests did not end' };
  if (answer.outcome === 'not run') return { ...shown, verdict: 'tests did not run', told: answer.told };
  if (answer.outcome === 'noticed') {
    const noticing = tests.find((test) => test.split(' :: ')[0] === answer.file) ?? answer.file;
    const reason = await untouched.reasonAgainst(lane, noticing);
    if (reason !== null) return { ...shown, verdict: 'tests did not run', told: `${noticing} fails while every guard stands: ${reason}` };
    return { ...shown, verdict: 'caught', told: answer.told };
  }
  if (alsoGuardedBy) return { ...shown, verdict: 'not caught, as listed', told: alsoGuardedBy };
  return { ...shown, verdict: 'NOT CAUGHT', told: `${answer.tests} tests passed` };
}

async function main(): Promise<number> {
  const previous = new CaughtResults();
  const guards = choose(listGuards(ROOT), previous);
  if (options.list) {
    for (const { kind, id } of guards) console.log(`${kind}\t${id}`);
    console.log(`${guards.length} guards`);
    return 0;
  }
  if (guards.length === 0) {
    console.error('No guard of that id, kind or file that is left to try: --list shows all.');
    return 2;
  }
  await ensureBuild(ROOT);
  const scratch = await makeScratch(ROOT, Math.max(1, Number(options.lanes)));
  const lanes = scratch.copies.map((copy, index) => new Lane(copy, scratch.temporary[index] ?? os.tmpdir()));
  const leave = () => {
    for (const lane of lanes) lane.kill();
    scratch.removeNow();
    process.exit(130);
  };
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    return await run(lanes, guards, previous);
  } finally {
    await Promise.all(lanes.map((lane) => lane.end()));
    await scratch.remove();
  }
}

async function run(lanes: readonly Lane[], guards: readonly Guard[], previous: CaughtResults): Promise<number> {
  const begun = Date.now();
  const minutes = () => `${((Date.now() - begun) / 60_000).toFixed(1)} min`;
  console.log(`Taking out ${guards.length} guards, one at a time.`);
  const untouched = new Untouched();
  const results: Result[] = [];
  await eachOn(lanes, guards, async (lane, guard) => {
    const result = await tryWithoutGuard(lane, untouched, guard);
    results.push(result);
    console.log(
      `${result.verdict}\t${result.seconds.toFixed(1)} s\t${result.kind}\t${result.id}${result.verdict === 'caught' ? '' : `\t${result.told}`}`,
    );
    if (result.verdict === 'caught') previous.add(result.id, result.told);
  });
  const count = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length;
  const missed = count('NOT CAUGHT') + count('tests did not run');
  console.log(
    `${results.length} guards: ${count('caught')} caught, ${count('NOT CAUGHT')} not caught, ${count('not caught, as listed')} second checks not caught as listed, ${count('tests did not run')} whose tests did not run (${minutes()}).`,
  );
  return missed > 0 ? 1 : 0;
}

process.exitCode = await main();
