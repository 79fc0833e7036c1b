import type { TestCase, TestModule } from 'vitest/node';
import { LINES } from './lines.ts';
import { fileOf, means, trialsOf } from './trials.ts';

/** Result of a line in a run: `skipped` where this machine lacks a service, `untried` where a file was not in the run. */
export type Outcome = 'holds' | 'fails' | 'missing' | 'skipped' | 'untried';

/** By line number, for lines with trials. */
export function outcomesOf(modules: readonly TestModule[]): ReadonlyMap<number, Outcome> {
  const ofTrial = (trial: string): Outcome => {
    const inRun = modules.filter(({ relativeModuleId }) => relativeModuleId === fileOf(trial));
    if (inRun.length === 0) return 'untried';
    const tests = inRun.flatMap((module) => [...module.children.allTests()].filter((test) => means(trial, named(module, test))));
    return outcomeOf(tests);
  };
  const tried = LINES.filter((line) => trialsOf(line).length > 0);
  return new Map(tried.map((line) => [line.n, worst(trialsOf(line).map(ofTrial))]));
}

function named({ relativeModuleId: file }: TestModule, test: TestCase) {
  const titles = [test.name];
  for (let { parent } = test; parent.type === 'suite'; parent = parent.parent) titles.unshift(parent.name);
  return { file, titles };
}

/** A test that exists once per store passes if one of them passes and none fails. */
function outcomeOf(tests: readonly TestCase[]): Outcome {
  const states = tests.map((test) => test.result().state);
  if (states.length === 0) return 'missing';
  if (states.every((state) => state === 'skipped')) return 'skipped';
  return states.every((state) => state === 'passed' || state === 'skipped') ? 'holds' : 'fails';
}

const WORST_FIRST: readonly Outcome[] = ['fails', 'missing', 'skipped', 'untried', 'holds'];
const worst = (outcomes: readonly Outcome[]) => WORST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? 'untried';

/** In words: lines that did not hold in the run, or whose trials do not exist under that name. */
export function complaints(modules: readonly TestModule[]): string[] {
  const outcomes = outcomesOf(modules);
  const wrong: readonly Outcome[] = ['fails', 'missing', ...(process.env['REQUIRE_SERVICES'] === '1' ? (['skipped'] as const) : [])];
  return LINES.flatMap(({ n, says }) => {
    const outcome = outcomes.get(n);
    return outcome && wrong.includes(outcome) ? [`Line ${n} of the specification (${outcome}): ${says}`] : [];
  });
}
