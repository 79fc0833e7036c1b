import { access, constants } from 'node:fs/promises';
import { readBackupState, recordBackups, recordFailure, recordFolder } from '../../backup/backup-state.ts';
import { BackupUnderWay, makeBackup, pruneAgain } from '../../backup/make-backup.ts';
import { openPlaces } from '../../backup/places.ts';
import { listBackups } from '../../backup/write-backup.ts';
import { addDays, dayOf, startOfDay } from '../../domain/dates.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import { OWNER_ONLY } from '../../platform/owner-only.ts';
import type { JobContext } from '../feature.ts';

const HOUR_MS = 3_600_000;
/** After midnight in Guatemala, when the fewest write. */
const NIGHT_HOUR = 1;

/** When the backup of the last night was due. */
export function lastNight(now: Date): Date {
  const hourOf = (day: string) => new Date(startOfDay(day).getTime() + NIGHT_HOUR * HOUR_MS);
  const today = dayOf(now);
  return hourOf(today) <= now ? hourOf(today) : hourOf(addDays(today, -1));
}

/**
 * Runs hourly, so it also notices within the hour, not only at night, that the folder cannot be written to. A failure is kept in the state
 * of backups until one is finished and the older ones are pruned, and is no failed job: the next hour is its retry, and nobody should have to clear a list afterwards.
 */
export async function makeBackups({ services: { config, sql }, log, signal }: JobContext<unknown>): Promise<void> {
  const { folder, keep, recipients } = config.backup;
  await recordFolder(sql, folder ?? '');
  if (folder === null) return;
  let isMade = false;
  try {
    await makeFolder(folder, { mode: OWNER_ONLY.folder });
    await access(folder, constants.W_OK);
    const backups = await listBackups(folder);
    const newest = backups.at(-1)?.manifest;
    if (newest && new Date(newest.moment) >= lastNight(new Date())) {
      const failedAt = (await readBackupState(sql))?.failedAt;
      if (!failedAt || failedAt <= new Date(newest.finishedAt)) return await recordBackups(sql, backups);
      isMade = true;
    }
  } catch (error) {
    log.error({ err: error, folder }, 'no backup can be made');
    return recordFailure(sql, error);
  }
  const logFailure = (error: unknown) => {
    if (error instanceof BackupUnderWay || signal.aborted) log.info({ err: error }, 'backup left to the next hour');
    else log.error({ err: error, folder }, 'backup failed');
  };
  if (isMade) {
    await pruneAgain(sql, { folder, keep, signal }).then((pruned) => log.info({ pruned }, 'backups pruned'), logFailure);
    return;
  }
  const places = await openPlaces(config, sql).catch(async (error: unknown) => {
    await recordFailure(sql, error).catch(() => undefined);
    throw error;
  });
  try {
    const { directory, manifest, pruned, lost } = await makeBackup({ sql, places }, { folder, recipients, keep, signal });
    if (lost === null) log.info({ directory, files: manifest.files, pruned }, 'backup made');
    else log.error({ directory, files: manifest.files, reason: lost }, 'backup lacks files');
  } catch (error) {
    logFailure(error);
  } finally {
    await places.close();
  }
}
