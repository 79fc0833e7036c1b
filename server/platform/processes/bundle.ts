import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * In the environment of processes that were started from a bundle (entrances/commands/demo/bundle-scripts.ts): its folder, where the
 * scripts of further processes are found. Not configuration: whoever makes the bundle sets it.
 */
export const BUNDLE_VARIABLE = 'PORTAL_BUNDLE';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Where `npm run build` puts the scripts of production, in the portal's folder. */
export const BUILT_SCRIPTS = path.join('build', 'server');

/** @returns the script's file in the bundle of this process, in production in that of the build; null where it runs from source */
export function bundledScript(name: string): string | null {
  const fileName = `${name}.mjs`;
  const directory = process.env[BUNDLE_VARIABLE];
  const bundled = directory && path.join(directory, fileName);
  if (bundled && existsSync(bundled)) return bundled;
  // Also where it is not: a portal that was not built has no screens either, and must not run it with more than it may have.
  return process.env['NODE_ENV'] === 'production' ? path.join(ROOT, BUILT_SCRIPTS, fileName) : null;
}
