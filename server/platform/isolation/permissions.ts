import { realpathSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Its name until Node 22. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';

/** What an isolated process may do beside computing: absolute paths, with `*` at the end for all that begin so. */
export interface Access {
  read?: readonly string[];
  write?: readonly string[];
  /** Native code of packages; what it does is not held to this. */
  addons?: boolean;
}

/**
 * Options of Node's permission model for a bundled program: it reads itself, its packages and what `access` names, writes what that
 * names, and starts neither processes nor threads. Anything else fails with ERR_ACCESS_DENIED. Decision 078.
 * @param directory where the program's files lie
 */
export function permissionArguments(directory: string, { read = [], write = [], addons = false }: Access): string[] {
  const packages = path.join(ROOT, 'node_modules');
  // Packages may lie elsewhere behind a link: Node asks by the name that was given for some reads, for others by where it leads.
  // Each once: Node 20 aborts at a name that it has already.
  const folders = new Set([directory, packages, realpathSync(packages)]);
  const program = [...[...folders].map((folder) => path.join(folder, '*')), path.join(ROOT, 'package.json')];
  return [
    PERMISSION,
    ...[...program, ...read].map((file) => `--allow-fs-read=${file}`),
    ...write.map((file) => `--allow-fs-write=${file}`),
    ...(addons ? ['--allow-addons'] : []),
    // That this is experimental in Node 20, and what addons mean.
    '--no-warnings',
  ];
}
