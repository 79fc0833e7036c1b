import type { LoaderFunctionArgs } from '@remix-run/node';
import { formatDate, formatDateTime, formatDateTimeLong, formatDateTimeSeconds, formatDay } from '#server/domain/dates.ts';
import { formatFileSize } from '#server/domain/file-size.ts';
import { canOpen } from '#server/domain/permissions.ts';
import { isFinished, runStatusLabel } from '#server/features/snapshots/domain/report-schedules.ts';
import { countOf, formatCount, joinWithAnd, plural } from '#server/domain/text.ts';
import type { RunColumn } from '#server/features/snapshots/snapshot-files.ts';
import { requireStaff } from '../../context.ts';
import { backOf } from '../../record-links.ts';

type RunData = Awaited<ReturnType<typeof loadRun>>;
export type RunViewData = Extract<RunData, { screen: 'run' }>;
export type ComparisonData = Extract<RunData, { screen: 'comparison' }>;

/** Data of `/:id`, and of `/:id?compare=:other`. */
export async function loadRun({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const url = new URL(request.url);
  const call = { actor, id: params['id'] ?? '' };
  const other = url.searchParams.get('compare') ?? '';
  return other === '' ? viewRun(context, call, url) : compareRuns(context, { ...call, other });
}

type Loading = LoaderFunctionArgs['context'];

async function viewRun(context: Loading, call: { actor: ReturnType<typeof requireStaff>; id: string }, url: URL) {
  const { snapshots, reports } = context.portal;
  const { run, asked, others, table, waits, ...record } = await snapshots.getRun({ ...call, params: url.searchParams });
  const described = await snapshots.describeParams({ actor: call.actor, ...run });
  return {
    screen: 'run' as const,
    id: run.id,
    back: backOf(url),
    search: url.search,
    status: run.status,
    progress: run.progress,
    waits,
    error: run.error,
    isOver: isFinished(run.status),
    title: record.scheduleTitle || asked?.title || run.reportId,
    report: { title: asked?.title ?? run.reportId, url: asked?.href ?? null },
    schedule: record.ownsSchedule ? { id: run.scheduleId, title: record.scheduleTitle } : null,
    opensRuns: canOpen(call.actor, 'reports'),
    reportId: run.reportId,
    label: runStatusLabel(run.status),
    dueAt: formatDateTimeLong(run.dueAt),
    startedAt: formatDateTimeSeconds(run.startedAt),
    finishedAt: formatDateTimeSeconds(run.finishedAt),
    asOf: formatDateTimeSeconds(run.asOf),
    isBehind: run.status === 'lista' && (run.asOf === null || run.asOf < run.dueAt),
    rows: formatCount(run.rows),
    size: formatFileSize(run.bytes),
    dataSha256: run.dataSha256,
    fileSha256: run.fileSha256,
    table: table && {
      page: table.page,
      pageSize: table.pageSize,
      total: table.total,
      isCut: table.total < run.rows,
      columns: table.columns.map(shownColumn),
      rows: table.rows.map(({ key, cells }) => ({
        key,
        cells: table.columns.map((column, index) => cellText(column, cells[index], reports.valueText)),
      })),
    },
    params: [...described, ...reports.scopeLines(record.scope)].map(([label, value]) => ({ label, value })),
    ownerName: record.ownerName,
    formats: record.formats,
    sent: record.sent,
    notSent: record.notSent.map(({ name, reason }) => ({ name, reason })),
    others: others.map((one) => ({
      id: one.id,
      label: `${formatDateTime(one.dueAt)} · ${countOf(one.rows, 'fila', 'filas')}${one.dataSha256 === run.dataSha256 ? ' · iguales' : ''}`,
    })),
  };
}

async function compareRuns(context: Loading, call: { actor: ReturnType<typeof requireStaff>; id: string; other: string }) {
  const { before, after, columns, counts, isSame, asked, totals, added, gone, changed } = await context.portal.snapshots.compareRuns(call);
  const { valueText } = context.portal.reports;
  const totalOf = (column: RunColumn, earlier: number, later: number) => {
    // Removes the rounding error of binary fractions.
    const difference = Number((later - earlier).toFixed(6));
    const sign = difference > 0 ? '+' : '−';
    return {
      title: column.title,
      before: valueText(column, earlier),
      after: valueText(column, later),
      difference: difference === 0 ? 'igual' : `${sign}${valueText(column, Math.abs(difference))}`,
    };
  };
  const cells = (values: readonly unknown[]) => columns.map((column, index) => cellText(column, values[index], valueText));
  return {
    screen: 'comparison' as const,
    id: call.id,
    title: after.scheduleTitle || after.asked?.title || after.run.reportId,
    before: { id: before.run.id, label: formatDateTimeSeconds(before.run.dueAt), asked: askedText(asked.before) },
    after: { id: after.run.id, label: formatDateTimeSeconds(after.run.dueAt), asked: askedText(asked.after) },
    warning:
      asked.differing.length === 0
        ? ''
        : `No preguntan lo mismo: ${plural(asked.differing.length, 'cambió', 'cambiaron')} ${joinWithAnd(asked.differing)}. Las diferencias pueden venir de eso.`,
    verdict: verdictOf(isSame, counts),
    columns: columns.map(shownColumn),
    counts,
    totals: [
      totalOf({ title: 'Filas', kind: 'integer' }, before.run.rows, after.run.rows),
      ...totals.flatMap(({ index, ...total }) => {
        const column = columns[index];
        return column ? [totalOf(column, total.before, total.after)] : [];
      }),
    ],
    added: added.map(({ key, cells: values }) => ({ key, cells: cells(values) })),
    gone: gone.map(({ key, cells: values }) => ({ key, cells: cells(values) })),
    changed: changed.map((row) => ({ key: row.key, before: cells(row.before), after: cells(row.after) })),
  };
}

const askedText = (lines: ReadonlyArray<readonly [string, string]>) => lines.map((line) => line.join(': ')).join(' · ');

function verdictOf(isSame: boolean, { added, gone, changed }: { added: number; gone: number; changed: number }): string {
  if (isSame) return 'Las dos ejecuciones tienen los mismos datos.';
  return added + gone + changed === 0 ? 'Las filas cuentan lo mismo; solo difieren sus fechas, su parte del total o su orden.' : '';
}

const TEXTS: readonly RunColumn['kind'][] = ['boolean', 'date', 'datetime', 'month', 'text'];
const shownColumn = ({ title, kind, isId = false, isUnbroken = false }: RunColumn) => ({
  title,
  isId,
  isUnbroken,
  isNumber: !TEXTS.includes(kind),
  isTime: kind === 'date' || kind === 'datetime',
});

/** A stored value in the report screen's format: JSON holds times, days and large numbers as text. */
function cellText(column: RunColumn, value: unknown, valueText: (column: RunColumn, value: unknown) => string): string {
  const { kind } = column;
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (typeof value !== 'string') return valueText(column, value);
  if (kind === 'datetime') return formatDateTime(value) || value;
  if (kind === 'date') return formatDay(value) || formatDate(value) || value;
  return TEXTS.includes(kind) || !/^-?\d+(\.\d+)?$/.test(value) ? value : valueText(column, Number(value));
}
