import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BaseSequencer, createVitest, type TestModule, type TestProject, type TestSpecification, type Vitest } from 'vitest/node';
import { BUNDLE_VARIABLE } from '#server/platform/processes/bundle.ts';
import { bundleProcesses } from '#server/testing/bundle-processes.ts';

/** A change of the working copy for one run; null for the copy as it is. */
interface Change {
  file: string;
  start: number;
  piece: string;
  replacement: string;
}

export interface LaneTask {
  change: Change | null;
  /** In this order until the first that fails; `file :: words` runs only tests whose names match. */
  tests: readonly string[];
}

export interface LaneAnswer {
  outcome: 'noticed' | 'passed' | 'not run';
  /** Which test failed, or why none ran. */
  told: string;
  /** The file of that test. */
  file: string;
  tests: number;
  seconds: number;
}

/** Tests whose processes come from a bundle of the run (bundle-processes.ts): it must be built again with the change. */
const STARTS_PROCESSES = /^tests\/(?:e2e|faults|firestore|consulta)\//;
const RUNS_ISOLATED = /^server\/(?:ports\/files|pages|platform)\//;
/** Sources of the template databases, which are made when a run begins. */
const IN_TEMPLATE = /^prisma\//;

const root = process.cwd();
let vitest: Vitest | null = null;
/** Vitest project of each test file. */
const known = new Map<string, TestProject>();

// One task at a time: the parent waits for each answer.
process.on('message', (task: LaneTask) => {
  perform(task).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ outcome: 'not run', told: String(error), file: '', tests: 0, seconds: 0 } satisfies LaneAnswer),
  );
});
process.on('disconnect', () => void (vitest?.close() ?? Promise.resolve()).finally(() => process.exit()));

/** PostgreSQL, templates and Vite's transformed sources are kept between tasks: they cost more than most tests. */
async function perform({ change, tests }: LaneTask): Promise<LaneAnswer> {
  const startedAt = Date.now();
  const putBack = change && (await put(change));
  const isFresh = change !== null && IN_TEMPLATE.test(change.file);
  if (isFresh) await restart();
  const reachesBundle = change && (RUNS_ISOLATED.test(change.file) || tests.some((test) => STARTS_PROCESSES.test(test)));
  const removeBundle = reachesBundle ? await bundleAnew() : null;
  try {
    const run = await runTests((vitest ??= await start()), tests);
    return { ...run, seconds: (Date.now() - startedAt) / 1000 };
  } finally {
    await removeBundle?.();
    await putBack?.();
    if (isFresh) await restart();
  }
}

/** One process loads the portal once for all files that can share it, and runs them in the given order. */
function start(): Promise<Vitest> {
  process.env['VITEST_MAX_WORKERS'] = '1';
  return createVitest('test', { root, watch: false, bail: 1, reporters: [{}], sequence: { sequencer: AsGiven } });
}

class AsGiven extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files);
  }
}

async function bundleAnew(): Promise<() => Promise<void>> {
  const before = process.env[BUNDLE_VARIABLE];
  const remove = await bundleProcesses();
  return async () => {
    process.env[BUNDLE_VARIABLE] = before;
    await remove();
  };
}

async function restart(): Promise<void> {
  await vitest?.close();
  vitest = null;
  known.clear();
}

/** @returns a function that restores the file */
async function put({ file, start: at, piece, replacement }: Change): Promise<() => Promise<void>> {
  const place = path.join(root, file);
  const text = await readFile(place, 'utf8');
  if (text.slice(at, at + piece.length) !== piece) throw new Error(`${file} is not as the list says`);
  const write = async (content: string) => {
    await writeFile(place, content);
    vitest?.invalidateFile(place);
    vitest?.invalidateFile(path.join(root, 'build', 'index.js'));
  };
  await write(text.slice(0, at) + replacement + text.slice(at + piece.length));
  return () => write(text);
}

async function runTests(runner: Vitest, tests: readonly string[]): Promise<Omit<LaneAnswer, 'seconds'>> {
  // Computed once: test files stay the same.
  if (known.size === 0) for (const { moduleId, project } of await runner.globTestSpecifications()) known.set(moduleId, project);
  const specifications: TestSpecification[] = [];
  for (const test of tests) {
    const [file = '', words] = test.split(' :: ');
    const moduleId = path.join(root, file);
    const project = known.get(moduleId);
    if (!project) return { outcome: 'not run', told: `no test file ${file}`, file, tests: 0 };
    specifications.push(project.createSpecification(moduleId, words === undefined ? undefined : { testNamePattern: new RegExp(words) }));
  }
  const { testModules, unhandledErrors } = await runner.runTestSpecifications(specifications);
  // Vitest also reports files of earlier runs.
  const own = new Set(specifications.map(({ moduleId }) => moduleId));
  return read(
    testModules.filter(({ moduleId }) => own.has(moduleId)),
    unhandledErrors,
  );
}

function read(modules: readonly TestModule[], unhandled: readonly unknown[]): Omit<LaneAnswer, 'seconds'> {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const ran = tests.filter((test) => ['passed', 'failed'].includes(test.result().state)).length;
  const failed = tests.find((test) => test.result().state === 'failed');
  if (failed) {
    const file = failed.module.relativeModuleId;
    return { outcome: 'noticed', told: `${file}: ${failed.fullName}`, file, tests: ran };
  }
  // A failure before or after the tests of a file counts too, unless none of its tests ran.
  const broken = modules.find((module) => errorsOf(module).length > 0);
  const [error] = [...(broken ? errorsOf(broken) : []), ...unhandled].map((each) => (each as { message?: string }).message ?? String(each));
  const file = broken?.relativeModuleId ?? '';
  if (error !== undefined) return { outcome: ran > 0 ? 'noticed' : 'not run', told: error, file, tests: ran };
  if (ran === 0) return { outcome: 'not run', told: 'no test of that name', file, tests: 0 };
  return { outcome: 'passed', told: '', file, tests: ran };
}

function errorsOf(module: TestModule): unknown[] {
  return [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
}
