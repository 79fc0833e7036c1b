import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';

export const BUILD_FILE = path.resolve(import.meta.dirname, '../../build/index.js');

/** The screens that `npm run build` made. `version` makes Node read the file again (development). */
export async function loadBuild(file = BUILD_FILE, version = ''): Promise<ServerBuild> {
  if (!existsSync(file)) throw new Error('the screens are not built: run `npm run build` first');
  const url = pathToFileURL(file);
  url.search = version;
  return (await import(url.href)) as ServerBuild;
}
