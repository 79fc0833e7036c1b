import type { Fields, StoredDocument } from '../../documents/document-store.ts';
import { isPlainMap, isList } from '../../documents/document-values.ts';
import { AppError } from '../../domain/errors.ts';
import { readOneOf, RUN_STATUSES, type RunStatus } from '../../domain/report-schedules.ts';
import { readId, readInteger, readText, readTimestamp, readWholeNumber } from '../../read-model/field-readers.ts';
import { readParams } from './schedule.ts';
import { RUNS_COLLECTION } from './runs.projection.ts';

/** Somebody who got no e-mail of a run, and why, in Spanish. */
export interface NotSent {
  userId: string;
  reason: string;
}

/** A stored run, read leniently (docs/data-model.md). */
export interface Run {
  id: string;
  scheduleId: string;
  reportId: string;
  /** As an address has them: relative days are resolved. */
  params: Record<string, string>;
  dueAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** Everything written up to then is in the data. */
  asOf: Date | null;
  status: RunStatus;
  /** 0 to 100. */
  progress: number;
  rows: number;
  dataSha256: string;
  fileSha256: string;
  url: string;
  bytes: number;
  /** Whose rows they are. */
  userId: string;
  error: string;
  notSentTo: NotSent[];
  /**
   * Who may open it, by id, with the digest of their rights then (server/staff/rights.ts): the owner, and recipients to whom
   * the report itself gives the same rows.
   */
  readers: Record<string, string>;
}

export function readRun({ id, data, createdVersion }: Pick<StoredDocument, 'createdVersion' | 'data' | 'id'>): Run {
  return {
    id,
    scheduleId: readId(data, 'scheduleId'),
    reportId: readText(data, 'reportId'),
    params: readParams(data),
    dueAt: readTime(data, 'dueAt') ?? new Date(Number(createdVersion / 1_000n)),
    startedAt: readTime(data, 'startedAt'),
    finishedAt: readTime(data, 'finishedAt'),
    asOf: readTime(data, 'asOf'),
    status: readOneOf(RUN_STATUSES, readText(data, 'status')),
    progress: readInteger(data, 'progress', 0),
    rows: readInteger(data, 'rows', 0),
    dataSha256: readSum(data, 'dataSha256'),
    fileSha256: readSum(data, 'fileSha256'),
    url: readText(data, 'url'),
    bytes: readWholeNumber(data, 'bytes', 0),
    userId: readId(data, 'userId'),
    error: readText(data, 'error'),
    notSentTo: readNotSent(data),
    readers: readReaders(data),
  };
}

/** The fields of a run that nobody has begun. */
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

function readTime(data: Fields, field: string): Date | null {
  const text = readTimestamp(data, field);
  return text === null ? null : new Date(text);
}

/** Names files in the storage, so nothing else than a digest may stand there. */
function readSum(data: Fields, field: string): string {
  const text = readText(data, field);
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
