import { json, type Request, type RequestHandler, type Response, type Router } from 'express';
import { receiveUpload, stopReading } from '../ports/files/receive-upload.ts';
import { createRateLimiter, type RateLimiter } from '../platform/limits/rate-limits.ts';
import { staffOf } from '../entrances/request/locals.ts';
import { createNotices } from '../entrances/request/notices.ts';
import { wantsPage } from '../entrances/request/wants-page.ts';
import type { Services } from '../services.ts';
import type { FileArea, FilePlace } from './file-area.ts';
import { beginParts, completeParts, findParts, receivePart, cancelParts } from './part-uploads.ts';
import type { StoreFileCall } from './store-file.ts';
import type { UnfinishedUpload } from './unfinished-uploads.ts';
import { refused } from './upload-file.ts';

/** Window of the rate limits. */
const UPLOAD_WINDOW_S = 600;
/** Room for names, target and a hash: a name alone may have a thousand letters, as may the fields of the target. */
const BEGIN_LIMIT = '64kb';
/** Parts of one person in ten minutes: 24 GB, which only a misbehaving program reaches. */
const PARTS_PER_PERSON = 6_000;

const NOT_A_FORM = 'La carga debe enviarse como formulario con archivo (multipart/form-data).';

/** Configuration of a route that receives files. */
export interface FileIntake {
  place: FilePlace;
  /** Uploads of one person in ten minutes. */
  limit: number;
  /** Whether a field of that name is accepted. */
  isField: (name: string) => boolean;
  /** Whether these fields suffice to store the file while it arrives. */
  ready: (fields: Readonly<Record<string, string>>) => boolean;
  maxBytes(): number;
  /** The specification's words for a request without a form, where they are not those of any upload. */
  missing?: string;
  /** @param call `asPage`: the plain form of a browser without JavaScript */
  store(call: StoreFileCall & { asPage: boolean }): Promise<ReceivedAnswer>;
}

interface ReceivedAnswer {
  /** The answer for a script. */
  json: object;
  /**
   * Where a plain form is redirected, and the message shown there; null: it gets the JSON too. With `forAll` a script goes there too, and
   * the message is set for it.
   */
  page: { href: string; text: string; forAll?: boolean } | null;
}

export type ReceivingPortal = Pick<Services, 'config' | 'log' | 'rateLimitStore'>;

/** POST of one file with its fields: a script gets JSON, a plain form is redirected to a page with a message. */
export function receiveFile(portal: ReceivingPortal, intake: FileIntake): RequestHandler {
  const uploads = createRateLimiter(portal, {
    name: `${intake.place.id}-upload`,
    points: intake.limit,
    durationSeconds: UPLOAD_WINDOW_S,
    whenStoreIsDown: 'allow',
  });
  return (request, response, next) => {
    receive(portal, intake, uploads, request, response).catch((error: unknown) => {
      stopReading(request, response);
      next(error);
    });
  };
}

async function receive(
  portal: ReceivingPortal,
  intake: FileIntake,
  uploads: RateLimiter,
  request: Request,
  response: Response,
): Promise<void> {
  const actor = staffOf(request);
  intake.place.requireMenu(actor, 'change');
  await uploads.consume(actor.id);
  if (!request.is('multipart/form-data')) throw refused({ file: [NOT_A_FORM] }, intake.missing);
  const asPage = wantsPage(request);
  const { json, page } = await receiveUpload(request, {
    isField: intake.isField,
    ready: intake.ready,
    maxBytes: intake.maxBytes(),
    handle: (upload) => intake.store({ actor, upload, requestId: response.locals.requestId, asPage }),
  });
  // A repeated upload is answered without reading its body.
  stopReading(request, response);
  if (page && (asPage || page.forAll))
    response.append('Set-Cookie', createNotices(portal.config.session).tell(actor, { kind: 'success', text: page.text }));
  if (asPage && page) return response.redirect(303, page.href);
  response.status(201).set('Cache-Control', 'no-store').json(json);
}

/**
 * Uploads in parts, for files that a bad connection does not carry in one request (docs/decisions/029-uploads-in-parts.md): POST begins,
 * PUT …/parts/:part sends a part, GET lists the received ones, POST …/complete stores the file, DELETE cancels. Any web process handles any
 * request. Each checks the menu and that the upload is the person's own.
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
      await receivePart(portal, area, { ...callOf(request, response), part: readPart(request), body: request, declaredBytes });
      response.status(204).end();
    }),
  );
  router.post(
    `${one}/complete`,
    answer(async (request, response) => {
      const call = callOf(request, response);
      // Not counted in `uploads` again: it was when it began.
      await parts.consume(call.actor.id);
      const { json: file } = await completeParts(portal, area, call, (upload) => intake.store({ ...call, upload, asPage: false }));
      response.status(201).json(file);
    }),
  );
  router.delete(
    one,
    answer(async (request, response) => {
      await cancelParts(portal, area, callOf(request, response));
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

/** Checks the menu before the body is read. */
function requireMenu(area: FileArea): RequestHandler {
  return (request, _response, next) => {
    area.requireMenu(staffOf(request), 'change');
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

/** NaN if it is not a number. */
function readPart({ params: { part = '' } }: Request): number {
  return /^\d{1,6}$/.test(part) ? Number(part) : NaN;
}

/** `uploadKey` is the one with which it was begun: a client that resumes must use it, or it would miss the end. */
function show({ id, uploadKey, bytes, partBytes, parts }: UnfinishedUpload) {
  return { id, uploadKey, bytes, partBytes, parts };
}
