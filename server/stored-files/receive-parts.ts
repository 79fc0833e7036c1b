import { json, type Request, type RequestHandler, type Response, type Router } from 'express';
import { stopReading } from '../files/receive-upload.ts';
import { createRateLimiter } from '../platform/rate-limits.ts';
import { staffOf } from '../request/locals.ts';
import type { FileArea } from './file-area.ts';
import { beginParts, completeParts, findParts, keepPart, letGoOfParts } from './part-uploads.ts';
import { UPLOAD_WINDOW_S, type ReceivingPortal, type FileIntake } from './receive-file.ts';
import type { UnfinishedUpload } from './unfinished-uploads.ts';
import type { Services } from '../services.ts';

/** Names, target and a hash: a name alone may have a thousand letters, and so may what a target asks besides. */
const BEGIN_LIMIT = '64kb';
/** Parts of one person in ten minutes: 24 GB, so that only a program that misbehaves comes to it. */
const PARTS_PER_PERSON = 6_000;

/**
 * Uploads in parts, for files that one request does not bring through a bad link (docs/decisions/029-uploads-in-parts.md):
 * POST begins, PUT …/parts/:part brings a part, GET says which have arrived, POST …/complete stores the file, DELETE lets go.
 * Any web process takes any request. Each asks for the menu and for one's own upload.
 */
export function addPartRoutes(
  router: Router,
  portal: ReceivingPortal & Services,
  { address, area, intake }: { address: string; area: FileArea; intake: FileIntake },
): void {
  const limit = { durationSeconds: UPLOAD_WINDOW_S, whenStoreIsDown: 'allow' } as const;
  const uploads = createRateLimiter(portal, { ...limit, name: `${area.id}-upload`, points: intake.limit });
  const parts = createRateLimiter(portal, { ...limit, name: `${area.id}-part`, points: PARTS_PER_PERSON });
  const one = `${address}/:id`;

  router.post(
    address,
    requireMenu(area),
    json({ limit: BEGIN_LIMIT }),
    answer(async (request, response) => {
      const actor = staffOf(request);
      await uploads.consume(actor.id);
      const begun = await beginParts(portal, area, { actor, values: bodyOf(request) });
      if ('upload' in begun) return void response.status(201).json(show(begun.upload));
      const { json: file } = await intake.store({ ...callOf(request, response), upload: begun.stored, asPage: false });
      response.status(200).json({ file });
    }),
  );
  router.get(
    one,
    answer(async (request, response) => {
      response.json(show(await findParts(portal, area, callOf(request, response))));
    }),
  );
  router.put(
    `${one}/parts/:part`,
    answer(async (request, response) => {
      await parts.consume(staffOf(request).id);
      const declaredBytes = Number(request.headers['content-length'] ?? NaN);
      await keepPart(portal, area, { ...callOf(request, response), part: readPart(request), body: request, declaredBytes });
      response.status(204).end();
    }),
  );
  router.post(
    `${one}/complete`,
    answer(async (request, response) => {
      const call = callOf(request, response);
      await uploads.consume(call.actor.id);
      const { json: file } = await completeParts(portal, area, call, (upload) => intake.store({ ...call, upload, asPage: false }));
      response.status(201).json(file);
    }),
  );
  router.delete(
    one,
    answer(async (request, response) => {
      await letGoOfParts(portal, area, callOf(request, response));
      response.status(204).end();
    }),
  );
}

function answer(handle: (request: Request, response: Response) => Promise<void>): RequestHandler {
  return (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    handle(request, response).catch((error: unknown) => {
      stopReading(request, response);
      next(error);
    });
  };
}

/** Before the body is read. */
function requireMenu(area: FileArea): RequestHandler {
  return (request, _response, next) => {
    area.requireMenu(staffOf(request));
    next();
  };
}

function callOf(request: Request, response: Response) {
  return { actor: staffOf(request), id: String(request.params['id']), requestId: response.locals.requestId };
}

function bodyOf(request: Request): Readonly<Record<string, unknown>> {
  const body: unknown = request.body;
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** NaN for what is no number. */
function readPart({ params: { part = '' } }: Request): number {
  return /^\d{1,6}$/.test(part) ? Number(part) : NaN;
}

/** `uploadKey` is the one under which it was begun: who takes it up again goes on with that, or its end would be missed. */
function show({ id, uploadKey, bytes, partBytes, parts }: UnfinishedUpload) {
  return { id, uploadKey, bytes, partBytes, parts };
}
