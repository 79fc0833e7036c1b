import { BULK_URL } from '../../domain/bulk.ts';
import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { feature, job } from '../feature.ts';
import { checkImport } from '../../imports/check-import.ts';
import { checkImportJob } from '../../imports/import-jobs.ts';
import { openImporting } from '../../imports/open-import.ts';
import { startImport } from '../../imports/start-import.ts';
import { exportMistakes, getImport, openTemplate, getImportProgress } from '../../imports/get-import.ts';
import { applyImport, discardImport } from './apply-import.ts';
import { performBulkJob } from './bulk-jobs.ts';
import { findBulkOptions } from './open-act.ts';
import { BULK_UPKEEP } from './maintain-bulk-runs.ts';
import { performNextBulk } from './perform-bulk.ts';
import { startBulk } from './start-bulk.ts';
import { openRun, RUN_ENDED, RUNS_TABLE } from './run-alerts.ts';
import { getBulk, describeRun } from './describe-run.ts';
import { undoBulk } from './undo-bulk.ts';

export type Bulk = ReturnType<typeof createBulk>;

/** Acts on a selection of any list that declares some (server/lists/bulk-act.ts): `portal.bulk`. */
export function createBulk(services: Services) {
  return bind(services, { startBulk, undoBulk, describeRun, getBulk, findBulkOptions });
}

/** Imports from a spreadsheet into any list that declares them (server/imports): `portal.imports`. */
function createImports(services: Services) {
  return bind(services, {
    openImporting,
    startImport,
    getImport,
    applyImport,
    discardImport,
    openTemplate,
    exportMistakes,
    getImportProgress,
  });
}

export const bulkActs = feature({
  upkeep: BULK_UPKEEP,
  verbs: { bulk: createBulk, imports: createImports },
  records: {
    [RUNS_TABLE]: {
      noun: { singular: 'acción sobre muchos registros', plural: 'acciones sobre muchos registros', gender: 'f' },
      open: openRun,
    },
  },
  answers: [
    {
      url: `${BULK_URL}/options`,
      read: (services, { params, ...call }) =>
        findBulkOptions(services, { ...call, url: params.get('list') ?? '', act: params.get('act') ?? '' }),
    },
    {
      url: `${BULK_URL}/:id/progress`,
      read: async (services, call) => {
        const { state, isOver, total, outcomes, waits } = await describeRun(services, call);
        return { state, isOver, total, outcomes, waits };
      },
    },
  ],
  alerts: [RUN_ENDED],
  jobs: [
    job(performBulkJob, () => Promise.resolve(({ services, signal }) => performNextBulk(services, signal))),
    job(checkImportJob, () => Promise.resolve(({ payload, services, signal }) => checkImport(services, payload.importId, signal))),
  ],
});
