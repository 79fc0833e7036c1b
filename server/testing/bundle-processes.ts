import path from 'node:path';
import { bundleScripts, PRODUCTION } from '../entrances/commands/demo/bundle-scripts.ts';
import { BUNDLE_VARIABLE } from '../platform/processes/bundle.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SCRIPTS = {
  ...PRODUCTION,
  'odd-jobs': 'server/platform/isolation/testing/odd-jobs.ts',
  seed: 'server/entrances/commands/scripts/seed.ts',
} as const;

/**
 * Bundles web, worker and the commands that tests run, once for the whole run, as `npm run demo` and `npm run build` do.
 * @returns a function that removes the bundles
 */
export async function bundleProcesses(): Promise<() => Promise<void>> {
  const { directory, remove } = await bundleScripts(ROOT, SCRIPTS);
  process.env[BUNDLE_VARIABLE] = directory;
  return remove;
}

/** Node's arguments for starting a process: from the bundle of this run, or from source where there is none (bench). */
export function nodeArguments(name: keyof typeof SCRIPTS): string[] {
  const directory = process.env[BUNDLE_VARIABLE];
  return directory ? [path.join(directory, `${name}.mjs`)] : ['--import', 'tsx', SCRIPTS[name]];
}
