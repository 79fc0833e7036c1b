import type { Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { isPlainMap, isList } from '../../ports/documents/document-values.ts';
import { AppError } from '../../domain/errors.ts';
import { readOneOf, RUN_STATUSES, runStatusLabel } from './domain/report-schedules.ts';
import { readId, readText } from '../../read-model/field-readers.ts';
import { readParams } from './schedule.ts';
import { documentIdOf, newDocumentId } from '../../platform/document-id.ts';
import type { Staff } from '../../domain/permissions.ts';
import { canonicalJson } from '../../records/canonical-json.ts';
import { isFormToken } from '../../records/form-token.ts';
import { formatFileSize } from '../../domain/file-size.ts';
import { searchedMoment } from '../../domain/search.ts';
import { formatCount } from '../../domain/text.ts';
import { BYTES, COUNT, defineTable, ID, LIST, MAP, readRow, TEXT, TIME } from '../../read-model/table.ts';

/** Somebody who got no e-mail of a run, and why, in Spanish. */
export interface NotSent {
  userId: string;
  reason: string;
}

const COLUMNS = {
  scheduleId: ID,
  reportId: TEXT,
  params: MAP,
  dueAt: TIME,
  startedAt: TIME,
  finishedAt: TIME,
  /** The data contains everything written up to then. */
  asOf: TIME,
  status: TEXT,
  /** 0 to 100. */
  progress: COUNT,
  rows: COUNT,
  dataSha256: TEXT,
  fileSha256: TEXT,
  url: TEXT,
  bytes: BYTES,
  /** Owner, whose rights decide which rows it has. */
  userId: ID,
  error: TEXT,
  notSentTo: LIST,
  readers: MAP,
} as const;

/** A stored run, read leniently (docs/data-model.md). */
export type Run = ReturnType<typeof readRun>;

export function readRun({ id, data, createdVersion }: Pick<StoredDocument, 'createdVersion' | 'data' | 'id'>) {
  const row = readRow(COLUMNS, data);
  return {
    ...row,
    id,
    /** As in an address: relative days are resolved. */
    params: readParams(data),
    dueAt: toTime(row.dueAt) ?? new Date(Number(createdVersion / 1_000n)),
    startedAt: toTime(row.startedAt),
    finishedAt: toTime(row.finishedAt),
    asOf: toTime(row.asOf),
    status: readOneOf(RUN_STATUSES, row.status),
    dataSha256: digestIn(row.dataSha256),
    fileSha256: digestIn(row.fileSha256),
    notSentTo: readNotSent(data),
    /**
     * Who may open it, by id, with the digest of their rights at that time (server/staff/rights.ts): the owner, and recipients for whom the
     * report gives the same rows.
     */
    readers: readReaders(data),
  };
}

/** Fields of a run that nobody has begun. */
export function newRunFields(
  facts: Pick<Run, 'dueAt' | 'params' | 'reportId' | 'scheduleId' | 'userId'>,
  status: 'pendiente' | 'vencida',
): Fields {
  return {
    ...facts,
    status,
    startedAt: null,
    finishedAt: null,
    asOf: null,
    progress: 0,
    rows: 0,
    bytes: 0,
    dataSha256: '',
    fileSha256: '',
    url: '',
    error: '',
    notSentTo: [],
    readers: {},
  };
}

export function runPath(id: string): string {
  return `${RUNS_COLLECTION}/${id}`;
}

export function runUrl(id: string): string {
  return `/reports/runs/${encodeURIComponent(id)}`;
}

export function runNotFound(id: string): AppError {
  return new AppError('not-found', `no report run ${id.slice(0, 60)}`, { userMessage: 'Esa ejecución no existe, o ya se borró.' });
}

function toTime(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/** Names files in the storage, so anything but a digest is dropped. */
function digestIn(text: string): string {
  return /^[0-9a-f]{64}$/.test(text) ? text : '';
}

function readReaders(data: Fields): Record<string, string> {
  const stored = data['readers'];
  return isPlainMap(stored) ? Object.fromEntries(Object.keys(stored).map((id) => [id, readText(stored, id)])) : {};
}

function readNotSent(data: Fields): NotSent[] {
  const stored = data['notSentTo'];
  if (!isList(stored)) return [];
  return stored.flatMap((entry) => (isPlainMap(entry) ? [{ userId: readId(entry, 'userId'), reason: readText(entry, 'reason') }] : []));
}

/** The id of the run of a due time: the same from every worker, so that only one of them creates it. */
export function dueRunId(scheduleId: string, dueAt: Date): string {
  return `${scheduleId}-${dueAt.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Whether the id is that of a due time's run; other runs were asked for by somebody. */
export function isDueRunId(id: string, { scheduleId, dueAt }: { scheduleId: string; dueAt: Date | string | null }): boolean {
  return scheduleId !== '' && dueAt !== null && id === dueRunId(scheduleId, new Date(dueAt));
}

/**
 * The id of a run that somebody asks for: the same form sent twice asks for one run, but for another one after its parameters were changed.
 * `of`: the schedule, or the report.
 */
export function requestedRunId(of: string, actor: Pick<Staff, 'id'>, { formToken, params }: Pick<Run, 'params'> & { formToken: string }) {
  return `${of}-${isFormToken(formToken) ? documentIdOf(canonicalJson(['run', of, actor.id, formToken, params])) : newDocumentId()}`;
}

export const RUNS_COLLECTION = 'reportes_ejecuciones';

const table = defineTable(RUNS_COLLECTION, COLUMNS, (row, { id }) => ({
  keys: [id],
  texts: [
    runStatusLabel(row.status),
    ...(row.status === 'lista' ? [formatCount(row.rows), formatFileSize(row.bytes)] : []),
    ...[row.dueAt, row.asOf, row.finishedAt].map(searchedMoment),
    row.error,
  ],
}));

/** Runs of reports (docs/data-model.md). `is_due` tells those of a due time from those that somebody asked for. */
export const runsProjection = {
  ...table,
  columns: { ...table.columns, is_due: 'boolean' },
  project: (document) => {
    const row = table.project(document);
    return { ...row, is_due: isDueRunId(document.id, row) };
  },
} satisfies typeof table & { columns: { is_due: 'boolean' } };
