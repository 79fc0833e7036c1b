import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';

export const BUILD_FILE = path.resolve(import.meta.dirname, '../../../build/index.js');

/**
 * Loads the screens built by `npm run build`. @param edition a new value loads the file again (development)
 * @throws with a sentence for the operator when there are none
 */
export async function loadBuild(edition = ''): Promise<ServerBuild> {
  if (!existsSync(BUILD_FILE)) throw new Error('las pantallas no están compiladas: ejecute antes npm run build');
  return (await import(`${pathToFileURL(BUILD_FILE).href}${edition && `?${edition}`}`)) as ServerBuild;
}
