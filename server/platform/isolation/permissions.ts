import { realpathSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** The flag had another name until Node 22. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';

/** What an isolated process may open: absolute paths; `*` at the end matches every path that begins so. */
export interface Access {
  read?: readonly string[];
  write?: readonly string[];
  /** Native addons of packages; their code is not bound by these permissions. */
  addons?: boolean;
}

/**
 * Options of Node's permission model for a bundled program: it may read itself, its packages and `access.read`, write `access.write`,
 * and start neither processes nor threads. Anything else fails with ERR_ACCESS_DENIED. Decision 078.
 * @param directory where the program's files lie
 */
export function permissionArguments(directory: string, { read = [], write = [], addons = false }: Access): string[] {
  const packages = path.join(ROOT, 'node_modules');
  // node_modules may be a link: Node checks some reads by the given path and others by its target.
  // No duplicates: Node 20 aborts at a path that it already has.
  const folders = new Set([directory, packages, realpathSync(packages)]);
  const program = [...[...folders].map((folder) => path.join(folder, '*')), path.join(ROOT, 'package.json')];
  return [
    PERMISSION,
    ...[...program, ...read].map((file) => `--allow-fs-read=${file}`),
    ...write.map((file) => `--allow-fs-write=${file}`),
    ...(addons ? ['--allow-addons'] : []),
    // Hides two warnings: that this is experimental in Node 20, and that addons are not bound by it.
    '--no-warnings',
  ];
}
