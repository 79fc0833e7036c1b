import { access, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { addDays, dayOf } from '../domain/dates.ts';
import { Refusal } from '../platform/refusal.ts';
import { decrypterFor } from './cipher.ts';
import { MANIFEST, suffixOf, type Manifest } from './manifest.ts';
import { readPart } from './parts.ts';
import { blobName, BLOBS, removeBlobs, type BackedUpFile } from './stored-blobs.ts';
import { FILES_PART, listBackups, UNFINISHED } from './write-backup.ts';

/** For how many days, weeks and months the newest backup is kept, and the newest of those that lack the fewest files. */
export interface RetentionPolicy {
  days: number;
  weeks: number;
  months: number;
}

/** The backups to keep. Periods without a backup do not count: a portal that was down loses none. @param backups oldest first */
export function retainedBackups<Backup extends { manifest: Pick<Manifest, 'moment'> & { files: Pick<Manifest['files'], 'missing'> } }>(
  backups: readonly Backup[],
  { days, weeks, months }: RetentionPolicy,
): ReadonlySet<Backup> {
  const newestOf = (count: number, periodOf: (day: string) => string) => {
    // A later backup replaces an earlier one of the same period, unless it lacks files that the earlier one has.
    const [newest, fullest] = [new Map<string, Backup>(), new Map<string, Backup>()];
    for (const backup of backups) {
      const period = periodOf(dayOf(new Date(backup.manifest.moment)));
      newest.set(period, backup);
      if (backup.manifest.files.missing <= (fullest.get(period)?.manifest.files.missing ?? Infinity)) fullest.set(period, backup);
    }
    return [newest, fullest].flatMap((periods) => [...periods.values()].reverse().slice(0, count));
  };
  return new Set([
    ...newestOf(days, (day) => day),
    ...newestOf(weeks, (day) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))),
    ...newestOf(months, (day) => day.slice(0, 7)),
  ]);
}

/** As writeBackup names them. */
const BACKUP_NAME = /^\d{4}-\d\d-\d\dT/;

const hasManifest = (directory: string): Promise<boolean> =>
  access(path.join(directory, MANIFEST)).then(
    () => true,
    () => false,
  );

/**
 * Removes backups beyond those to be kept, then files that none of the kept ones name. Safe to interrupt anywhere: a backup being removed
 * is renamed to an unfinished one first, and files go last. The caller must hold the lease of backups.
 * @throws Refusal if there is a backup that this version cannot read, which may name files: no file is removed then
 */
export async function pruneBackups(
  folder: string,
  retention: RetentionPolicy,
  signal: AbortSignal,
): Promise<{ backups: number; files: number }> {
  const backups = await listBackups(folder);
  const retained = retainedBackups(backups, retention);
  const old = backups.filter((backup) => !retained.has(backup));
  for (const { directory } of old) {
    signal.throwIfAborted();
    await rename(directory, `${directory}${UNFINISHED}`);
    await rm(`${directory}${UNFINISHED}`, { recursive: true, force: true });
  }
  const known = new Set([BLOBS, ...[...retained].map(({ directory }) => path.basename(directory))]);
  for (const unknown of (await readdir(folder)).filter((name) => !known.has(name))) {
    // Disks and NAS have folders of their own there, such as lost+found.
    if (!BACKUP_NAME.test(unknown) && !(await hasManifest(path.join(folder, unknown)))) continue;
    throw new Refusal(
      `No se borró ningún archivo: ${path.join(folder, unknown)} no es un respaldo que esta versión pueda leer, y puede necesitarlos`,
    );
  }
  const named = new Set<string>();
  for (const { directory, manifest } of retained)
    for await (const line of readPart(directory, FILES_PART, decrypterFor([])))
      named.add(blobName((JSON.parse(line) as BackedUpFile).sha256, suffixOf(manifest)));
  return { backups: old.length, files: await removeBlobs(folder, { named, signal }) };
}
