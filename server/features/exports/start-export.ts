import { createHash } from 'node:crypto';
import { newDocumentId } from '../../platform/document-id.ts';
import { AppError } from '../../domain/errors.ts';
import { EXPORT_FORMAT_LABELS } from '../../domain/large-exports.ts';
import { searchedMoment, searchText } from '../../domain/search.ts';
import { inTurn, type SqlClient } from '../../platform/sql/sql.ts';
import { enqueueWork } from '../../ports/queue/work-leases.ts';
import { exportFileName } from '../../workbooks/export-file-name.ts';
import type { ExportFormat, SheetExport } from '../../workbooks/sheet.ts';
import type { ExportAddress, ExportCall } from '../../lists/declared-list.ts';
import { writeExportJob } from './export-jobs.ts';
import { requestedParams, filtersOf } from './export-source.ts';
import type { Services } from '../../services.ts';

/** Limits of one person's unfinished and kept exports, and of unfinished ones in all. */
const UNFINISHED_PER_PERSON = 3;
const STORED_PER_PERSON = 20;
const UNFINISHED_TOTAL = 50;

interface ExportRequest extends Omit<ExportCall, 'format'> {
  address: Pick<ExportAddress, 'url'>;
  format: ExportFormat;
  /** As opened by the verb, which has checked the permission. */
  exported: Pick<SheetExport, 'prefix' | 'sheet'>;
}

/**
 * Asks a worker for an export; returns the unfinished one if the same person asks for the same again.
 * Errors: `too-many-requests` (three under way, or twenty kept), `unavailable` while too many wait in all.
 */
export async function startExport(services: Services, request: ExportRequest): Promise<{ id: string }> {
  const { actor, address, params, parentId = '', format, exported } = request;
  const sortedParams = requestedParams(params);
  const requestHash = createHash('sha256').update([actor.id, address.url, parentId, sortedParams, format].join('\n')).digest('hex');
  const { sheet, prefix } = exported;
  const fileName = exportFileName(prefix, format, sheet.generatedAt);
  const searchableText = searchText([sheet.title, EXPORT_FORMAT_LABELS[format], searchedMoment(sheet.generatedAt)], [fileName]);
  const id = await inTurn(services.sql, 'exports', async (client) => {
    const same = await client.query<{ id: string }>(`SELECT id FROM exports WHERE question = $1 AND state IN ('waiting', 'working')`, [
      requestHash,
    ]);
    if (same.rows[0]) return same.rows[0].id;
    await requireBelowLimits(client, actor.id);
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO exports (id, user_id, url, parent_id, params, format, question, title, file_name, search_text, filters)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
      [
        newDocumentId(),
        actor.id,
        address.url,
        parentId,
        sortedParams,
        format,
        requestHash,
        sheet.title,
        fileName,
        searchableText,
        filtersOf(sheet),
      ],
    );
    return rows[0]?.id ?? '';
  });
  await enqueueExports(services, [id]);
  return { id };
}

async function requireBelowLimits(client: SqlClient, userId: string): Promise<void> {
  const { rows } = await client.query<{ mine: number; kept: number; all: number }>(
    `SELECT count(*) FILTER (WHERE user_id = $1 AND state <> 'ready')::int AS mine, count(*) FILTER (WHERE user_id = $1)::int AS kept,
       count(*) FILTER (WHERE state <> 'ready')::int AS all FROM exports WHERE state IN ('waiting', 'working', 'ready')`,
    [userId],
  );
  const { mine = 0, kept = 0, all = 0 } = rows[0] ?? {};
  if (mine >= UNFINISHED_PER_PERSON)
    throw tooMany(`${mine} under way`, `Ya tiene ${mine} exportaciones grandes en curso. Espere a que termine una e intente de nuevo.`, 60);
  if (kept >= STORED_PER_PERSON)
    throw tooMany(
      `${kept} kept`,
      `Ya tiene ${kept} exportaciones grandes guardadas. Cada una se borra a las 24 horas; intente de nuevo después.`,
      3_600,
    );
  if (all >= UNFINISHED_TOTAL)
    throw new AppError('unavailable', `${all} exports wait`, {
      userMessage: 'Hay muchas exportaciones en espera. Intente de nuevo en unos minutos.',
      retryAfterSeconds: 60,
    });
}

function tooMany(message: string, userMessage: string, retryAfterSeconds: number): AppError {
  return new AppError('too-many-requests', `exports of one person: ${message}`, { userMessage, retryAfterSeconds });
}

export const enqueueExports = (services: Services, ids: readonly string[]) =>
  enqueueWork(services, writeExportJob, ids, (exportId) => ({ exportId }));
