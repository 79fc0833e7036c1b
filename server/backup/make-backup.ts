import { Refusal } from '../platform/refusal.ts';
import type { Sql } from '../platform/sql/sql.ts';
import { acquireLease } from '../ports/queue/work-leases.ts';
import { describeLost, recordBackups, recordFailure } from './backup-state.ts';
import { cipherFor } from './cipher.ts';
import type { Places } from './places.ts';
import { pruneBackups, type RetentionPolicy } from './prune-backups.ts';
import { listBackups, writeBackup, type WrittenBackup } from './write-backup.ts';

/** Another backup is being written, by a worker or by a command. */
export class BackupUnderWay extends Refusal {}

interface MakeOptions {
  folder: string;
  /** Public keys of those who can decrypt it; empty: it is not encrypted. */
  recipients: readonly string[];
  /** How many backups to keep afterwards; null: all. */
  keep: RetentionPolicy | null;
  signal?: AbortSignal;
}

interface MadeBackup extends WrittenBackup {
  /** Removed older backups, and files that no backup names any more. */
  pruned: { backups: number; files: number };
  /** How many files the one before lacks; null: there is none. */
  missingBefore: number | null;
  /** null: no file is lost since the one before. */
  lost: string | null;
}

/**
 * Writes a backup, removes older ones unless files are lost, and stores the result for screens. Only one at a time per portal: the writer
 * holds a lease, which a killed one loses within seconds. @throws BackupUnderWay
 */
export async function makeBackup(
  { sql, places }: { sql: Sql; places: Places },
  { folder, recipients, keep, signal: stopped }: MakeOptions,
): Promise<MadeBackup> {
  return withLease(sql, stopped, async (signal) => {
    const written = await writeBackup(places, { folder, cipher: cipherFor(recipients), signal });
    const backups = await listBackups(folder);
    const pruned = await pruneAndRecord(sql, backups, { folder, keep, signal });
    const missingBefore = backups.at(-2)?.manifest.files.missing ?? null;
    return { ...written, pruned, missingBefore, lost: describeLost(backups) };
  });
}

/** Removes older backups again, when that failed after the newest was made. @throws BackupUnderWay */
export async function pruneAgain(
  sql: Sql,
  { folder, keep, signal: stopped }: { folder: string; keep: RetentionPolicy; signal: AbortSignal },
): Promise<MadeBackup['pruned']> {
  return withLease(sql, stopped, async (signal) => pruneAndRecord(sql, await listBackups(folder), { folder, keep, signal }));
}

async function pruneAndRecord(
  sql: Sql,
  backups: Awaited<ReturnType<typeof listBackups>>,
  { folder, keep, signal }: { folder: string; keep: RetentionPolicy | null; signal: AbortSignal },
): Promise<MadeBackup['pruned']> {
  try {
    // The one before may have the last copy of what is lost.
    const mayPrune = describeLost(backups) === null;
    return keep && mayPrune ? await pruneBackups(folder, keep, signal) : { backups: 0, files: 0 };
  } finally {
    // Also after a failure, or a portal that cannot prune would seem to have made no backup.
    await recordBackups(sql, await listBackups(folder));
  }
}

async function withLease<Result>(
  sql: Sql,
  stopped: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lease = await acquireLease(sql, 'backup');
  if (!lease) throw new BackupUnderWay('Ya se está escribiendo otro respaldo: espere a que termine');
  const signal = stopped ? AbortSignal.any([stopped, lease.lost]) : lease.lost;
  try {
    return await work(signal);
  } catch (error) {
    // A requested stop is no failure: the next backup will run.
    if (!stopped?.aborted) await recordFailure(sql, error).catch(() => undefined);
    throw error;
  } finally {
    await lease.release().catch(() => undefined);
  }
}
