import pg from 'pg';
import { createCommand, DATABASE_USAGE, UsageError, withEnvironment } from '../run-command.ts';
import { ReadingRoleError, findOpenings, grantReadingAccess, revokeReadingAccess } from './reading-role.ts';
import { countOf } from '../../../domain/text.ts';
import { scramVerifier } from '../../../platform/sql/scram-verifier.ts';
import { KEEP_ALIVE } from '../../../platform/sql/sql.ts';
import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

const USAGE = `npm run bi-access -- [--role consulta] [--password-file ARCHIVO]   da acceso a las vistas del esquema consulta
npm run bi-access -- --revoke [--role consulta]                     lo quita

  Crea el rol, o le da una contraseña nueva (se muestra una vez) y exactamente sus permisos: leer las vistas, nada más.
  Con qué se conecta la gerencia: docs/acceso-a-consulta.md.

${DATABASE_USAGE}

  --role ROL                otro nombre que consulta: letras minúsculas, cifras y _
  --password-file ARCHIVO   toma la contraseña de la primera línea de un archivo en lugar de inventarla, y no la muestra
  --revoke                  termina las sesiones del rol y lo borra`;

const CONNECT_MS = 10_000;
const DEFAULT_ROLE = 'consulta';
/** Can be typed without quotes in every program; PostgreSQL reserves `pg_`. */
const ROLE_NAME = /^(?!pg_)[a-z][a-z0-9_]{0,30}$/;

async function grant(client: pg.Client, role: string, passwordFile: string | undefined): Promise<void> {
  const password = passwordFile === undefined ? generatePassword() : await readPassword(passwordFile);
  const { existed, ended } = await grantReadingAccess(client, role, scramVerifier(password));
  const { host, port, database } = client;
  const lines = [
    existed ? `Rol «${role}»: contraseña nueva, permisos puestos de nuevo, ${endedSessions(ended)}.` : `Rol «${role}» creado.`,
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

async function revoke(client: pg.Client, role: string): Promise<void> {
  const taken = await revokeReadingAccess(client, role);
  process.stdout.write(taken ? `Rol «${role}» borrado, ${endedSessions(taken.ended)}.\n` : `No hay ningún rol «${role}».\n`);
}

const endedSessions = (count: number) => countOf(count, 'sesión terminada', 'sesiones terminadas');

const OPTIONS = { role: { type: 'string' }, 'password-file': { type: 'string' }, revoke: { type: 'boolean' } } as const;

/** `npm run bi-access`. */
export const biAccess = createCommand({ usage: USAGE, options: OPTIONS }, async ({ values, environment }) => {
  const { role = DEFAULT_ROLE, 'password-file': passwordFile, revoke: isRevoked = false } = values;
  if (!ROLE_NAME.test(role)) throw new UsageError(`--role no es un nombre que se pueda usar: «${role}».`);
  if (isRevoked && passwordFile !== undefined) throw new UsageError('--revoke no necesita --password-file.');
  return withEnvironment(environment, async ({ database }) => {
    const client = new pg.Client({
      connectionString: database.ownerUrl,
      application_name: 'bi-access',
      connectionTimeoutMillis: CONNECT_MS,
      ...KEEP_ALIVE,
    });
    await client.connect();
    try {
      await (isRevoked ? revoke(client, role) : grant(client, role, passwordFile));
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
