import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { BUILT_SCRIPTS } from '../../../platform/processes/bundle.ts';

const MODULE = /\.ts$/;
const META = /import\.meta\.(dirname|filename|url)\b/g;

/** Scripts of the isolated processes that the portal starts itself (server/platform/isolation). */
const ISOLATED = {
  'inspection-jobs': 'server/ports/files/inspection-jobs.ts',
  'picture-jobs': 'server/pages/pictures/picture-jobs.ts',
  'render-jobs': 'server/pages/render-jobs.ts',
} as const;

/** Scripts that a production machine runs, by their `npm run` names. */
export const PRODUCTION = {
  web: 'server/main.ts',
  worker: 'jobs/worker.ts',
  audit: 'server/entrances/commands/scripts/audit.ts',
  backup: 'server/entrances/commands/scripts/backup.ts',
  'bi-access': 'server/entrances/commands/scripts/bi-access.ts',
  'check-configuration': 'server/entrances/commands/scripts/check-configuration.ts',
  files: 'server/entrances/commands/scripts/files.ts',
  'first-administrator': 'server/entrances/commands/scripts/first-administrator.ts',
  inspect: 'server/entrances/commands/scripts/inspect.ts',
  migrate: 'server/entrances/commands/scripts/migrate.ts',
  pictures: 'server/entrances/commands/scripts/pictures.ts',
  'read-model': 'server/entrances/commands/scripts/read-model.ts',
  'reset-factors': 'server/entrances/commands/scripts/reset-factors.ts',
  restore: 'server/entrances/commands/scripts/restore.ts',
} as const;

export interface Bundle {
  directory: string;
  /** The bundled file of a script, by the name given to it. */
  file: (name: string) => string;
  remove: () => Promise<void>;
}

/**
 * Keeps each module's own location as that of its source, because assets are located relative to it. The path is relative to the bundle's
 * folder, so that both can be moved together.
 */
const preserveModulePaths = (outdir: string): Plugin => ({
  name: 'keep-places',
  setup(bundler) {
    bundler.onLoad({ filter: MODULE }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      const filename = path.relative(outdir, file);
      const place = {
        filename: `(import.meta.dirname + ${JSON.stringify(`/${filename}`)})`,
        dirname: `(import.meta.dirname + ${JSON.stringify(`/${path.dirname(filename)}`)})`,
        url: `new URL(${JSON.stringify(filename)}, import.meta.url).href`,
      };
      return { loader: 'ts', contents: source.replace(META, (_, name: keyof typeof place) => place[name]) };
    });
  },
});

/**
 * Bundles each script into one JavaScript file under `<root>/.cache`. Loading 900 TypeScript modules takes each process three seconds of
 * CPU; bundling takes a third of a second for all of them.
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

/** Builds what `npm start` and the production commands run, in the folder of `npm run build`. */
export async function buildServer(root: string): Promise<void> {
  const directory = path.join(root, BUILT_SCRIPTS);
  await rm(directory, { recursive: true, force: true });
  await bundle(root, { ...PRODUCTION, ...ISOLATED }, directory);
}

async function bundle(root: string, entryPoints: Readonly<Record<string, string>>, outdir: string): Promise<void> {
  // Loaded only when a bundle is made.
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    plugins: [preserveModulePaths(outdir)],
    bundle: true,
    splitting: true,
    // Stack traces refer to source lines (`--enable-source-maps`), without requiring the sources.
    sourcemap: true,
    sourcesContent: false,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  });
}
