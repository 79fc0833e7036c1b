import type { Request, RequestHandler } from 'express';
import { AppError } from '../domain/errors.ts';
import type { Staff } from '../domain/permissions.ts';
import { asyncHandler, staffOf } from './locals.ts';
import { sendExport, type AnswerFormat } from './send-export.ts';
import { isExportFormat, type SheetExport } from '../workbooks/sheet.ts';

export interface ExportCall {
  actor: Staff;
  params: URLSearchParams;
  format: AnswerFormat;
}

/**
 * `…/export?format=xlsx|csv` with the parameters of the list or report that it exports; `format=print` is the same as a page
 * for the printer, which also says how fresh it is, as the screen does. `open` is the feature's verb, which checks the
 * permission and describes the file. Errors: those of the verb, `invalid-input` for another format, and those of sendExport.
 */
export function exportHandler(open: (call: ExportCall, req: Request) => Promise<SheetExport>): RequestHandler {
  return asyncHandler(async (req, res) => {
    const { searchParams: params } = new URL(req.originalUrl, 'http://portal');
    const actor = staffOf(req);
    const format = requireFormat(params);
    const exported = await open({ actor, params, format }, req);
    const asOf = format === 'print' ? res.locals.freshness?.asOf : undefined;
    const sheet = asOf === undefined ? exported.sheet : { asOf, ...exported.sheet };
    await sendExport(res, { ...exported, sheet, format, staffId: actor.id, log: res.locals.log });
  });
}

/** xlsx when none is asked for. */
function requireFormat(params: URLSearchParams): AnswerFormat {
  const format = params.get('format') ?? 'xlsx';
  if (isExportFormat(format) || format === 'print') return format;
  throw new AppError('invalid-input', 'unknown export format', { userMessage: 'El formato de la exportación debe ser xlsx o csv.' });
}
