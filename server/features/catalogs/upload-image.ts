import { Readable } from 'node:stream';
import { AppError } from '../../domain/errors.ts';
import { mediaAddress, shownImage, shownThumbnail, type UploadedImage } from '../../domain/images.ts';
import type { Staff } from '../../domain/permissions.ts';
import { newAssetKey, slashesToDashes } from '../../ports/files/asset-name.ts';
import type { ReceivedUpload } from '../../ports/files/receive-upload.ts';
import { MISSING_IMAGE_PATH } from '../../ports/rest-backend/schemas.ts';
import { nameAsset, newDocument, storeAsset, type StoreFileCall } from '../../stored-files/store-file.ts';
import { IMAGES, requireImages } from './image-services.ts';
import type { Services } from '../../services.ts';

/**
 * Takes a picture from the request, re-encodes it for the web and stores it like every file (docs/specification.md sections 5 and 7). Its
 * document makes it visible under /images and, for everybody, under /media; the picture stays even if no record ever names it.
 * Errors: `forbidden`, `invalid-input`, `too-large`, `unsupported-type`, `too-many-requests`, `backend-failed`, `unavailable`.
 */
export async function uploadImage(services: Services, call: StoreFileCall): Promise<UploadedImage> {
  const { actor, upload } = call;
  requireImages(actor, 'change');
  const file = requireSentImage(actor, upload);
  const { content, contentType, extension, width, height } = await services.pictures.prepare(actor.id, file.body);
  const bytes = content.length;
  const body = Readable.from([content], { objectMode: false });
  // The portal's own name, whatever the backend calls the picture: this one is public.
  const key = newAssetKey({ agencyId: actor.agencyId, extension });
  const url = mediaAddress(services.config.publicMediaUrl, key);
  const stored = await storeAsset(services, call, { body, fileName: `imagen.${extension}`, contentType });
  const asset = slashesToDashes(stored.filename);
  const data = { url, asset, contentType, width, height, bytes, userId: actor.id, agencyId: actor.agencyId };
  await nameAsset(services, IMAGES, stored, newDocument(IMAGES, call, { id: key, data }));
  return { url, shownUrl: shownImage(url), thumbnailUrl: shownThumbnail(url), width, height, bytes };
}

function requireSentImage(actor: Staff, { file }: ReceivedUpload): NonNullable<ReceivedUpload['file']> {
  const missing = (userMessage: string) =>
    new AppError('invalid-input', MISSING_IMAGE_PATH, {
      userMessage,
      specified: MISSING_IMAGE_PATH,
      fields: { file: [userMessage] },
    });
  if (!file || file.fileName.trim() === '') throw missing('Elija una imagen.');
  if (actor.agencyId === '')
    throw missing('Su usuario no tiene agencia, por eso no puede cargar imágenes. Puede asignarla un Administrador.');
  return file;
}
