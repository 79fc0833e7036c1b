import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SCRIPTS = {
  web: 'server/main.ts',
  worker: 'jobs/worker.ts',
  'bi-access': 'server/commands/bi-access/main.ts',
  pictures: 'server/commands/pictures.ts',
  'read-model': 'server/commands/read-model.ts',
} as const;
const MODULE = /\.ts$/;
const META = /import\.meta\.(dirname|filename|url)\b/g;

/** Tells the test files of a run where the bundled processes are. */
const BUNDLE_VARIABLE = 'PORTAL_TEST_PROCESSES';

/** A module goes on taking its own place for where its source is: assets and the scripts of other processes lie beside that. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  setup(bundler) {
    bundler.onLoad({ filter: MODULE }, async ({ path: filename }) => {
      const places = { filename, dirname: path.dirname(filename), url: pathToFileURL(filename).href };
      const source = await readFile(filename, 'utf8');
      return { loader: 'ts', contents: source.replace(META, (_, name: keyof typeof places) => JSON.stringify(places[name])) };
    });
  },
};

/**
 * Web, worker and the commands that tests run, as one file of JavaScript each. Loading 900 modules of TypeScript takes each process that a test starts
 * three seconds of a processor; this takes a third of a second for the whole run. Only the loading differs from production, whose own
 * way tests/e2e/demo.test.ts and tests/faults/supervised-worker.test.ts take.
 * @returns removes them
 */
export async function bundleProcesses(): Promise<() => Promise<void>> {
  const cache = path.join(ROOT, '.cache');
  await mkdir(cache, { recursive: true });
  const directory = await mkdtemp(path.join(cache, 'processes-'));
  // Loaded only by whoever makes the bundle.
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: ROOT,
    entryPoints: SCRIPTS,
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    plugins: [keepPlaces],
    ...{ bundle: true, splitting: true, packages: 'external', format: 'esm', platform: 'node', target: 'node20', logLevel: 'error' },
  });
  process.env[BUNDLE_VARIABLE] = directory;
  return () => rm(directory, { recursive: true, force: true });
}

/** What Node is to be started with for a process: from the bundle of this run, from source where there is none (bench). */
export function nodeArguments(name: keyof typeof SCRIPTS): string[] {
  const directory = process.env[BUNDLE_VARIABLE];
  return directory ? [path.join(directory, `${name}.mjs`)] : ['--import', 'tsx', SCRIPTS[name]];
}
