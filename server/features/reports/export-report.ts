import { formatDay } from '../../domain/dates.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import { fragment } from '../../platform/sql-fragment.ts';
import { streamQuery } from '../../read-model/pages/stream-rows.ts';
import type { RowBatches, Sheet } from '../../workbooks/sheet.ts';
import { findFilterName } from './report-filters.ts';
import { REPORTS, type ReportDefinition } from './report-definition.ts';
import { readReportQueryStrictly, type ReportQuery } from './report-query.ts';
import { groupOrder, groups, rowColumns, toReportRow, type RawRow } from './report-rows.ts';
import type { ReportServices } from './report-services.ts';
import { findSpan, type ReportCall } from './run-report.ts';

export interface ReportExport {
  /** Begins the file's name. */
  prefix: string;
  sheet: Sheet;
  /** Every row of the report, in the table's order. Ending the loop early ends the query. */
  rows: () => RowBatches;
}

/** The same rows as the screen, all pages. Errors: forbidden, invalid-input (unlike the screen: see readReportQueryStrictly). */
export async function exportReport(services: ReportServices, call: ReportCall): Promise<ReportExport> {
  requireMenu(call.actor, 'briefcase-reports');
  const report = REPORTS[call.report];
  const now = new Date();
  const query = readReportQueryStrictly(call.params, { now, pageSize: call.actor.pageSize });
  return {
    prefix: report.filePrefix,
    sheet: {
      title: report.title,
      name: report.title,
      organisation: services.liveSettings.current().cooperativeName,
      parameters: await describeParameters(services, query),
      columns: [
        { title: report.group === 'user' ? 'Usuario' : 'Archivo', kind: 'text', width: 42 },
        { title: report.words.detail, kind: 'text', width: 30 },
        { title: report.kind === 'upload' ? 'Cargas' : 'Descargas', kind: 'integer', width: 14, total: true },
        { title: '% del total', kind: 'percent', width: 13 },
        { title: report.words.last, kind: 'datetime', width: 20 },
      ],
      generatedAt: now,
      generatedBy: call.actor.name,
    },
    rows: () => readRows(services, report, query),
  };
}

async function* readRows(services: ReportServices, report: ReportDefinition, query: ReportQuery): RowBatches {
  const span = await readForScreen(services.sql, (read) => findSpan(read, report, query));
  if (!span) return;
  const rows = streamQuery<RawRow & { all_events: bigint }>(
    services.sql,
    fragment`
    WITH groups AS MATERIALIZED (${groups(report, query, span)})
    SELECT g.id, g.events, (SELECT sum(events)::bigint FROM groups) AS all_events, ${rowColumns(report, query, span)}
    FROM (SELECT * FROM groups g ORDER BY ${groupOrder(report, query, span)}) AS g`,
  );
  for await (const batch of rows) {
    yield batch.map((raw) => {
      const row = toReportRow(raw, Number(raw.all_events));
      return [row.name, row.detail, row.events, row.share, row.lastAt];
    });
  }
}

async function describeParameters(services: ReportServices, query: ReportQuery): Promise<(readonly [string, string])[]> {
  const { sql } = services;
  return [
    ['Desde', formatDay(query.from)],
    ['Hasta', formatDay(query.to)],
    ['Agencia', query.agencyId === '' ? 'Todas' : await findFilterName(sql, 'agencyId', query.agencyId)],
    ['Usuario', query.userId === '' ? 'Todos' : await findFilterName(sql, 'userId', query.userId)],
    ['Carpeta', query.folderId === '' ? 'Todas' : await findFilterName(sql, 'folderId', query.folderId)],
  ];
}
