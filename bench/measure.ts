/** One figure of the bench: what was measured inside this run, the limit it is held to, and whether it holds. */
export interface BenchResult {
  group: string;
  what: string;
  measured: string;
  limit: string;
  holds: boolean;
}

/** A figure that this run could not or should not measure. */
export interface LeftOut {
  group: string;
  what: string;
  why: string;
}

export type Figure = BenchResult | LeftOut;

export interface BenchOptions {
  /** Smaller sizes and fewer figures (90 s on two cores); the limits are the same but only indicative. */
  quick: boolean;
}

export async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Median of `runs` timings after one warm-up. */
export async function medianMs(runs: number, work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await elapsedMs(work));
  return quantile(times, 0.5);
}

/**
 * Runs two kinds of work alternately (A B A B …), so that a machine whose speed drifts affects both alike; gives the median of each, after
 * one warm-up round. `prepare` runs before each and is not timed.
 */
export async function alternateMs(
  runs: number,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<[number, number]> {
  const durations: [number[], number[]] = [[], []];
  for (let run = 0; run <= runs; run += 1) {
    for (const [index, work] of [first, second].entries()) {
      await prepare();
      const elapsed = await elapsedMs(work);
      if (run > 0) durations[index]?.push(elapsed);
    }
  }
  return [quantile(durations[0], 0.5), quantile(durations[1], 0.5)];
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
export const times = (value: number) => `${value.toFixed(2)} ×`;

export function atMost(group: string, what: string, value: number, limit: number, show: (value: number) => string = ms): BenchResult {
  return { group, what, measured: show(value), limit: `≤ ${show(limit)}`, holds: value <= limit };
}

export function atLeast(group: string, what: string, value: number, limit: number, show: (value: number) => string = times): BenchResult {
  return { group, what, measured: show(value), limit: `≥ ${show(limit)}`, holds: value >= limit };
}

export function isTrue(group: string, what: string, value: boolean): BenchResult {
  return { group, what, measured: value ? 'yes' : 'no', limit: 'yes', holds: value };
}

export function leftOut(group: string, what: string, why: string): LeftOut {
  return { group, what, why };
}

/** For people: a table of what was measured, a mark per row, and a line for each figure left out. */
export function render(figures: readonly Figure[]): string {
  const table = renderTable(figures.filter((figure) => 'holds' in figure));
  const missing = figures.filter((figure) => 'why' in figure);
  return [table, ...missing.map(({ group, what, why }) => `left out: ${group}, ${what}: ${why}`)].join('\n');
}

function renderTable(results: readonly BenchResult[]): string {
  const rows = results.map((result) => [result.group, result.what, result.measured, result.limit, result.holds ? 'ok' : 'MISSED']);
  const head = ['group', 'figure', 'measured', 'limit', ''];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
