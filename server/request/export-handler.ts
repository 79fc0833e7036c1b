import type { Request, RequestHandler } from 'express';
import { AppError } from '../domain/errors.ts';
import type { Staff } from '../domain/permissions.ts';
import { asyncHandler, staffOf } from './locals.ts';
import { sendExport } from './send-export.ts';
import { isExportFormat, type ExportFormat, type SheetExport } from '../workbooks/sheet.ts';

/**
 * `…/export?format=xlsx|csv` with the parameters of the list or report that it exports. `open` is the feature's verb, which
 * checks the permission and describes the file. Errors: those of the verb, `invalid-input` for another format, and those of
 * sendExport.
 */
export function exportHandler(
  open: (call: { actor: Staff; params: URLSearchParams }, req: Request) => Promise<SheetExport>,
): RequestHandler {
  return asyncHandler(async (req, res) => {
    const { searchParams: params } = new URL(req.originalUrl, 'http://portal');
    const actor = staffOf(req);
    const exported = await open({ actor, params }, req);
    await sendExport(res, { ...exported, format: requireFormat(params), staffId: actor.id, log: res.locals.log });
  });
}

/** xlsx when none is asked for. */
function requireFormat(params: URLSearchParams): ExportFormat {
  const format = params.get('format') ?? 'xlsx';
  if (isExportFormat(format)) return format;
  throw new AppError('invalid-input', 'unknown export format', { userMessage: 'El formato de la exportación debe ser xlsx o csv.' });
}
