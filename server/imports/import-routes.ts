import { Router, type Request, type Response } from 'express';
import { IMPORT_MAX_BYTES, importUrl } from '../domain/imports.ts';
import { AppError } from '../domain/errors.ts';
import { asyncHandler, staffOf } from '../entrances/request/locals.ts';
import { createNotices } from '../entrances/request/notices.ts';
import { sendExport } from '../entrances/request/send-export.ts';
import { wantsPage } from '../entrances/request/wants-page.ts';
import { createRateLimiter } from '../platform/limits/rate-limits.ts';
import { receiveUpload, stopReading } from '../ports/files/receive-upload.ts';
import type { Call, Services } from '../services.ts';
import { CONTENT_TYPES } from '../workbooks/sheet.ts';
import { importingLists, openImporting } from './open-import.ts';
import { startImport } from './start-import.ts';
import { exportMistakes, openTemplate } from './get-import.ts';

/** Rate limit: files of one person in ten minutes. */
const FILES_PER_PERSON = 60;
const WINDOW_S = 600;

type Importing = Services & {
  imports: { applyImport: (call: Call & { url: string; id: string; onlyRight: boolean }) => Promise<{ id: string; href: string }> };
};

/** Routes under `<list>/import` that stream or are no page: upload, template, errors as a workbook. */
export function importRoutes(portal: Importing): Router {
  const router = Router();
  const lists = importingLists(portal.registries.lists);
  const call = (req: Request, res: Response, url: string) => ({ actor: staffOf(req), requestId: res.locals.requestId, url, id: idOf(req) });
  const receive = receiveFile(portal);
  const byAddress = new Map(lists.map(({ url }) => [importUrl(url), url]));
  // At the page's own address, whose forms (Aplicar, Descartar) belong to the page unless they are multipart.
  router.use((req, res, next) => {
    const isFile = req.method === 'POST' && /^multipart\/form-data/i.test(req.headers['content-type'] ?? '');
    const url = isFile ? byAddress.get(req.path) : undefined;
    if (url === undefined) return next();
    receive(req, res, call(req, res, url)).catch((error: unknown) => {
      stopReading(req, res);
      next(error);
    });
  });
  for (const { url } of lists) {
    const address = importUrl(url);
    router.get(
      `${address}/template`,
      asyncHandler(async (req, res) => sendTemplate(res, await openTemplate(portal, call(req, res, url)))),
    );
    router.get(
      `${address}/mistakes`,
      asyncHandler(async (req, res) => {
        const exported = await exportMistakes(portal, call(req, res, url));
        await sendExport(res, { ...exported, format: 'xlsx', staffId: staffOf(req).id, log: res.locals.log });
      }),
    );
  }
  return router;
}

/** What programs may send as multipart too, like the file before it. */
const APPLY: readonly string[] = ['apply', 'apply-right'];

function receiveFile(portal: Importing) {
  const files = createRateLimiter(portal, {
    name: 'import-file',
    points: FILES_PER_PERSON,
    durationSeconds: WINDOW_S,
    whenStoreIsDown: 'allow',
  });
  // The file is read in one of few processes that draw pages, too: on a slow line it arrives first, and waits for nobody's turn.
  const options = { isField: (name: string) => name === 'intent' || name === 'id', ready: () => false, maxBytes: IMPORT_MAX_BYTES };
  return async (req: Request, res: Response, call: Call & { url: string; id: string }): Promise<void> => {
    openImporting(portal, call);
    await files.consume(call.actor.id);
    try {
      const { id, href } = await receiveUpload(req, {
        ...options,
        async handle(upload) {
          const { intent = '', id = '' } = upload.fields;
          if (!upload.file && APPLY.includes(intent))
            return portal.imports.applyImport({ ...call, id: id || call.id, onlyRight: intent === 'apply-right' });
          const started = await startImport(portal, { ...call, upload });
          return { ...started, href: importUrl(call.url, started.id) };
        },
      });
      if (wantsPage(req)) res.redirect(303, href);
      else res.status(201).set({ Location: href, 'Cache-Control': 'no-store' }).json({ id, url: href });
    } catch (error) {
      if (!wantsPage(req) || !(error instanceof AppError) || error.status >= 500) throw error;
      stopReading(req, res);
      const notice = createNotices(portal.config.session).tell(call.actor, { kind: 'error', text: error.userMessage });
      res.append('Set-Cookie', notice).redirect(303, importUrl(call.url));
    }
  };
}

function sendTemplate(res: Response, { name, content }: { name: string; content: Buffer }): void {
  res.status(200).set({
    'Content-Type': CONTENT_TYPES.xlsx,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(content);
}

const idOf = ({ query: { id } }: Request) => (typeof id === 'string' ? id : '');
