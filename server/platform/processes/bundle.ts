import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Environment variable of processes started from a bundle (entrances/commands/demo/bundle-scripts.ts): the bundle's folder, where the
 * scripts of further processes are found. Not configuration: whoever makes the bundle sets it.
 */
export const BUNDLE_VARIABLE = 'PORTAL_BUNDLE';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Where `npm run build` puts the production scripts, relative to the portal's folder. */
export const BUILT_SCRIPTS = path.join('build', 'server');

/** @returns the script's file in this process's bundle, or in the build's in production; null when it runs from source */
export function bundledScript(name: string): string | null {
  const fileName = `${name}.mjs`;
  const directory = process.env[BUNDLE_VARIABLE];
  const bundled = directory && path.join(directory, fileName);
  if (bundled && existsSync(bundled)) return bundled;
  // Returned even if it is missing: an unbuilt portal has no screens either, and must not run the script with more permissions.
  return process.env['NODE_ENV'] === 'production' ? path.join(ROOT, BUILT_SCRIPTS, fileName) : null;
}
