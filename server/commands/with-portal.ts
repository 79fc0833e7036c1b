import path from 'node:path';
import { ConfigError, loadConfig } from '../config.ts';
import { createLog } from '../platform/log.ts';
import { createPortal, type Portal } from '../portal.ts';
import { runningDemo } from './demo/running-demo.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const DATA_DIRECTORY = path.resolve(ROOT, process.env['DATA_DIR'] ?? '.data');

/** For usage texts. */
export const DATABASE_USAGE =
  'Works on the database of the environment (DATABASE_URL), or without one on the demo that runs in DATA_DIR (.data).';

/** The environment of this shell, or without a database in it that of the demo that runs in DATA_DIR; null: neither, which is told. */
export async function findEnvironment(): Promise<Parameters<typeof loadConfig>[0] | null> {
  const found = process.env['DATABASE_URL'] ? process.env : await runningDemo(DATA_DIRECTORY);
  if (!found) console.error(`No database: DATABASE_URL is not set and no demo (npm run demo) runs in ${DATA_DIRECTORY}.`);
  return found;
}

/** A command's work on the portal of the environment, or of the demo that runs. @returns the exit code; 2 where there is no portal */
export async function withPortal(name: string, work: (portal: Portal) => Promise<number>): Promise<number> {
  const found = await findEnvironment();
  if (!found) return 2;
  const portal = await createPortal(loadConfig(found), createLog({ level: 'error', process: name }));
  try {
    return await work(portal);
  } finally {
    await portal.close();
  }
}

/** Main line of a command: what is wrong with its call or its environment is told with how to call it. */
export async function runCommand(usage: string, main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    const isTold = error instanceof ConfigError || (error instanceof Error && error.message.startsWith('Unknown option'));
    console.error(isTold ? `${error.message}\n\n${usage}` : error);
    process.exitCode = 2;
  }
}
