import { Router, type Request, type Response } from 'express';
import { AppError } from '../../domain/errors.ts';
import { IMMEDIATE_EXPORT_ROWS, EXPORTS_URL, exportUrl, MEMBERS_WITHOUT_PROOF_MAX } from '../../domain/large-exports.ts';
import { asyncHandler, staffOf } from '../../entrances/request/locals.ts';
import { requireFreshForMembers } from '../../records/audit-export.ts';
import { sendExport } from '../../entrances/request/send-export.ts';
import { wantsProblem } from '../../entrances/request/wants-page.ts';
import { sendStoredWorkbook } from '../../workbooks/stored-workbook.ts';
import { isExportFormat, type AnswerFormat } from '../../workbooks/sheet.ts';
import type { Exports } from './index.ts';
import { requestedParams, sourceAddress } from './export-source.ts';
import type { ExportAddress } from '../../lists/declared-list.ts';
import type { Services } from '../../services.ts';

/** `<url>/export` of every list and report, and the files of `/exports/:id`; its page is a Remix route. */
export function exportRoutes(portal: Services & { exports: Exports }): Router {
  const { exports } = portal;
  const router = Router();
  addExportAddresses(router, portal, portal.registries.exportAddresses);
  router.get(
    `${EXPORTS_URL}/:id/download`,
    asyncHandler(async (req, res) => {
      const { requestId } = res.locals;
      await sendStoredWorkbook(req, res, await exports.openExportFile({ actor: staffOf(req), requestId, id: req.params['id'] ?? '' }));
    }),
  );
  return router;
}

type Answering = Services & { exports: Pick<Exports, 'startExport' | 'auditSentExport'> };

/**
 * `<url>/export?format=xlsx|csv` with the parameters of the list or report: the file itself, or above 100,000 rows 303 to `/exports/:id`,
 * for programs 202 with that Location. `format=print` is a page for the printer, with a limited number of rows. Errors: those of the verb,
 * `invalid-input` for another format, and those of sendExport and startExport.
 */
export function addExportAddresses(router: Router, portal: Answering, addresses: readonly ExportAddress[]): void {
  for (const address of addresses)
    router.get(
      `${address.url}/export`,
      asyncHandler((req, res) => answerExport(portal, address, req, res)),
    );
}

async function answerExport(portal: Answering, address: ExportAddress, req: Request, res: Response): Promise<void> {
  const { searchParams: params } = new URL(req.originalUrl, 'http://portal');
  const { id: parentId } = req.params;
  const format = requireFormat(params);
  const call = { actor: staffOf(req), params, format, ...(parentId !== undefined && { parentId }) };
  const exported = await address.open(portal, call);
  const { requestId, log } = res.locals;
  if (address.holdsMembers) {
    const url = sourceAddress({ url: address.url, parentId: parentId ?? '', params: requestedParams(params) });
    await requireFreshForMembers(portal, call.actor, { url, rows: await exported.countRows(MEMBERS_WITHOUT_PROOF_MAX + 1, 'csv') });
  }
  const counted = format === 'print' ? null : await exported.countRows(IMMEDIATE_EXPORT_ROWS + 1, format);
  if (format === 'print' || (counted !== null && counted <= IMMEDIATE_EXPORT_ROWS)) {
    const beforeSending = (rows: number | null) =>
      portal.exports.auditSentExport({ ...call, requestId, address, exported, rows: rows ?? counted });
    return sendExport(res, { ...exported, format, staffId: call.actor.id, log, beforeSending });
  }
  const { id } = await portal.exports.startExport({ ...call, address, format, exported });
  const url = exportUrl(id);
  res.set({ Location: url, 'Cache-Control': 'no-store' });
  if (wantsProblem(req)) res.status(202).json({ id, url, progress: `${url}/progress`, download: `${url}/download` });
  else res.redirect(303, url);
}

/** xlsx by default. */
function requireFormat(params: URLSearchParams): AnswerFormat {
  const format = params.get('format') ?? 'xlsx';
  if (isExportFormat(format) || format === 'print') return format;
  throw new AppError('invalid-input', 'unknown export format', { userMessage: 'El formato de la exportación debe ser xlsx o csv.' });
}
