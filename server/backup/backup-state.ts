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

/** @param backups of a folder, oldest first */
export function recordBackups(sql: Querying, backups: readonly { manifest: Manifest }[]): Promise<void> {
  const manifest = backups.at(-1)?.manifest;
  return recordState(sql, {
    kept: backups.length,
    failed_at: null,
    failure: '',
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
  const failure = (error instanceof Error ? error.message : String(error)).slice(0, FAILURE_MAX);
  return recordState(sql, { failed_at: new Date(), failure });
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
