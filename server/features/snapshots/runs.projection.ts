import { formatFileSize } from '../../domain/files-vocabulary.ts';
import { runStatusLabel } from '../../domain/report-schedules.ts';
import { searchedMoment } from '../../domain/search.ts';
import { formatCount } from '../../domain/text.ts';
import { BYTES, COUNT, defineTable, ID, LIST, MAP, TEXT, TIME } from '../../read-model/table.ts';
import { isDueRunId } from './run-ids.ts';

export const RUNS_COLLECTION = 'reportes_ejecuciones';

const table = defineTable(
  RUNS_COLLECTION,
  {
    scheduleId: ID,
    reportId: TEXT,
    params: MAP,
    dueAt: TIME,
    startedAt: TIME,
    finishedAt: TIME,
    asOf: TIME,
    status: TEXT,
    progress: COUNT,
    rows: COUNT,
    dataSha256: TEXT,
    fileSha256: TEXT,
    url: TEXT,
    bytes: BYTES,
    userId: ID,
    error: TEXT,
    notSentTo: LIST,
    readers: MAP,
  },
  (row, { id }) => ({
    keys: [id],
    texts: [
      runStatusLabel(row.status),
      ...(row.status === 'lista' ? [formatCount(row.rows), formatFileSize(row.bytes)] : []),
      ...[row.dueAt, row.asOf, row.finishedAt].map(searchedMoment),
      row.error,
    ],
  }),
);

/** Runs of reports (docs/data-model.md). `is_due` tells those of a due time from those that somebody asked for. */
export const runsProjection = {
  ...table,
  columns: { ...table.columns, is_due: 'boolean' },
  project: (document) => {
    const row = table.project(document);
    return { ...row, is_due: isDueRunId(document.id, row) };
  },
} satisfies typeof table & { columns: { is_due: 'boolean' } };
