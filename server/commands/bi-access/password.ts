import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { ReadingRoleError } from './reading-role-error.ts';

const GENERATED_BYTES = 24;
const LENGTH = { min: 16, max: 200 };
/** A larger file holds no password: the wrong file was named. */
const FILE_MAX_BYTES = 1_000;
/** PostgreSQL's own default. */
const ITERATIONS = 4096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

export function generatePassword(): string {
  return randomBytes(GENERATED_BYTES).toString('base64url');
}

/**
 * The password in a file, without the line's end. Only visible ASCII: other signs are normalised differently by the programs that
 * people connect with.
 * @throws ReadingRoleError
 */
export async function readPassword(file: string): Promise<string> {
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

/** What PostgreSQL stores of a password (SCRAM-SHA-256, RFC 5803). Made here, the password itself reaches neither the server nor its log. */
export function scramVerifier(password: string, salt = randomBytes(SALT_BYTES)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const key = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${key('Server Key').toString('base64')}`;
}
