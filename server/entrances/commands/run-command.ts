import path from 'node:path';
import { ConfigError, loadConfig, type Environment } from '../../config.ts';
import { errorCode } from '../../platform/error-code.ts';
import { refusalIn } from '../../platform/refusal.ts';
import { workOnDatabase } from '../../platform/sql/database-refusal.ts';
import { runningDemo } from './demo/running-demo.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');

/** For usage texts. */
export const DATABASE_USAGE =
  'Works on the database of the environment (DATABASE_URL), or without one on the demo that runs in DATA_DIR (.data).';

export type CommandEnvironment = Readonly<Record<string, string | undefined>>;

/** An operator's command: takes its arguments and the environment, prints its output, returns the exit code. */
export type Command = (args: readonly string[], environment: CommandEnvironment) => Promise<number>;

/**
 * The given environment, or, without a database in it, that of the demo running in DATA_DIR; null if there is neither, which is reported.
 */
async function findEnvironment(environment: CommandEnvironment): Promise<CommandEnvironment | null> {
  if (environment['DATABASE_URL']) return environment;
  const directory = path.resolve(ROOT, environment['DATA_DIR'] ?? '.data');
  const demo = await runningDemo(directory);
  if (!demo) console.error(`No database: DATABASE_URL is not set and no demo (npm run demo) runs in ${directory}.`);
  return demo;
}

/** Runs work with the configuration of that environment, on its database. @returns the exit code; 2 without an environment */
export async function withEnvironment(environment: CommandEnvironment, work: (config: Environment) => Promise<number>): Promise<number> {
  const found = await findEnvironment(environment);
  if (!found) return 2;
  const config = loadConfig(found);
  return workOnDatabase(config.database.url, () => work(config));
}

/** A command that reports invalid arguments or a bad environment together with its usage. */
export function createCommand(usage: string, work: Command): Command {
  return async (args, environment) => {
    try {
      return await work(args, environment);
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal) {
        console.error(refusal.message);
        return 2;
      }
      const isTold = error instanceof ConfigError || (error instanceof Error && errorCode(error).startsWith('ERR_PARSE_ARGS'));
      console.error(isTold ? `${error.message}\n\n${usage}` : error);
      return 2;
    }
  };
}

/** Runs the command as this process, with its arguments, environment and exit code. */
export async function runCommand(command: Command): Promise<void> {
  process.exitCode = await command(process.argv.slice(2), process.env);
}
