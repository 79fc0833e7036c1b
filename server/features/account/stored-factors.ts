import { randomBytes } from 'node:crypto';
import { AppError } from '../../domain/errors.ts';
import { TRUST_DAYS } from '../../domain/proof.ts';
import { documentIdOf } from '../../platform/document-id.ts';
import { slowHash } from '../../platform/slow-hash.ts';
import { mapOutage } from '../../platform/sql/database-outage.ts';
import { inTransaction } from '../../platform/sql/sql.ts';
import type { Services } from '../../services.ts';
import { keyedHash, seal, unseal } from './factor-key.ts';

type Stores = Pick<Services, 'config' | 'sql'>;

export type FactorKind = 'code' | 'passkey';

export interface StoredFactor {
  id: string;
  uid: string;
  kind: FactorKind;
  name: string;
  /** Of a code its secret, of a passkey its public key; '' when FACTOR_KEY does not open it. */
  secret: string;
  credentialId: string | null;
  counter: number;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const FACTORS_MAX = 10;
const RECOVERY_CODES = 10;
/** Sessions last two weeks at most; their proofs may be forgotten after that. */
const PROOF_DAYS = 15;

const boundTo = ({ id, uid }: Pick<StoredFactor, 'id' | 'uid'>) => `factor ${uid} ${id}`;

/** The factors of a person, oldest first, or the one with this passkey id. A factor that FACTOR_KEY does not open has the secret ''. */
export async function readFactors({ config, sql }: Stores, by: { uid: string } | { credentialId: string }): Promise<StoredFactor[]> {
  const [column, value] = 'uid' in by ? ['uid', by.uid] : ['credential_id', by.credentialId];
  const query = sql.query<Omit<StoredFactor, 'counter' | 'secret'> & { counter: bigint; sealed: Buffer }>(
    `SELECT id, uid, kind, name, sealed, counter, credential_id AS "credentialId", created_at AS "createdAt", last_used_at AS "lastUsedAt"
     FROM identity.factors WHERE ${column} = $1 ORDER BY created_at, id`,
    [value],
  );
  return (await mapOutage(query)).rows.map(({ sealed, counter, ...factor }) => ({
    ...factor,
    counter: Number(counter),
    secret: unseal(config, sealed, boundTo(factor)) ?? '',
  }));
}

/** How many factors FACTOR_KEY does not open: their owners cannot sign in with them. */
export async function countUnreadableFactors({ config, sql }: Stores): Promise<number> {
  const { rows } = await sql.query<Pick<StoredFactor, 'id' | 'uid'> & { sealed: Buffer }>('SELECT id, uid, sealed FROM identity.factors');
  return rows.filter(({ sealed, ...factor }) => unseal(config, sealed, boundTo(factor)) === null).length;
}

/** A person has one factor for a secret, also when its form is sent twice at once. */
function factorIdOf({ config }: Pick<Stores, 'config'>, { uid, secret }: Pick<StoredFactor, 'secret' | 'uid'>): string {
  return documentIdOf(keyedHash(config, `factor ${uid} ${secret}`).toString('base64url'));
}

/**
 * Errors: `conflict` for too many, and for a passkey that already belongs to somebody.
 * @returns its id; it is not new for a code that the person has already, whose counter is used up all the same
 */
export async function storeFactor(
  { config, sql }: Stores,
  factor: Pick<StoredFactor, 'counter' | 'credentialId' | 'kind' | 'name' | 'secret' | 'uid'>,
): Promise<{ id: string; isNew: boolean }> {
  const { uid, kind, name, secret, credentialId, counter } = factor;
  const id = factorIdOf({ config }, factor);
  const known = kind === 'code' ? '(id) DO UPDATE SET counter = greatest(f.counter, excluded.counter)' : 'DO NOTHING';
  const stored = await mapOutage(
    sql.query<{ isNew: boolean }>(
      `INSERT INTO identity.factors AS f (id, uid, kind, name, sealed, credential_id, counter)
       SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT count(*) FROM identity.factors WHERE uid = $2 AND id <> $1) < ${FACTORS_MAX}
       ON CONFLICT ${known} RETURNING f.xmax = 0 AS "isNew"`,
      [id, uid, kind, name, seal(config, secret, boundTo({ id, uid })), credentialId, counter],
    ),
  );
  const [row] = stored.rows;
  if (row) return { id, isNew: row.isNew };
  throw new AppError('conflict', 'too many factors, or a passkey that is stored', {
    userMessage: `No se agregó: esa llave de acceso ya está registrada, o ya tiene ${FACTORS_MAX} formas de confirmar. Quite una que no use.`,
  });
}

/**
 * Uses up the time step of a code or the counter of a passkey: of two processes that get the same code at once, one succeeds. A passkey
 * without a counter always says 0; there only its challenge is used up.
 */
export async function consumeCounter({ sql }: Pick<Stores, 'sql'>, { id }: Pick<StoredFactor, 'id'>, counter: number): Promise<boolean> {
  const { rowCount } = await mapOutage(
    sql.query(
      `UPDATE identity.factors SET counter = $2, last_used_at = now()
       WHERE id = $1 AND (counter < $2 OR (kind = 'passkey' AND counter = 0 AND $2 = 0))`,
      [id, counter],
    ),
  );
  return rowCount === 1;
}

/** True for the first use only; remembered until the challenge ends by itself. */
export async function consumeChallenge({ sql }: Pick<Stores, 'sql'>, challenge: string, end: Date): Promise<boolean> {
  await mapOutage(sql.query('DELETE FROM identity.used_challenges WHERE expires_at < now()'));
  const { rowCount } = await mapOutage(
    sql.query('INSERT INTO identity.used_challenges (challenge, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [challenge, end]),
  );
  return rowCount === 1;
}

/** False for a factor that is not the person's. */
export async function removeFactor({ sql }: Pick<Stores, 'sql'>, { uid, id }: { uid: string; id: string }): Promise<boolean> {
  return inTransaction(sql, async (client) => {
    const { rowCount } = await client.query('DELETE FROM identity.factors WHERE uid = $1 AND id = $2', [uid, id]);
    // Recovery codes replace a factor: without any factor left they are void.
    await client.query('DELETE FROM identity.recovery_codes WHERE uid = $1 AND NOT EXISTS (SELECT FROM identity.factors WHERE uid = $1)', [
      uid,
    ]);
    await client.query('DELETE FROM identity.trusted_devices WHERE uid = $1', [uid]);
    return rowCount === 1;
  });
}

/** Removes all of a person's factors, with recovery codes, trusted devices and proofs. */
export async function removeFactors({ sql }: Pick<Stores, 'sql'>, uid: string): Promise<void> {
  await inTransaction(sql, async (client) => {
    for (const table of ['factors', 'recovery_codes', 'trusted_devices', 'session_proofs'])
      await client.query(`DELETE FROM identity.${table} WHERE uid = $1`, [uid]);
  });
}

/** Letters and digits that are not confused with each other on paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 10;

const SALT_BYTES = 16;

/** Replaces all earlier codes. @param seed of a form: sent again, it gives the same codes. @returns the new ones, which are never shown again */
export async function renewRecoveryCodes({ config, sql }: Stores, uid: string, seed?: string): Promise<string[]> {
  const random = seed === undefined ? randomBytes : randomFrom(config, `recovery codes ${uid} ${seed}`);
  const codes = Array.from({ length: RECOVERY_CODES }, () => createRecoveryCode(random));
  // One salt for all codes of a person, so that a try costs one slow hash and not ten.
  const salt = random(SALT_BYTES);
  const hashes: Buffer[] = [];
  // One after another: four at once would take all threads from people who sign in.
  for (const code of codes) hashes.push(await slowHashOf(config, { uid, letters: lettersOf(code), salt }));
  await inTransaction(sql, async (client) => {
    await client.query('DELETE FROM identity.recovery_codes WHERE uid = $1', [uid]);
    await client.query('INSERT INTO identity.recovery_codes (uid, code_hash) SELECT $1, unnest($2::bytea[]) ON CONFLICT DO NOTHING', [
      uid,
      hashes,
    ]);
  });
  return codes;
}

/** Bytes that look random to everybody without FACTOR_KEY, and are the same for the same text. */
function randomFrom(config: Stores['config'], text: string): (size: number) => Buffer {
  let count = 0;
  return (size) => keyedHash(config, `${text} ${(count += 1)}`).subarray(0, size);
}

function createRecoveryCode(random: (size: number) => Buffer): string {
  const letters: string[] = [];
  while (letters.length < CODE_LENGTH) {
    // Bytes past the last whole round of the alphabet would make its first letters likelier.
    const usable = [...random(CODE_LENGTH)].filter((byte) => byte < 256 - (256 % ALPHABET.length));
    letters.push(...usable.map((byte) => ALPHABET.charAt(byte % ALPHABET.length)));
  }
  return `${letters.slice(0, 5).join('')}-${letters.slice(5, CODE_LENGTH).join('')}`;
}

export async function countRecoveryCodes({ sql }: Pick<Stores, 'sql'>, uid: string): Promise<number> {
  const query = sql.query<{ left: number }>('SELECT count(*)::int AS left FROM identity.recovery_codes WHERE uid = $1', [uid]);
  return (await mapOutage(query)).rows[0]?.left ?? 0;
}

export async function consumeRecoveryCode({ config, sql }: Stores, uid: string, code: string): Promise<boolean> {
  const letters = lettersOf(code);
  // People also type their password into this field.
  if (letters.length !== CODE_LENGTH) return false;
  const salts = sql.query<{ salt: Buffer }>(
    'SELECT substring(code_hash FROM 1 FOR $2) AS salt FROM identity.recovery_codes WHERE uid = $1 AND length(code_hash) > $3 LIMIT 1',
    [uid, SALT_BYTES, KEYED_BYTES],
  );
  const { salt } = (await mapOutage(salts)).rows[0] ?? {};
  const hash = salt ? await slowHashOf(config, { uid, letters, salt }) : keyedHashOf(config, { uid, letters });
  const taken = sql.query('DELETE FROM identity.recovery_codes WHERE uid = $1 AND code_hash = $2', [uid, hash]);
  return (await mapOutage(taken)).rowCount === 1;
}

const lettersOf = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Bytes of a stored code from before codes were hashed slowly; it stays so until it is used or renewed. */
const KEYED_BYTES = 32;
const keyedHashOf = (config: Stores['config'], { uid, letters }: { uid: string; letters: string }) =>
  keyedHash(config, `recovery ${uid} ${letters}`);

/** Also keyed with FACTOR_KEY, so that the table alone reveals nothing of a code. */
async function slowHashOf(config: Stores['config'], { salt, ...of }: { uid: string; letters: string; salt: Buffer }): Promise<Buffer> {
  return Buffer.concat([salt, await slowHash(keyedHashOf(config, of), salt)]);
}

/** Stores what the person proved in this session; a factor once given counts for the whole session. */
export async function storeProof(
  { sql }: Pick<Stores, 'sql'>,
  { uid, sessionId, withFactor }: { uid: string; sessionId: string; withFactor: boolean },
): Promise<void> {
  await mapOutage(sql.query('DELETE FROM identity.session_proofs WHERE expires_at < now()'));
  await mapOutage(
    sql.query(
      `INSERT INTO identity.session_proofs AS p (session_id, uid, with_factor, expires_at)
       VALUES ($1, $2, $3, now() + interval '${PROOF_DAYS} days')
       ON CONFLICT (session_id, uid) DO UPDATE SET with_factor = p.with_factor OR excluded.with_factor, proved_at = now()`,
      [sessionId, uid, withFactor],
    ),
  );
}

/** @param currentToken the device's name so far, given to whoever trusted it. @returns its name */
export async function trustDevice({ config, sql }: Stores, uid: string, currentToken: string | null): Promise<string> {
  const token = currentToken !== null && DEVICE_SHAPE.test(currentToken) ? currentToken : randomBytes(32).toString('base64url');
  await mapOutage(
    sql.query(
      `INSERT INTO identity.trusted_devices (token_hash, uid, expires_at) VALUES ($1, $2, now() + interval '${TRUST_DAYS} days')
       ON CONFLICT (token_hash, uid) DO UPDATE SET expires_at = excluded.expires_at`,
      [keyedHash(config, token), uid],
    ),
  );
  return token;
}

const DEVICE_SHAPE = /^[A-Za-z0-9_-]{43}$/;

export async function isTrusted({ config, sql }: Stores, uid: string, token: string | null): Promise<boolean> {
  if (token === null || !DEVICE_SHAPE.test(token)) return false;
  await mapOutage(sql.query('DELETE FROM identity.trusted_devices WHERE expires_at < now()'));
  const query = sql.query('SELECT 1 FROM identity.trusted_devices WHERE token_hash = $1 AND uid = $2', [keyedHash(config, token), uid]);
  return (await mapOutage(query)).rowCount === 1;
}
