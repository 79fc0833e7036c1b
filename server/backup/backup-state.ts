import { countOf, formatCount, plural } from '../domain/text.ts';
import { refusalIn } from '../platform/refusal.ts';
import type { Sql } from '../platform/sql/sql.ts';
import type { Manifest } from './manifest.ts';

/** State of the backups, known without opening their folder: for screens and /metrics. */
export interface BackupState {
  /** Folder of the worker's own backups; '' if it makes none. */
  folder: string;
  kept: number;
  /** Moment of the newest one's contents; null if there is none. */
  moment: Date | null;
  finishedAt: Date | null;
  bytes: number;
  documents: number;
  files: number;
  isEncrypted: boolean;
  /** null if the last one succeeded. */
  failedAt: Date | null;
  failure: string;
}

/** The first asks for files, the second for pictures. */
export const WHICH_ARE_MISSING = 'npm run files -- check y npm run pictures -- check dicen cuáles';
/** A nightly backup is late after a whole day and two hours. */
export const LATE_AFTER_HOURS = 26;
const FAILURE_MAX = 500;

type Querying = Pick<Sql, 'query'>;

export async function readBackupState(sql: Querying): Promise<BackupState | null> {
  const { rows } = await sql.query<Omit<BackupState, 'bytes' | 'documents' | 'files'> & Record<'bytes' | 'documents' | 'files', bigint>>(
    `SELECT folder, kept, moment, finished_at AS "finishedAt", bytes, documents, files, encrypted AS "isEncrypted", failed_at AS "failedAt",
       failure FROM backup_state`,
  );
  const [row] = rows;
  return row ? { ...row, bytes: Number(row.bytes), documents: Number(row.documents), files: Number(row.files) } : null;
}

/**
 * A newest backup that lacks files counts as failed, until one lacks no more than that before it.
 * @param backups of a folder, oldest first
 */
export function recordBackups(sql: Querying, backups: readonly { manifest: Manifest }[]): Promise<void> {
  const manifest = backups.at(-1)?.manifest;
  const failure = describeLost(backups);
  return recordState(sql, {
    kept: backups.length,
    failed_at: failure === null ? null : (manifest?.finishedAt ?? null),
    failure: failure ?? '',
    ...(manifest && {
      moment: manifest.moment,
      finished_at: manifest.finishedAt,
      bytes: manifest.parts.reduce((sum, { bytes }) => sum + bytes, manifest.files.bytes),
      documents: countDocuments(manifest),
      files: manifest.files.count,
      encrypted: manifest.recipients.length > 0,
    }),
  });
}

export function recordFailure(sql: Querying, error: unknown): Promise<void> {
  const { message } = refusalIn(error) ?? (error instanceof Error ? error : new Error(String(error)));
  return recordState(sql, { failed_at: new Date(), failure: message.slice(0, FAILURE_MAX) });
}

/**
 * What is lost since the backup before the newest: files that documents name and that are in no store any more. null: nothing. The first one
 * of a folder cannot know what was missing before, and the same stores must not fail once and succeed when repeated; but where more files
 * are missing than there are, the disk is not there, and every backup fails.
 * @param backups oldest first
 */
export function describeLost(backups: readonly { manifest: Manifest }[]): string | null {
  const { missing = 0, count = 0 } = backups.at(-1)?.manifest.files ?? {};
  const before = backups.at(-2)?.manifest.files.missing;
  if (missing <= Math.min(before ?? Infinity, count)) return null;
  const files = countOf(missing, 'archivo que los documentos nombran', 'archivos que los documentos nombran');
  return `Al respaldo le ${plural(missing, 'falta', 'faltan')} ${files}${before === undefined ? '' : ` (al anterior, ${formatCount(before)})`}: vea que el disco de los archivos esté montado y entero; ${WHICH_ARE_MISSING}.`;
}

/** @param folder '' if the worker makes none */
export const recordFolder = (sql: Querying, folder: string): Promise<void> => recordState(sql, { folder });

export function countDocuments({ documents }: Manifest): number {
  return Object.values(documents).reduce(
    (sum, byCollection) => sum + Object.values(byCollection).reduce((all, count) => all + count, 0),
    0,
  );
}

async function recordState(sql: Querying, values: Readonly<Record<string, Date | boolean | number | string | null>>): Promise<void> {
  const columns = Object.keys(values);
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  const changes = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  await sql.query(
    `INSERT INTO backup_state (${columns.join(', ')}) VALUES (${places}) ON CONFLICT (id) DO UPDATE SET ${changes}`,
    Object.values(values),
  );
}
