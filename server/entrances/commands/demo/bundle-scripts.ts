import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { BUILT_SCRIPTS } from '../../../platform/processes/bundle.ts';

const MODULE = /\.ts$/;
const META = /import\.meta\.(dirname|filename|url)\b/g;

/** Of the processes that a portal starts by itself (server/platform/isolation). */
const ISOLATED = {
  'inspection-jobs': 'server/ports/files/inspection-jobs.ts',
  'picture-jobs': 'server/pages/pictures/picture-jobs.ts',
  'render-jobs': 'server/pages/render-jobs.ts',
} as const;

export interface Bundle {
  directory: string;
  /** The file of a script, by the name it was given. */
  file: (name: string) => string;
  remove: () => Promise<void>;
}

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
 * Scripts of processes as one file of JavaScript each, under `<root>/.cache`. Loading 900 modules of TypeScript takes each process
 * three seconds of a processor; this takes a third of a second for all of them. Only the loading differs from `npm start`.
 * The Prisma client must have been generated.
 */
export async function bundleScripts(root: string, scripts: Readonly<Record<string, string>>): Promise<Bundle> {
  const cache = path.join(root, '.cache');
  await mkdir(cache, { recursive: true });
  const directory = await mkdtemp(path.join(cache, 'processes-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    await bundle(root, { ...scripts, ...ISOLATED }, directory);
  } catch (error) {
    await remove();
    throw error;
  }
  return { directory, file: (name) => path.join(directory, `${name}.mjs`), remove };
}

/** The scripts of isolated processes alone, where a portal that runs from source looks for them. */
export async function buildIsolatedScripts(root: string): Promise<void> {
  const directory = path.join(root, BUILT_SCRIPTS);
  await rm(directory, { recursive: true, force: true });
  await bundle(root, ISOLATED, directory);
}

async function bundle(root: string, entryPoints: Readonly<Record<string, string>>, outdir: string): Promise<void> {
  // Loaded only by whoever makes a bundle.
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    plugins: [keepPlaces],
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  });
}
