import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { AppError } from '../../../domain/errors.ts';
import { fileExtension } from '../../../domain/files-vocabulary.ts';
import { peek } from '../../../ports/files/inspect-stream.ts';
import { receiveUpload, stopReading, type ReceivedUpload } from '../../../ports/files/receive-upload.ts';
import { SNIFF_BYTES } from '../../../ports/files/sniff-content-type.ts';
import type { Assets } from '../../../ports/rest-backend/assets.ts';
import type { Services } from '../../../services.ts';
import { MISSING_UPLOAD_PART, uploadAssetFields, type uploadAssetAnswer } from '../../../ports/rest-backend/schemas.ts';
import { hasBody, refuse } from './json-body.ts';

/**
 * POST /digitalization/upload-asset: multipart `file` (with its name) and `agencyId`. The stored name is generated; the sender's name only
 * helps to tell text formats apart. The detected content determines the type it is served with.
 */
export function uploadAsset(assets: Assets, portal: Pick<Services, 'inspection' | 'liveSettings'>): RequestHandler {
  const store = async ({ fields, file, whole }: ReceivedUpload): Promise<z.infer<typeof uploadAssetAnswer>> => {
    const given = uploadAssetFields.safeParse(fields);
    if (!given.success || !file || file.fileName.trim() === '') throw refuse(MISSING_UPLOAD_PART);
    const { head, body } = await peek(file.body, SNIFF_BYTES);
    if (head.length === 0) throw new AppError('invalid-input', 'empty asset', { userMessage: 'El archivo está vacío.' });
    const found = await portal.inspection.detect({
      owner: `agency ${given.data.agencyId}`,
      head,
      extension: fileExtension(file.fileName),
    });
    const stored = await assets.uploadAsset({
      body,
      fileName: `${file.fileName}.${found.extension}`,
      contentType: found.contentType,
      agencyId: given.data.agencyId,
    });
    try {
      await whole;
    } catch (error) {
      await assets.discardAsset(stored.filename);
      throw error;
    }
    return stored;
  };

  return (request, response, next) => {
    if (!hasBody(request)) return next(refuse(MISSING_UPLOAD_PART));
    if (!request.is('multipart/form-data')) {
      stopReading(request, response);
      return next(
        new AppError('unsupported-type', 'upload is not multipart', { userMessage: 'Envíe el archivo como multipart/form-data.' }),
      );
    }
    receiveUpload(request, {
      isField: (name) => name === 'agencyId',
      ready: (fields) => 'agencyId' in fields,
      maxBytes: portal.liveSettings.current().uploadMaxBytes,
      handle: store,
    }).then(
      (answer) => response.status(201).json(answer),
      (error: unknown) => {
        stopReading(request, response);
        next(error);
      },
    );
  };
}
