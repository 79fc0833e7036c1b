import { parseArgs } from 'node:util';
import pg from 'pg';
import { createCommand, DATABASE_USAGE, withEnvironment } from '../run-command.ts';
import { generatePassword, readPassword, scramVerifier } from './password.ts';
import { ReadingRoleError } from './reading-role-error.ts';
import { findOpenings, giveReadingAccess, takeReadingAccess } from './reading-role.ts';

const USAGE = `npm run bi-access -- [--role consulta] [--password-file <file>]     gives access to the views of schema consulta
npm run bi-access -- --revoke [--role consulta]                       takes it away

  Makes the role, or gives it a new password (shown once) and exactly its rights: read the views, nothing else.
  What managers connect with: docs/acceso-a-consulta.md.

${DATABASE_USAGE}

  --role             another name than consulta: lower-case letters, digits and _
  --password-file    takes the password from the first line of a file instead of making one up, and does not show it
  --revoke           ends the role's sessions and drops it
`;

const CONNECT_MS = 10_000;
const DEFAULT_ROLE = 'consulta';
/** What every program can type without quotes; PostgreSQL keeps `pg_` for itself. */
const ROLE_NAME = /^(?!pg_)[a-z][a-z0-9_]{0,30}$/;

interface Asked {
  role: string;
  passwordFile: string | undefined;
  revoke: boolean;
}

async function give(client: pg.Client, { role, passwordFile }: Asked): Promise<void> {
  const password = passwordFile === undefined ? generatePassword() : await readPassword(passwordFile);
  const { existed, ended } = await giveReadingAccess(client, role, scramVerifier(password));
  const { host, port, database } = client;
  const lines = [
    existed ? `Rol «${role}»: contraseña nueva, permisos puestos de nuevo, ${ended} sesiones terminadas.` : `Rol «${role}» creado.`,
    `Servidor ${host}, puerto ${port}, base de datos ${database}, esquema consulta, usuario ${role}.`,
    ...(passwordFile === undefined ? [`Contraseña (se muestra solo esta vez): ${password}`] : []),
  ];
  const openings = await findOpenings(client, role);
  if (openings.length > 0) {
    lines.push('ATENCIÓN: esta cuenta no pudo quitar lo que PostgreSQL da a todos. Quien lo administra debe quitárselo a PUBLIC:');
    lines.push(...openings.map((line) => `  puede ${line}`));
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function revoke(client: pg.Client, { role }: Asked): Promise<void> {
  const taken = await takeReadingAccess(client, role);
  process.stdout.write(taken ? `Rol «${role}» borrado, ${taken.ended} sesiones terminadas.\n` : `No hay ningún rol «${role}».\n`);
}

/** null: the call is wrong. */
function readAsked(args: readonly string[]): Asked | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      role: { type: 'string', default: DEFAULT_ROLE },
      'password-file': { type: 'string' },
      revoke: { type: 'boolean', default: false },
    },
  });
  const asked = { role: values.role, passwordFile: values['password-file'], revoke: values.revoke };
  return !ROLE_NAME.test(asked.role) || (asked.revoke && asked.passwordFile !== undefined) ? null : asked;
}

/** `npm run bi-access`. */
export const biAccess = createCommand(USAGE, async (args, environment) => {
  const asked = readAsked(args);
  if (!asked) {
    console.error(USAGE);
    return 2;
  }
  return withEnvironment(environment, async ({ database }) => {
    const client = new pg.Client({ connectionString: database.url, application_name: 'bi-access', connectionTimeoutMillis: CONNECT_MS });
    await client.connect();
    try {
      await (asked.revoke ? revoke : give)(client, asked);
      return 0;
    } catch (error) {
      if (!(error instanceof ReadingRoleError)) throw error;
      process.stderr.write(`${error.message}\n`);
      return 1;
    } finally {
      await client.end();
    }
  });
});
