import { z } from 'zod';
import type { UnfinishedUpload as StoredUpload } from '#prisma/generated/client.ts';
import { AppError } from '../domain/errors.ts';
import type { Staff } from '../domain/permissions.ts';
import { inTurn } from '../platform/sql/sql.ts';
import { selectColumns, type SelectedRow } from '../platform/sql/sql-columns.ts';
import type { FileArea } from './file-area.ts';
import { defineJob } from '../ports/queue/queue.ts';
import type { Services } from '../services.ts';

/** At 2 Mbit/s a part takes 17 s: far from any proxy timeout, and all that a lost connection costs. */
export const PART_BYTES = 4 * 1024 * 1024;
/** Limits of one person's unfinished uploads in all areas; more must wait until one is finished or cancelled. */
const PER_PERSON = { uploads: 50, bytes: 8 * 1024 ** 3 };

/** A file that arrives in parts. */
export interface UnfinishedUpload {
  /** Also the id of the document that it becomes. */
  id: string;
  uploadKey: string;
  fileName: string;
  bytes: number;
  partBytes: number;
  /** Hexadecimal, as computed by the sender; '' if it did not. */
  sha256: string;
  /** Name and target, by the names of the upload's fields. */
  fields: Readonly<Record<string, string>>;
  /** Numbers of the parts that have arrived, from 0. */
  parts: number[];
}

/** Longer than a part takes on the slowest line in use. */
const UNDER_WAY_MINUTES = 5;
/** A process that assembles a file renews its lease every 15 s; one that does not was killed. */
const COMPLETING_LEASE_S = 60;
const COMPLETING_RENEW_MS = 15_000;
const COMPLETING_RETRY_S = 5;

type Owner = Pick<Staff, 'id'>;
type UploadSql = Pick<Services, 'sql'>;

const COLUMNS = selectColumns<StoredUpload>()('id', 'upload_key', 'file_name', 'bytes', 'part_bytes', 'sha256', 'fields', 'parts');
type Row = SelectedRow<typeof COLUMNS>;

/**
 * Begins an upload, or resumes the one with that id; its parts are kept if the announced content is the same, and deleted first if not.
 * Errors: `too-many-requests` when the person has begun too much.
 */
export async function beginUpload(
  { sql, uploadParts }: Pick<Services, 'sql' | 'uploadParts'>,
  area: Pick<FileArea, 'id'>,
  actor: Owner,
  upload: Omit<UnfinishedUpload, 'parts' | 'partBytes'>,
): Promise<UnfinishedUpload> {
  const { id, uploadKey, fileName, bytes, sha256, fields } = upload;
  const { rowCount: others } = await sql.query(
    'SELECT 1 FROM unfinished_uploads WHERE id = $1 AND (bytes, sha256, part_bytes) <> ($2, $3, $4)',
    [id, bytes, sha256, PART_BYTES],
  );
  if (others) await uploadParts.delete(id);
  const { rows } = await inTurn(sql, `uploads of ${actor.id}`, (client) =>
    client.query<Row>(
      `INSERT INTO unfinished_uploads AS u (id, area, user_id, upload_key, file_name, bytes, part_bytes, sha256, fields)
     SELECT $1, $2, $3, $4, $5, $6::bigint, $7, $8, $9
     WHERE (SELECT count(*) < $10 AND coalesce(sum(o.bytes), 0) + $6::bigint <= $11::bigint FROM unfinished_uploads o
       WHERE o.user_id = $3 AND o.id <> $1)
     ON CONFLICT (id) DO UPDATE SET file_name = excluded.file_name, fields = excluded.fields, touched_at = now(),
       bytes = excluded.bytes, sha256 = excluded.sha256, part_bytes = excluded.part_bytes,
       parts = CASE WHEN (u.bytes, u.sha256, u.part_bytes) = (excluded.bytes, excluded.sha256, excluded.part_bytes) THEN u.parts ELSE '{}' END
     RETURNING ${COLUMNS.sql('u')}`,
      [id, area.id, actor.id, uploadKey, fileName, bytes, PART_BYTES, sha256, JSON.stringify(fields), PER_PERSON.uploads, PER_PERSON.bytes],
    ),
  );
  if (!rows[0]) {
    throw new AppError('too-many-requests', `too much begun by ${actor.id}`, {
      userMessage: 'Tiene demasiadas cargas sin terminar. Termine o cancele algunas; las abandonadas se retiran solas en dos días.',
    });
  }
  return toUpload(rows[0]);
}

/**
 * The key to continue with: the upload's own, or that of the same content begun before by the person, perhaps in a page since closed. One
 * with another target that was touched recently is a separate upload in progress.
 */
export async function resumableKey(
  { sql }: UploadSql,
  area: Pick<FileArea, 'id'>,
  actor: Owner,
  { uploadKey, fileName, bytes, sha256, fields }: Pick<UnfinishedUpload, 'uploadKey' | 'fileName' | 'bytes' | 'sha256' | 'fields'>,
): Promise<string> {
  if (sha256 === '') return uploadKey;
  const { rows } = await sql.query<{ upload_key: string }>(
    `SELECT upload_key FROM unfinished_uploads WHERE user_id = $1 AND area = $2 AND sha256 = $3 AND bytes = $4 AND file_name = $5
     AND part_bytes = $6 AND (upload_key = $7 OR fields = $8::jsonb OR touched_at < now() - interval '${UNDER_WAY_MINUTES} minutes')
     ORDER BY upload_key = $7 DESC, fields = $8::jsonb DESC, touched_at DESC LIMIT 1`,
    [actor.id, area.id, sha256, bytes, fileName, PART_BYTES, uploadKey, JSON.stringify(fields)],
  );
  return rows[0]?.upload_key ?? uploadKey;
}

/** The person's own upload. Errors: `not-found`, also for another person's. */
export async function requireUnfinished(
  { sql }: UploadSql,
  area: Pick<FileArea, 'id'>,
  { actor, id }: { actor: Owner; id: string },
): Promise<UnfinishedUpload> {
  const { rows } = await sql.query<Row>(`SELECT ${COLUMNS.sql()} FROM unfinished_uploads WHERE id = $1 AND area = $2 AND user_id = $3`, [
    id.slice(0, 100),
    area.id,
    actor.id,
  ]);
  if (!rows[0]) throw uploadMissing(id);
  return toUpload(rows[0]);
}

/** @returns false when the upload is gone, or was begun again with other content */
export async function recordPart(
  { sql }: UploadSql,
  { id, bytes, sha256, partBytes }: Pick<UnfinishedUpload, 'bytes' | 'id' | 'partBytes' | 'sha256'>,
  part: number,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE unfinished_uploads SET parts = array_append(array_remove(parts, $2), $2), touched_at = now()
     WHERE id = $1 AND (bytes, sha256, part_bytes) = ($3, $4, $5)`,
    [id, part, bytes, sha256, partBytes],
  );
  return rowCount === 1;
}

/**
 * Lets one request at a time, across all processes, assemble the upload; a killed one blocks it for a minute. Errors: `conflict` with
 * `retryAfterSeconds` for the second.
 */
export async function whileCompleting<Result>({ sql }: UploadSql, id: string, work: () => Promise<Result>): Promise<Result> {
  const { rowCount } = await sql.query(
    `UPDATE unfinished_uploads SET completing_at = now(), touched_at = now()
     WHERE id = $1 AND (completing_at IS NULL OR completing_at < now() - make_interval(secs => $2))`,
    [id, COMPLETING_LEASE_S],
  );
  if (rowCount !== 1) throw alreadyCompleting(id);
  const renew = () => sql.query('UPDATE unfinished_uploads SET completing_at = now() WHERE id = $1', [id]).catch(() => undefined);
  const timer = setInterval(() => void renew(), COMPLETING_RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await sql.query('UPDATE unfinished_uploads SET completing_at = NULL WHERE id = $1', [id]).catch(() => undefined);
  }
}

function alreadyCompleting(id: string): AppError {
  return new AppError('conflict', `unfinished upload ${id} is being completed`, {
    userMessage: 'El archivo se está guardando. Espere unos segundos.',
    retryAfterSeconds: COMPLETING_RETRY_S,
  });
}

/** Marks all parts as missing. */
export async function markPartsMissing({ sql }: UploadSql, id: string): Promise<void> {
  await sql.query(`UPDATE unfinished_uploads SET parts = '{}' WHERE id = $1`, [id]);
}

/** Marks one part as missing, before it is replaced. */
export async function markPartMissing({ sql }: UploadSql, id: string, part: number): Promise<void> {
  await sql.query(`UPDATE unfinished_uploads SET parts = array_remove(parts, $2) WHERE id = $1`, [id, part]);
}

/** Deletes the parts and then their row, so that the next clean-up repeats an interrupted removal. */
export async function removeUpload(
  { sql, uploadParts }: Pick<Services, 'sql' | 'uploadParts'>,
  { id }: Pick<UnfinishedUpload, 'id'>,
): Promise<void> {
  await uploadParts.delete(id);
  await sql.query('DELETE FROM unfinished_uploads WHERE id = $1', [id]);
}

/** Those of these ids without an upload. */
export async function findStrays({ sql }: UploadSql, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    'SELECT DISTINCT k.id FROM unnest($1::text[]) AS k (id) WHERE NOT EXISTS (SELECT 1 FROM unfinished_uploads u WHERE u.id = k.id)',
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Everybody's uploads not touched since `before`; the oldest first. */
async function findAbandoned({ sql }: UploadSql, before: Date, limit: number): Promise<UnfinishedUpload[]> {
  const { rows } = await sql.query<Row>(
    `SELECT ${COLUMNS.sql()} FROM unfinished_uploads WHERE touched_at < $1 ORDER BY touched_at LIMIT ${limit}`,
    [before],
  );
  return rows.map(toUpload);
}

export function countParts({ bytes, partBytes }: Pick<UnfinishedUpload, 'bytes' | 'partBytes'>): number {
  return Math.ceil(bytes / partBytes);
}

/** All parts have the same size except the last. */
export function lengthOfPart({ bytes, partBytes }: Pick<UnfinishedUpload, 'bytes' | 'partBytes'>, part: number): number {
  return Math.min(partBytes, bytes - part * partBytes);
}

export function uploadMissing(id: string): AppError {
  return new AppError('not-found', `unfinished upload ${id.slice(0, 100)} not found`, {
    userMessage: 'La carga ya no existe. Vuelva a empezarla.',
  });
}

function toUpload(row: Row): UnfinishedUpload {
  return {
    id: row.id,
    uploadKey: row.upload_key,
    fileName: row.file_name,
    bytes: Number(row.bytes),
    partBytes: row.part_bytes,
    sha256: row.sha256,
    fields: textsIn(row.fields),
    parts: row.parts,
  };
}

/** As `beginUpload` wrote them. */
function textsIn(fields: Row['fields']): Record<string, string> {
  const entries = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** A weekend with the laptop closed: nobody waits longer for an upload. After that the sender begins again. */
const RETENTION_HOURS = 48;
const HOUR_MS = 3_600_000;
const AT_ONCE = 100;
const STRAY_AT_ONCE = 1_000;

/** Removes abandoned uploads. */
export const cleanUnfinishedUploadsJob = defineJob({
  id: 'clean-unfinished-uploads',
  payload: z.object({}),
  attempts: 3,
  backoffMs: 60_000,
  schedule: { everyMs: HOUR_MS },
});

/** Deletes uploads untouched for two days, with their parts, and parts without an upload. @returns the number of both */
export async function cleanUnfinishedUploads(
  services: Pick<Services, 'sql' | 'uploadParts'>,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_HOURS * HOUR_MS);
  let removed = 0;
  for (;;) {
    const abandoned = await findAbandoned(services, before, AT_ONCE);
    for (const upload of abandoned) {
      signal?.throwIfAborted();
      await removeUpload(services, upload);
    }
    removed += abandoned.length;
    if (abandoned.length < AT_ONCE) break;
  }
  return removed + (await removeStrays(services, new Date(now.getTime() - HOUR_MS), signal));
}

/** Deletes parts left by killed processes. Recent parts are spared: they may be about to be recorded. */
async function removeStrays(
  services: Pick<Services, 'sql' | 'uploadParts'>,
  before: Date,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { uploadParts } = services;
  let removed = 0;
  let ids: string[] = [];
  const removeCollected = async () => {
    signal?.throwIfAborted();
    for (const id of await findStrays(services, ids)) {
      await uploadParts.delete(id);
      removed += 1;
    }
    ids = [];
  };
  for await (const { id, modifiedAt } of uploadParts.list()) {
    if (modifiedAt < before) ids.push(id);
    if (ids.length === STRAY_AT_ONCE) await removeCollected();
  }
  await removeCollected();
  return removed;
}
