import { titledColumns } from '../../reporting/columns.ts';
import { readReportQuery } from '../../reporting/report-query.ts';
import type { ReportLine } from '../../reporting/export-report.ts';
import type { Report, ReportColumn } from '../../reporting/report.ts';
import type { Run } from './run-document.ts';
import { readLines, snapshotKeys } from './snapshot-files.ts';
import type { Services } from '../../services.ts';

/** A run that the person may see, with what it is of. */
export interface SeenRun {
  run: Run;
  report: Report | undefined;
  /** Of the schedule; '' for none. */
  scheduleTitle: string;
  /** The person may open the schedule. */
  ownsSchedule: boolean;
}

export type RunColumn = Pick<ReportColumn<object, object>, 'decimals' | 'kind' | 'title'>;

/** Rows that a run left, as its page shows them. */
export interface RunTable {
  columns: RunColumn[];
  rows: ReportLine[];
  /** 1-based. */
  page: number;
  pageSize: number;
  /** Those that pages lead to; the files hold the others too. */
  total: number;
}

/** Each page is read from the beginning on, so that pages do not go on for ever. */
const ROWS_SHOWN_MAX = 10_000;

/** One page of what a run left; null while it left nothing, and once its report is gone. */
export async function readRunTable(
  services: Services,
  seen: Pick<SeenRun, 'report' | 'run'>,
  { page: asked, pageSize }: Pick<RunTable, 'page' | 'pageSize'>,
): Promise<RunTable | null> {
  const { run } = seen;
  const columns = columnsOfRun(seen);
  const keys = run.status === 'lista' ? snapshotKeys(run) : null;
  if (columns.length === 0 || !keys || !(await services.snapshotFiles.stat(keys.rows))) return null;
  const total = Math.min(run.rows, ROWS_SHOWN_MAX);
  const page = Math.min(asked, Math.max(1, Math.ceil(total / pageSize)));
  const last = Math.min(page * pageSize, total);
  const rows: ReportLine[] = [];
  let place = 0;
  for await (const line of linesOf(services, run)) {
    if (place >= last) break;
    if (place >= (page - 1) * pageSize) rows.push(line);
    place += 1;
  }
  return { columns, rows, page, pageSize, total };
}

/** Those of the file: what a row is follows from how the run groups. */
export function columnsOfRun({ report, run }: Pick<SeenRun, 'report' | 'run'>): RunColumn[] {
  if (!report) return [];
  const { query } = readReportQuery(report, new URLSearchParams(run.params), { now: run.dueAt, pageSize: 1 });
  const columns = titledColumns(report, query).filter(({ only }) => only !== 'screen');
  return columns.map(({ title, kind, decimals }) => ({ title, kind, ...(decimals !== undefined && { decimals }) }));
}

export async function* linesOf({ snapshotFiles }: Services, run: Run): AsyncIterable<ReportLine> {
  const keys = snapshotKeys(run);
  if (keys) yield* readLines(await snapshotFiles.open(keys.rows));
}
