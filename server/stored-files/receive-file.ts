import type { Request, RequestHandler, Response } from 'express';
import { receiveUpload, stopReading } from '../files/receive-upload.ts';
import { createRateLimiter, type RateLimiter } from '../platform/rate-limits.ts';
import { staffOf } from '../request/locals.ts';
import { createNotices } from '../request/notices.ts';
import { wantsPage } from '../request/wants-page.ts';
import type { Services } from '../services.ts';
import type { FilePlace } from './file-area.ts';
import type { StoreFileCall } from './store-file.ts';

/** Over which uploads of a person are counted. */
export const UPLOAD_WINDOW_S = 600;

/** What an address that receives files has to know. */
export interface FileIntake {
  place: FilePlace;
  /** Uploads of one person in ten minutes. */
  limit: number;
  /** Whether a field of that name is read. */
  isField: (name: string) => boolean;
  /** Whether these are enough to store the file while it arrives. */
  ready: (fields: Readonly<Record<string, string>>) => boolean;
  maxBytes(): number;
  /** @param call `asPage`: the plain form of a browser without JavaScript */
  store(call: StoreFileCall & { asPage: boolean }): Promise<ReceivedAnswer>;
}

interface ReceivedAnswer {
  /** What a script gets. */
  json: object;
  /** Where a plain form goes on, and what it reads there; null: it gets the JSON too. */
  page: { href: string; text: string } | null;
}

export type ReceivingPortal = Pick<Services, 'config' | 'log' | 'rateLimitStore'>;

/** POST of one file with its fields: a script gets JSON, a plain form goes on to a page with a message. */
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
  intake.place.requireMenu(actor);
  await uploads.consume(actor.id);
  const asPage = wantsPage(request);
  const { json, page } = await receiveUpload(request, {
    isField: intake.isField,
    ready: intake.ready,
    maxBytes: intake.maxBytes(),
    handle: (upload) => intake.store({ actor, upload, requestId: response.locals.requestId, asPage }),
  });
  // A repeated upload is answered before its body was read.
  stopReading(request, response);
  if (!asPage || !page) return void response.status(201).set('Cache-Control', 'no-store').json(json);
  const notice = createNotices(portal.config.session).tell(actor, { kind: 'success', text: page.text });
  response.append('Set-Cookie', notice).redirect(303, page.href);
}
