import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ConfigError, loadConfig, type Environment } from '../../config/config.ts';
import { AppError } from '../../domain/errors.ts';
import { joinWithOr } from '../../domain/text.ts';
import { errorCode } from '../../platform/error-code.ts';
import { describeFailure, refusalIn } from '../../platform/refusal.ts';
import { workOnDatabase } from '../../platform/sql/database-refusal.ts';
import { runningDemo } from './demo/running-demo.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');

/** For usage texts. */
export const DATABASE_USAGE =
  'Trabaja con la base de datos del ambiente (DATABASE_URL) o, sin ella, con la de la demostración que corre en DATA_DIR (.data).';

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
  if (!demo) console.error(`No hay base de datos: falta DATABASE_URL y ninguna demostración (npm run demo) corre en ${directory}.`);
  return demo;
}

/** Runs work with the configuration of that environment, on its database. @returns the exit code; 2 without an environment */
export async function withEnvironment(environment: CommandEnvironment, work: (config: Environment) => Promise<number>): Promise<number> {
  const found = await findEnvironment(environment);
  if (!found) return 2;
  const config = loadConfig(found);
  return workOnDatabase(config.database.url, () => work(config));
}

type Options = NonNullable<ParseArgsConfig['options']>;
type ValuesOf<Declared extends Options> = ReturnType<typeof parseArgs<{ options: Declared }>>['values'];

interface Declaration<Declared extends Options, Needed extends keyof Declared & string, Action extends string> {
  usage: string;
  options?: Declared;
  /** Options that must be given. */
  needed?: readonly Needed[];
  /** Words of which one must be given. */
  actions?: readonly Action[];
}

interface Given<Declared extends Options, Needed extends keyof Declared & string, Action extends string> {
  values: ValuesOf<Declared> & { [Name in Needed]-?: NonNullable<ValuesOf<Declared>[Name & keyof ValuesOf<Declared>]> };
  /** The given one of `actions`. */
  action: Action;
  environment: CommandEnvironment;
}

/** Wrong arguments, in a Spanish sentence that names them. Thrown before anything is done: the usage follows it. */
export class UsageError extends Error {}

/**
 * A command with its arguments. `--help` prints the usage; invalid arguments are named together with the usage, before anything is done.
 * Exit codes: 2 for invalid arguments, a bad environment and a refusal, 1 for an expected failure, otherwise what `work` returns.
 */
export function createCommand<
  const Declared extends Options = Record<never, never>,
  Needed extends keyof Declared & string = never,
  const Action extends string = never,
>(declaration: Declaration<Declared, Needed, Action>, work: (given: Given<Declared, Needed, Action>) => Promise<number>): Command {
  return async (args, environment) => {
    try {
      const given = readArguments(args, declaration);
      if (given === null) {
        console.log(declaration.usage);
        return 0;
      }
      return await work({ ...given, environment } as Given<Declared, Needed, Action>);
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === null && error instanceof AppError) {
        console.error(describeFailure(error));
        return 1;
      }
      if (error instanceof UsageError) console.error(`${error.message}\n\n${declaration.usage}`);
      else console.error(refusal?.message ?? described(error));
      return 2;
    }
  };
}

/** The sentence about a configuration or a file that cannot be read or written; an unexpected error keeps its stack. */
function described(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error && 'syscall' in error && 'path' in error ? `No se pudo leer o escribir: ${error.message}` : error;
}

/** @returns null when help is asked for. @throws UsageError */
function readArguments(args: readonly string[], { options = {}, needed = [], actions = [] }: Declaration<Options, string, string>) {
  const { values, positionals, tokens } = parse(args, { ...options, help: { type: 'boolean', short: 'h' } });
  if (values['help']) return null;
  const empty = Object.keys(values).find((name) => [values[name]].flat().includes(''));
  if (empty !== undefined) throw new UsageError(`Falta el valor de --${empty}.`);
  const single = tokens.flatMap((token) => (token.kind === 'option' && !options[token.name]?.multiple ? [token.name] : []));
  const repeated = single.find((name, index) => single.indexOf(name) < index);
  // Node would take the last one alone.
  if (repeated !== undefined) throw new UsageError(`--${repeated} se dice una sola vez.`);
  const words = positionals.slice(0, actions.length > 0 ? 1 : 0);
  const [surplus] = positionals.slice(words.length);
  if (surplus !== undefined) throw new UsageError(`Sobra «${surplus}».`);
  const [action] = words;
  if (actions.length > 0 && action === undefined) throw new UsageError(`Falta decir qué hacer: ${joinWithOr(actions)}.`);
  if (action !== undefined && !actions.includes(action)) throw new UsageError(`No existe «${action}»: diga ${joinWithOr(actions)}.`);
  const missing = needed.find((name) => values[name] === undefined);
  if (missing !== undefined) throw new UsageError(`Falta --${missing}.`);
  return { values, action };
}

function parse(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options, tokens: true });
  } catch (error) {
    const code = errorCode(error);
    if (!(error instanceof Error) || !code.startsWith('ERR_PARSE_ARGS')) throw error;
    // Node names the option only within its sentence: `Option '-h, --help' does not take an argument`.
    const [, name = ''] = /'(?:-\w, )?([^' ]+)/.exec(error.message) ?? [];
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw new UsageError(`No existe la opción ${name}.`);
    throw new UsageError(options[name.slice(2)]?.type === 'boolean' ? `${name} no lleva ningún valor.` : `Falta el valor de ${name}.`);
  }
}

/** Runs the command as this process, with its arguments, environment and exit code. */
export async function runCommand(command: Command): Promise<void> {
  process.exitCode = await command(process.argv.slice(2), process.env);
}
