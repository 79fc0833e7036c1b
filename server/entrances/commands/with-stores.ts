import { openStores, type Stores } from '../../ports/documents/open-stores.ts';
import { createLog, type Log } from '../../platform/log/log.ts';
import type { Environment } from '../../config/config.ts';
import { loadMapping } from '../../mapping.ts';
import { withEnvironment, type CommandEnvironment } from './run-command.ts';

export interface CommandStores extends Pick<Stores, 'sql' | 'documents'> {
  log: Log;
  config: Environment;
}

/**
 * Runs a command's work on the stores of the environment, or of the running demo: loading the whole portal (`withPortal`) would take most
 * of the time of a command that needs nothing else from it. @returns the exit code; 2 without a portal
 */
export async function withStores(
  name: string,
  environment: CommandEnvironment,
  work: (stores: CommandStores) => Promise<number>,
): Promise<number> {
  return withEnvironment(environment, async (config) => {
    const log = createLog({ level: 'error', process: name });
    const stores = await openStores(config, log, { mapping: await loadMapping(config.mappingFile, () => import('../../registries.ts')) });
    try {
      return await work({ ...stores, log, config });
    } finally {
      await stores.close();
    }
  });
}
