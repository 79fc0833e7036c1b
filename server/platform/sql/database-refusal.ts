import { databaseOutage } from './database-outage.ts';
import { errorCode } from '../error-code.ts';

/** PostgreSQL's error codes: it refuses this account; it has no database of this name. */
const REFUSED_ACCOUNT = /^28/;
const UNKNOWN_DATABASE = '3D000';
const NO_PERMISSION = '42501';
const READ_ONLY = '25006';
const NO_TABLE = /^(42P01|3F000)$/;
/** It answers, but accepts no connections now: it is full, starting or stopping. */
const NOT_NOW = /^(53|57P)/;

/**
 * Why a process cannot use its database, as one Spanish sentence for whoever runs it: nothing answers, the account is
 * refused, the database or its tables are missing. Never shows a password. Null for every other error.
 * @param variable the environment variable that holds the database's address
 */
export function describeRefusal(error: unknown, databaseUrl: string, variable = 'DATABASE_URL'): string | null {
  const { server, user, database } = readUrl(databaseUrl);
  for (const found of withCauses(error)) {
    const code = errorCode(found);
    if (REFUSED_ACCOUNT.test(code) || found.message.startsWith('SASL'))
      return `La base de datos en ${server} no admite a ${user}: revise el usuario y la contraseña de ${variable}.`;
    if (code === UNKNOWN_DATABASE) return `En ${server} no existe la base de datos «${database}»: créela o corrija ${variable}.`;
    if (code === NO_PERMISSION)
      return `La base de datos «${database}» en ${server} no da a ${user} el permiso que hace falta: ${found.message}.`;
    if (code === READ_ONLY)
      return `La base de datos «${database}» en ${server} solo se puede leer: ¿es una réplica, o default_transaction_read_only?`;
    if (NO_TABLE.test(code)) return `La base de datos «${database}» en ${server} no tiene las tablas del portal: ejecute npm run migrate.`;
    if (NOT_NOW.test(code)) return `La base de datos en ${server} no admite conexiones en este momento: intente de nuevo.`;
    if (isSilent(found)) return `Ninguna base de datos responde en ${server}: revise ${variable} y que PostgreSQL esté en marcha.`;
  }
  return null;
}

const isSilent = (error: Error): boolean => databaseOutage(error) !== null || error.message === 'timeout expired';

/** Whether nothing answers or accepts connections yet, as after a reboot; a database that answers and refuses will not by waiting. */
export function isNotReady(error: unknown): boolean {
  const found = withCauses(error);
  const refuses = (code: string) => REFUSED_ACCOUNT.test(code) || code === UNKNOWN_DATABASE || code === READ_ONLY;
  return (
    found.some((one) => NOT_NOW.test(errorCode(one)) || isSilent(one)) &&
    !found.some((one) => refuses(errorCode(one)) || one.message.startsWith('SASL'))
  );
}

/** Runs a command's work on a database; when that is missing or refuses, prints why in one sentence. @returns the exit code, 1 then */
export async function workOnDatabase(databaseUrl: string, work: () => Promise<number>, variable?: string): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const refusal = describeRefusal(error, databaseUrl, variable);
    if (refusal === null) throw error;
    process.stderr.write(`${refusal}\n`);
    return 1;
  }
}

function readUrl(databaseUrl: string): { server: string; user: string; database: string } {
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  return {
    server: `${hostname || 'localhost'}:${port || '5432'}`,
    user: username === '' ? 'la conexión sin usuario' : `«${decodeURIComponent(username)}»`,
    database: decodeURIComponent(pathname.slice(1)),
  };
}

/** The error, the errors it aggregates (several addresses tried at once), and their causes. */
function withCauses(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const inner: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...[...inner, error.cause].flatMap(withCauses)];
}
