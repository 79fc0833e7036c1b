import type { LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTimeSeconds } from '#server/domain/dates.ts';
import { formatFileSize } from '#server/domain/file-size.ts';
import { isExportOver } from '#server/domain/large-exports.ts';
import { formatCount } from '#server/domain/text.ts';
import { requireStaff } from '../../context.ts';

export type ExportData = Awaited<ReturnType<typeof loadExport>>;

/** When an export has not started after this time, the worker is down or busy: the page says so. */
const SLOW_START_MS = 60_000;

/** Data of `/exports/:id`. */
export async function loadExport({ params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const found = await context.portal.exports.getExport({ actor, id: params['id'] ?? '' });
  const { id, title, format, state, rowsWritten, rowsExpected, error, again, source, isOutdated, waits } = found;
  return {
    id,
    title,
    format,
    state,
    rowsWritten,
    rowsExpected,
    error,
    again,
    source,
    isOutdated,
    waits,
    isOver: isExportOver(state),
    waitsLong: state === 'waiting' && Date.now() - found.createdAt.getTime() > SLOW_START_MS,
    fileName: found.fileName,
    askedAt: formatDateTimeSeconds(found.createdAt),
    finishedAt: formatDateTimeSeconds(found.finishedAt),
    expiresAt: formatDateTimeSeconds(found.expiresAt),
    size: formatFileSize(found.bytes),
    rows: formatCount(rowsWritten),
  };
}
