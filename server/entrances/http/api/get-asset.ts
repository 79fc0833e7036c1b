import type { RequestHandler } from 'express';
import { fileTypeOf, withCharset } from '../../../domain/file-types.ts';
import { fileExtension } from '../../../domain/files-vocabulary.ts';
import { slashesToDashes } from '../../../ports/files/asset-name.ts';
import { SANDBOX_CSP, contentDisposition, storedFileHeaders } from '../../../ports/files/serve-file.ts';
import { asyncHandler } from '../../request/locals.ts';
import type { Assets } from '../../../ports/rest-backend/assets.ts';
import { MISSING_IMAGE_PATH, assetQuery } from '../../../ports/rest-backend/schemas.ts';
import { sendAsset } from '../../../stored-files/send-asset.ts';
import { refuse } from './json-body.ts';

/** GET /digitalization/asset?filename=: the bytes, always as an attachment. Supports ranges. */
export function getAsset(assets: Assets): RequestHandler {
  return asyncHandler(async (request, response) => {
    const query = assetQuery.safeParse(request.query);
    if (!query.success) throw refuse(MISSING_IMAGE_PATH);
    const key = slashesToDashes(query.data.filename);
    await sendAsset(request, response, {
      open: (signal) => assets.openAsset({ filename: key, range: request.headers.range, signal }),
      headers: ({ lastModified }) => ({
        ...storedFileHeaders(SANDBOX_CSP),
        'Accept-Ranges': 'bytes',
        // The key's extension was chosen by content when the file was stored.
        'Content-Type': withCharset(fileTypeOf(fileExtension(key))?.contentType ?? 'application/octet-stream'),
        'Content-Disposition': contentDisposition('attachment', key),
        ...(lastModified === null ? {} : { 'Last-Modified': lastModified }),
      }),
    });
  });
}
