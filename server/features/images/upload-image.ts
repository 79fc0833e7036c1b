import { Readable } from 'node:stream';
import { AppError } from '../../domain/errors.ts';
import { shownImage, shownThumbnail, type UploadedImage } from '../../domain/images.ts';
import type { Staff } from '../../domain/permissions.ts';
import { slashesToDashes } from '../../files/asset-name.ts';
import type { ReceivedUpload } from '../../files/receive-upload.ts';
import { IMAGES_COLLECTION, requireImages, type ImageServices } from './image-services.ts';

/**
 * Takes a picture from the request, writes it anew for the web and hands it to the REST backend, as every file
 * (specification sections 5 and 7). The stored document makes it visible under /images; the picture stays when no record
 * ever names it. Errors: `forbidden`, `invalid-input`, `too-large`, `unsupported-type`, `too-many-requests`, `backend-failed`,
 * `unavailable`.
 */
export async function uploadImage(
  services: ImageServices,
  { actor, upload }: { actor: Staff; upload: ReceivedUpload },
): Promise<UploadedImage> {
  requireImages(actor);
  const file = requirePath(actor, upload);
  const image = await services.pictures.prepare(actor.id, file.body);
  await upload.whole;
  const sent = await services.restBackend.uploadAsset({
    body: Readable.from([image.content], { objectMode: false }),
    fileName: `imagen.${image.extension}`,
    contentType: image.contentType,
    agencyId: actor.agencyId,
  });
  const key = slashesToDashes(sent.filename);
  const { width, height, contentType } = image;
  const bytes = image.content.length;
  await services.documents.main.create(`${IMAGES_COLLECTION}/${key}`, {
    url: sent.url,
    contentType,
    width,
    height,
    bytes,
    userId: actor.id,
    agencyId: actor.agencyId,
  });
  return { url: sent.url, shownUrl: shownImage(sent.url), thumbnailUrl: shownThumbnail(sent.url), width, height, bytes };
}

function requirePath(actor: Staff, { file }: ReceivedUpload): NonNullable<ReceivedUpload['file']> {
  const missing = (userMessage: string) =>
    new AppError('invalid-input', 'Image path or user_agency missing', { userMessage, fields: { file: [userMessage] } });
  if (!file || file.fileName.trim() === '') throw missing('Elija una imagen.');
  if (actor.agencyId === '')
    throw missing('Su usuario no tiene agencia, por eso no puede cargar imágenes. Puede asignarla un Administrador.');
  return file;
}
