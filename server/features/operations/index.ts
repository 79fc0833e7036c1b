import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { getBackups, makeBackupJob } from './backups.ts';
import { findJobs, retryAllJobs, retryJob } from './jobs.ts';
import { requestReadModelRuns, runReadModelJob } from './read-model-runs.ts';
import { getReadModelState } from './read-model-state.ts';
import { backupFigure, failedJobsFigure, JOBS_URL, lagFigure, READ_MODEL_URL, setAsideFigure, stateTile } from './state-figures.ts';
import { cleanUnfinishedUploadsJob } from '../../stored-files/unfinished-uploads.ts';
import { recountRowTotals, verifyRowTotals } from '../../read-model/upkeep/row-totals.ts';
import { reconcileReadModelJob, syncDocumentsJob, tidyReadModelJob } from '../../read-model/sync/sync-jobs.ts';
import { pageAt } from '../../records/declared-record.ts';
import { text } from '../../records/fields.ts';
import { feature, job } from '../feature.ts';

/** State of the portal's machinery: `portal.operations`. Verbs check the menu `settings-machinery` themselves; see their files. */
export function createOperations(services: Services) {
  return bind(services, { findJobs, retryJob, retryAllJobs, requestReadModelRuns, getReadModelState, getBackups });
}

export const operations = feature({
  verbs: { operations: createOperations },
  records: {
    trabajos: {
      noun: { singular: 'trabajo', plural: 'trabajos', gender: 'm' },
      page: pageAt({ menu: 'settings-machinery', url: JOBS_URL }),
      fields: [text({ name: 'job', label: 'Trabajo' }), text({ name: 'jobs', label: 'Reintentados' })],
    },
    modelo_lectura: {
      noun: { singular: 'modelo de lectura', plural: 'modelo de lectura', gender: 'm' },
      page: pageAt({ menu: 'settings-machinery', url: READ_MODEL_URL }),
      fields: [text({ name: 'kind', label: 'Clase' }), text({ name: 'target', label: 'Alcance' })],
    },
  },
  derivedTables: [{ id: 'row totals', title: 'Totales de filas', verify: verifyRowTotals, rebuild: recountRowTotals }],
  stateFigures: [lagFigure, setAsideFigure, failedJobsFigure, backupFigure],
  tiles: ({ stateFigures }) => [stateTile(stateFigures)],
  jobs: [
    job(syncDocumentsJob, async () => (await import('./read-model-jobs.ts')).syncDocuments),
    job(reconcileReadModelJob, async () => (await import('./read-model-jobs.ts')).reconcileReadModel),
    job(tidyReadModelJob, async () => (await import('./read-model-jobs.ts')).tidy),
    job(runReadModelJob, async () => (await import('./read-model-jobs.ts')).runReadModel),
    job(makeBackupJob, async () => (await import('./make-backups.ts')).makeBackups),
    job(cleanUnfinishedUploadsJob, async () => (await import('./read-model-jobs.ts')).cleanUploads),
  ],
});
