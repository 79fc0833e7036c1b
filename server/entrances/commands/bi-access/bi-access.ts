import { parseArgs } from 'node:util';
import pg from 'pg';
import { createCommand, DATABASE_USAGE, withEnvironment } from '../run-command.ts';
import { ReadingRoleError, findOpenings, grantReadingAccess, revokeReadingAccess } from './reading-role.ts';
import { scramVerifier } from '../../../platform/sql/scram-verifier.ts';
import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

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
/** Can be typed without quotes in every program; PostgreSQL reserves `pg_`. */
const ROLE_NAME = /^(?!pg_)[a-z][a-z0-9_]{0,30}$/;

interface AccessRequest {
  role: string;
  passwordFile: string | undefined;
  revoke: boolean;
}

async function grant(client: pg.Client, { role, passwordFile }: AccessRequest): Promise<void> {
  const password = passwordFile === undefined ? generatePassword() : await readPassword(passwordFile);
  const { existed, ended } = await grantReadingAccess(client, role, scramVerifier(password));
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

async function revoke(client: pg.Client, { role }: AccessRequest): Promise<void> {
  const taken = await revokeReadingAccess(client, role);
  process.stdout.write(taken ? `Rol «${role}» borrado, ${taken.ended} sesiones terminadas.\n` : `No hay ningún rol «${role}».\n`);
}

/** null for invalid arguments. */
function readRequest(args: readonly string[]): AccessRequest | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      role: { type: 'string', default: DEFAULT_ROLE },
      'password-file': { type: 'string' },
      revoke: { type: 'boolean', default: false },
    },
  });
  const request = { role: values.role, passwordFile: values['password-file'], revoke: values.revoke };
  return !ROLE_NAME.test(request.role) || (request.revoke && request.passwordFile !== undefined) ? null : request;
}

/** `npm run bi-access`. */
export const biAccess = createCommand(USAGE, async (args, environment) => {
  const request = readRequest(args);
  if (!request) {
    console.error(USAGE);
    return 2;
  }
  return withEnvironment(environment, async ({ database }) => {
    const client = new pg.Client({
      connectionString: database.ownerUrl,
      application_name: 'bi-access',
      connectionTimeoutMillis: CONNECT_MS,
    });
    await client.connect();
    try {
      await (request.revoke ? revoke : grant)(client, request);
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

const GENERATED_BYTES = 24;
const LENGTH = { min: 16, max: 200 };
/** A larger file is surely not the password file. */
const FILE_MAX_BYTES = 1_000;

function generatePassword(): string {
  return randomBytes(GENERATED_BYTES).toString('base64url');
}

/**
 * Reads the password from a file, without the line end. Only visible ASCII: other characters are normalised differently by the programs
 * that people connect with.
 * @throws ReadingRoleError
 */
async function readPassword(file: string): Promise<string> {
  const { size } = await stat(file).catch(() => {
    throw new ReadingRoleError(`No se puede leer el archivo de la contraseña: ${file}`);
  });
  const password = size > FILE_MAX_BYTES ? '' : (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  if (password.length < LENGTH.min || password.length > LENGTH.max || !/^[\x21-\x7e]+$/.test(password)) {
    throw new ReadingRoleError(
      `La contraseña debe tener de ${LENGTH.min} a ${LENGTH.max} letras, cifras y signos del teclado inglés, sin espacios, en una sola línea.`,
    );
  }
  return password;
}
