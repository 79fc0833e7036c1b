import { isDocumentId } from '../../platform/document-id.ts';
import { AppError } from '../../domain/errors.ts';
import { requireMenu, type Staff } from '../../domain/permissions.ts';
import { isActive } from '../../records/content-version.ts';
import { readPageNumber } from '../../domain/page-sizes.ts';
import { findChoiceName, PEOPLE } from '../../read-model/pages/choices.ts';
import type { Call, Services } from '../../services.ts';
import { exportFileName } from '../../workbooks/export-file-name.ts';
import type { StoredWorkbook } from '../../workbooks/stored-workbook.ts';
import { isExportFormat, type ExportFormat, type SheetLine } from '../../workbooks/sheet.ts';
import { findWaiting } from '../../ports/queue/work-leases.ts';
import { auditExport, requireFreshForMembers } from '../../records/audit-export.ts';
import { rightsOf } from '../../staff/rights.ts';
import { findRunSource, type RunSource } from './run-source.ts';
import { readMails } from './outbox.ts';
import { readRun, runNotFound, runPath, runUrl, type NotSent, type Run } from './run-document.ts';
import { isAdministrator } from '../../domain/roles.ts';
import { readSchedule } from './schedule.ts';
import { SCHEDULES_COLLECTION } from './schedules.projection.ts';
import { readHead, readLines, snapshotKeys, toRunColumn, type RunColumn, type SnapshotHead } from './snapshot-files.ts';

type RunCall = Call & { id: string };

export interface RunRecord extends VisibleRun {
  ownerName: string;
  /** Formats of the files that exist. */
  formats: ExportFormat[];
  /** Names of the people who got it, and of those who did not, with the reason. */
  sent: { name: string; state: string }[];
  notSent: (NotSent & { name: string })[];
  /** What its owner's permissions left of the rows, in words; '' for everything. */
  scope: string;
  /** A page of its rows. */
  table: RunTable | null;
  /** Says that it waits for a service that is away; '' while it does not. */
  waits: string;
  /** Earlier and later runs of the same with data, newest first, to compare it with. */
  others: { id: string; dueAt: Date; rows: number; dataSha256: string }[];
}

/**
 * A run, for its owner, the recipients of its schedule and administrators, as long as they may open the report and, once it holds rows,
 * still have the rights for which it was made.
 * Errors: `forbidden`, `not-found` (also for somebody else's, and one that was removed).
 */
export async function getVisibleRun(services: Services, { actor, id }: RunCall): Promise<VisibleRun> {
  const { documents } = services;
  const stored = isDocumentId(id) ? await documents.main.get(runPath(id)) : null;
  if (!stored || !isActive(stored.data)) throw runNotFound(id);
  const run = readRun(stored);
  const schedule = isDocumentId(run.scheduleId) ? await documents.main.get(`${SCHEDULES_COLLECTION}/${run.scheduleId}`) : null;
  const { title = '', recipients = [] } = schedule ? readSchedule(schedule.data) : {};
  const isOwn = run.userId === actor.id || isAdministrator(actor);
  if (!isOwn && !recipients.includes(actor.id)) throw runNotFound(id);
  const asked = findRunSource(services, run);
  if (asked) requireMenu(actor, asked.menu);
  requireSameRights(actor, run);
  return { run, asked, scheduleTitle: title, ownsSchedule: isOwn && schedule !== null };
}

/** Rows that were read with other rights than the person has now are closed to them. Errors: `forbidden`. */
function requireSameRights(actor: Staff, run: Run): void {
  if (run.status !== 'lista' || isAdministrator(actor) || run.readers[actor.id] === rightsOf(actor)) return;
  throw new AppError('forbidden', `run ${run.id} was made for other rights`, {
    userMessage:
      run.userId === actor.id
        ? 'Sus permisos cambiaron desde que se preparó este reporte. Vuelva a ejecutarlo.'
        : 'Este reporte tiene filas que usted no puede abrir, o sus permisos cambiaron desde que se preparó. Ábralo desde Reportes para ver las suyas.',
  });
}

/**
 * Everything that the page of a run shows, including one page of its rows; a ready run no longer counts as new to the person. Errors: those
 * of getVisibleRun.
 */
export async function getRun(
  services: Services,
  { params = new URLSearchParams(), ...call }: RunCall & { params?: URLSearchParams },
): Promise<RunRecord> {
  const visible = await getVisibleRun(services, call);
  const { run } = visible;
  await recordRunOpening(services, call.actor, run);
  const { sql } = services;
  const nameOf = (id: string) => findChoiceName(sql, PEOPLE, id);
  const head = await headOfRun(services, run);
  const columns = head ? await columnsOfRun(head, visible.asked, call.actor) : [];
  const [mails, others, formats, table, waits] = await Promise.all([
    readMails(sql, run.id),
    findOtherRuns(services, run),
    findFormats(services, run),
    readRunTable(services, run, { columns, page: readPageNumber(params), pageSize: call.actor.pageSize }),
    findWaiting(sql, run.id),
  ]);
  const failed = new Set(run.notSentTo.map(({ userId }) => userId));
  return {
    ...visible,
    others,
    formats,
    scope: head?.scope ?? '',
    table,
    waits,
    ownerName: await nameOf(run.userId),
    sent: await Promise.all(
      mails.filter(({ userId }) => !failed.has(userId)).map(async ({ userId, state }) => ({ name: await nameOf(userId), state })),
    ),
    notSent: await Promise.all(run.notSentTo.map(async (entry) => ({ ...entry, name: await nameOf(entry.userId) }))),
  };
}

async function recordRunOpening({ sql }: Services, actor: Staff, { id, status }: Run): Promise<void> {
  if (status === 'lista')
    await sql.query('INSERT INTO run_openings (run_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [id, actor.id]);
}

const OTHERS_SHOWN = 50;

/** Runs of the same schedule; without one, of the same report and person. */
async function findOtherRuns({ sql }: Services, { id, scheduleId, reportId, userId, params }: Run): Promise<RunRecord['others']> {
  const { rows } = await sql.query<RunRecord['others'][number]>(
    `SELECT id, "dueAt", rows, "dataSha256" FROM reportes_ejecuciones
     WHERE "scheduleId" = $1 AND "reportId" = $2 AND ($1 <> '' OR "userId" = $3) AND id <> $4 AND coalesce(params ->> 'vista', '') = $5 AND status = 'lista' AND "isActive" AND NOT source_deleted
     ORDER BY "dueAt" DESC LIMIT ${OTHERS_SHOWN}`,
    [scheduleId, reportId, userId, id, params['vista'] ?? ''],
  );
  return rows;
}

async function findFormats({ snapshotFiles }: Services, run: Run): Promise<ExportFormat[]> {
  const keys = run.status === 'lista' ? snapshotKeys(run) : null;
  if (!keys) return [];
  const found = await Promise.all(
    (['xlsx', 'csv'] as const).map(async (format) => ((await snapshotFiles.stat(keys[format])) ? [format] : [])),
  );
  return found.flat();
}

/**
 * The file of a run: in the requested format, else the one that exists. Errors: those of getVisibleRun, `invalid-input`, `not-found` without a
 * file.
 */
export async function openSnapshot(services: Services, call: RunCall & { format: string | null }): Promise<StoredWorkbook> {
  const { run, asked, scheduleTitle } = await getVisibleRun(services, call);
  if (asked?.holdsMembers) await requireFreshForMembers(services, call.actor, { url: runUrl(run.id), rows: run.rows });
  if (call.format !== null && !isExportFormat(call.format))
    throw new AppError('invalid-input', 'unknown snapshot format', { userMessage: 'El formato debe ser xlsx o csv.' });
  const formats = await findFormats(services, run);
  const format = call.format === null ? formats[0] : formats.find((one) => one === call.format);
  const keys = snapshotKeys(run);
  const found = format && keys ? await services.snapshotFiles.stat(keys[format]) : null;
  if (!format || !keys || !found)
    throw new AppError('not-found', `run ${run.id} has no such file`, { userMessage: 'Esta ejecución no tiene ese archivo.' });
  return {
    name: exportFileName(scheduleTitle || asked?.title || 'reporte', format, run.dueAt),
    format,
    bytes: found.bytes,
    sha256: format === 'csv' ? run.dataSha256 : run.fileSha256,
    async open() {
      const { actor, requestId } = call;
      const title = scheduleTitle || asked?.title || run.reportId;
      const leaving = { title, url: runUrl(run.id), format, rows: run.rows, targetPath: asked?.leaves ?? runPath(run.id) };
      await auditExport(services, { actor, requestId, ...leaving });
      await recordRunOpening(services, actor, run);
      return services.snapshotFiles.open(keys[format]);
    },
  };
}

/** A run that the person may see, with what it asks for. */
export interface VisibleRun {
  run: Run;
  /** null once the report is gone, and for a view that was not looked up. */
  asked: RunSource | null;
  /** Title of the schedule; '' for none. */
  scheduleTitle: string;
  /** Whether the person may open the schedule. */
  ownsSchedule: boolean;
}

/** Rows that a run left, as its page shows them. */
interface RunTable {
  columns: RunColumn[];
  rows: SheetLine[];
  /** 1-based. */
  page: number;
  pageSize: number;
  /** Rows that pages lead to; the files hold the rest too. */
  total: number;
}

/** Each page reads the file from its beginning, so their number is limited. */
const ROWS_SHOWN_MAX = 10_000;

/** One page of a run's rows; null if nothing says what their columns are. */
async function readRunTable(
  services: Services,
  run: Run,
  { columns, page: wanted, pageSize }: Pick<RunTable, 'columns' | 'page' | 'pageSize'>,
): Promise<RunTable | null> {
  if (columns.length === 0) return null;
  const total = Math.min(run.rows, ROWS_SHOWN_MAX);
  const page = Math.min(wanted, Math.max(1, Math.ceil(total / pageSize)));
  const last = Math.min(page * pageSize, total);
  const rows: SheetLine[] = [];
  let place = 0;
  for await (const line of linesOf(services, run)) {
    if (place >= last) break;
    if (place >= (page - 1) * pageSize) rows.push(line);
    place += 1;
  }
  return { columns, rows, page, pageSize, total };
}

/** What stands above the stored rows of a run; null without rows. */
export async function headOfRun({ snapshotFiles }: Services, run: Run): Promise<SnapshotHead | null> {
  const keys = run.status === 'lista' ? snapshotKeys(run) : null;
  return keys && (await snapshotFiles.stat(keys.rows)) ? readHead(await snapshotFiles.open(keys.rows)) : null;
}

/** The columns of a run's rows; for a run that stored none those that its report has now, unless its rows have more or fewer cells. */
export async function columnsOfRun(head: SnapshotHead | null, asked: VisibleRun['asked'], actor: Staff): Promise<RunColumn[]> {
  if (head?.columns) return head.columns;
  const columns = ((await asked?.columns(actor)) ?? []).map(toRunColumn);
  return (head?.cells ?? columns.length) === columns.length ? columns : [];
}

export async function* linesOf({ snapshotFiles }: Services, run: Run): AsyncIterable<SheetLine> {
  const keys = snapshotKeys(run);
  if (keys) yield* readLines(await snapshotFiles.open(keys.rows));
}
