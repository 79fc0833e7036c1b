import type { Export } from '#prisma/generated/client.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import { AppError } from '../../domain/errors.ts';
import { EXPORT_STATES, type ExportState } from '../../domain/large-exports.ts';
import { selectColumns, type SelectedRow } from '../../platform/sql/sql-columns.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import type { Services } from '../../services.ts';
import { isExportFormat, type ExportFormat } from '../../workbooks/sheet.ts';

const COLUMNS = selectColumns<Export>()(
  'id',
  'user_id',
  'url',
  'parent_id',
  'params',
  'format',
  'title',
  'file_name',
  'state',
  'rows_expected',
  'rows_written',
  'bytes',
  'sha256',
  'rights',
  'attempt',
  'error',
  'search_text',
  'filters',
  'created_at',
  'finished_at',
  'expires_at',
);
type Row = SelectedRow<typeof COLUMNS>;

/** An export that somebody asked for. */
export interface StoredExport {
  id: string;
  userId: string;
  /** Address of the list or report, as its route declares it; with the id of the record above, or ''. */
  url: string;
  parentId: string;
  /** Its parameters, as in an address. */
  params: string;
  format: ExportFormat;
  /** Its filters in words. */
  filters: string[];
  title: string;
  fileName: string;
  state: ExportState;
  /** null until it was counted. */
  rowsExpected: number | null;
  rowsWritten: number;
  bytes: number;
  sha256: string;
  /** Rights of the person when the rows were read (server/staff/rights.ts). */
  rights: string;
  /** Attempts so far; 0 before the first. */
  attempt: number;
  /** Why it failed, in Spanish. */
  error: string;
  searchText: string;
  createdAt: Date;
  finishedAt: Date | null;
  /** When its file is deleted; null until it is finished, and afterwards. */
  expiresAt: Date | null;
}

const read = (row: Row): StoredExport => ({
  id: row.id,
  userId: row.user_id,
  url: row.url,
  parentId: row.parent_id,
  params: row.params,
  filters: row.filters,
  format: isExportFormat(row.format) ? row.format : 'xlsx',
  title: row.title,
  fileName: row.file_name,
  state: EXPORT_STATES.find((state) => state === row.state) ?? 'expired',
  rowsExpected: row.rows_expected,
  rowsWritten: row.rows_written,
  bytes: Number(row.bytes),
  sha256: row.sha256,
  rights: row.rights,
  attempt: row.attempt,
  error: row.error,
  searchText: row.search_text,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  expiresAt: row.expires_at,
});

type Queries = Pick<Sql, 'query'>;

/** The export among the work of all workers. */
export const leaseKeyOf = (id: string) => `export:${id}`;

/** The person's own export of that id. Errors: `not-found`, also for somebody else's. */
export async function findOwnExport(sql: Queries, { userId, id }: { userId: string; id: string }): Promise<StoredExport> {
  const found = isDocumentId(id)
    ? await sql.query<Row>(`SELECT ${COLUMNS.sql()} FROM exports WHERE id = $1 AND user_id = $2`, [id, userId])
    : null;
  const row = found?.rows[0];
  if (row) return read(row);
  throw new AppError('not-found', `no export ${id.slice(0, 60)}`, { userMessage: 'Esa exportación no existe, o ya se borró.' });
}

/** Marks an export as begun, as its next attempt; null when it is over. */
export async function beginExport(sql: Queries, id: string): Promise<StoredExport | null> {
  const { rows } = await sql.query<Row>(
    `UPDATE exports SET state = 'working', attempt = attempt + 1, rows_written = 0, started_at = coalesce(started_at, now())
     WHERE id = $1 AND state IN ('waiting', 'working') RETURNING ${COLUMNS.sql()}`,
    [id],
  );
  return rows[0] ? read(rows[0]) : null;
}

/** Changes an export while this attempt works on it. @returns false when it no longer does */
export async function changeExport(
  { prisma }: Pick<Services, 'prisma'>,
  { id, attempt }: Pick<StoredExport, 'attempt' | 'id'>,
  changes: Partial<Export>,
): Promise<boolean> {
  const client = await prisma.client();
  const { count } = await client.export.updateMany({ where: { id, attempt, state: 'working' }, data: changes });
  return count === 1;
}

/** Key of the file that an attempt writes: each has its own, so that none overwrites another's. */
export function exportKey({ id, attempt, format }: Pick<StoredExport, 'attempt' | 'format' | 'id'>): string {
  return `${id}-${attempt}.${format}`;
}
