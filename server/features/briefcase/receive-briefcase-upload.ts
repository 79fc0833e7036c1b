import type { Request, RequestHandler, Response } from 'express';
import { receiveUpload, stopReading } from '../../files/receive-upload.ts';
import { wantsPage } from '../../request/wants-page.ts';
import { staffOf } from '../../request/locals.ts';
import type { RateLimiter } from '../../platform/rate-limits.ts';
import { createNotices } from '../../request/notices.ts';
import { requireBriefcase } from './access.ts';
import type { BriefcaseRoutesPortal } from './briefcase-routes.ts';
import type { UploadedFile } from './upload-file.ts';
import { UPLOAD_FIELDS } from './upload-input.ts';

const NEEDED_BEFORE_FILE = ['name', 'folderId', 'documentTypeId'];
const LIST = '/briefcase/list-briefcase';

/** POST /briefcase/upload: a script gets JSON; the plain form of a browser without JavaScript goes back to the list. */
export function receiveBriefcaseUpload(portal: BriefcaseRoutesPortal, uploads: RateLimiter): RequestHandler {
  return (request, response, next) => {
    receive(portal, uploads, request, response).catch((error: unknown) => {
      stopReading(request, response);
      next(error);
    });
  };
}

async function receive(portal: BriefcaseRoutesPortal, uploads: RateLimiter, request: Request, response: Response): Promise<void> {
  const actor = staffOf(request);
  requireBriefcase(actor);
  await uploads.consume(actor.id);
  const file = await receiveUpload(request, {
    fieldNames: UPLOAD_FIELDS,
    ready: (fields) => NEEDED_BEFORE_FILE.every((name) => name in fields),
    maxBytes: portal.liveSettings.current().uploadMaxBytes,
    handle: (upload) => portal.briefcase.uploadFile({ actor, upload, requestId: response.locals.requestId }),
  });
  // A repeated upload is answered before its body was read.
  stopReading(request, response);
  if (!wantsPage(request))
    return void response
      .status(201)
      .set('Cache-Control', 'no-store')
      .json({ ...file, url: `/briefcase/files/${file.id}` });
  response
    .append('Set-Cookie', createNotices(portal.config.session).tell(actor, { kind: 'success', text: describe(file) }))
    .redirect(303, LIST);
}

function describe(file: UploadedFile): string {
  const warning = file.duplicateOf
    ? ` Ya existía el mismo contenido en «${file.duplicateOf.nombre}» (${file.duplicateOf.folderName}).`
    : '';
  return `Se cargó «${file.nombre}».${warning}`;
}
