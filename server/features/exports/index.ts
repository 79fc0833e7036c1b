import { EXPORTS_URL } from '../../domain/large-exports.ts';
import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { EXPORTS, findExports } from './export-list.ts';
import { getExport, openExportFile, consumeExportNotice } from './get-export.ts';
import { EXPORT_UPKEEP } from './maintain-exports.ts';
import { performExport } from './perform-export.ts';
import { startExport } from './start-export.ts';
import { auditSentExport } from './export-source.ts';
import { writeExportJob } from './export-jobs.ts';
import { exportList } from '../../lists/list-verbs.ts';
import { feature, job } from '../feature.ts';

export type Exports = ReturnType<typeof createExports>;

/**
 * Files of lists and reports, and the list of one's own: `portal.exports`. Up to 100,000 rows are sent as they are read (export-routes.ts);
 * larger files are written by a worker, and their owner downloads them.
 */
export function createExports(services: Services) {
  return bind(services, {
    findExports,
    startExport,
    getExport,
    openExportFile,
    consumeExportNotice,
    auditSentExport,
    performExport,
  });
}

export const largeExports = feature({
  upkeep: EXPORT_UPKEEP,
  verbs: { exports: createExports },
  records: { exportaciones: { noun: EXPORTS.noun } },
  lists: [{ url: EXPORTS.url, open: (services, call) => exportList(services, EXPORTS, call) }],
  answers: [
    {
      url: `${EXPORTS_URL}/:id/progress`,
      read: async (services, call) => {
        const { state, rowsWritten, rowsExpected, error, waits } = await getExport(services, call);
        return { state, rowsWritten, rowsExpected, error, waits };
      },
    },
  ],
  jobs: [job(writeExportJob, () => Promise.resolve(({ payload, services, signal }) => performExport(services, payload.exportId, signal)))],
});
