import { z } from 'zod';
import { LATE_AFTER_HOURS, readBackupState, type BackupState } from '../../backup/backup-state.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { defineJob } from '../../ports/queue/queue.ts';
import type { Call, Services } from '../../services.ts';

const HOUR_MS = 3_600_000;

/** Writes last night's backup if there is none yet. Runs each hour, so that a night that was missed or failed is made up for. */
export const makeBackupJob = defineJob({
  id: 'make-backup',
  payload: z.object({}),
  schedule: { everyMs: HOUR_MS },
});

interface BackupsState {
  /** Where the worker writes them; '' for nowhere. */
  folder: string;
  keep: Services['config']['backup']['keep'];
  /** With Firebase, Google keeps documents too. */
  isFirebase: boolean;
  /** null: nobody has made one yet. */
  state: BackupState | null;
  /** The newest is older than a night's should be. */
  isLate: boolean;
}

/** Whether backups are made, and the outcome of the last ones. */
export async function getBackups({ sql, config }: Services, call: Call): Promise<BackupsState> {
  requireMenu(call.actor, 'settings-machinery');
  const state = await readBackupState(sql);
  return {
    // Whoever starts web and worker may configure the folder for the worker only.
    folder: config.backup.folder ?? state?.folder ?? '',
    keep: config.backup.keep,
    isFirebase: config.firebase !== null,
    state,
    isLate: state?.moment ? Date.now() - state.moment.getTime() > LATE_AFTER_HOURS * HOUR_MS : false,
  };
}
