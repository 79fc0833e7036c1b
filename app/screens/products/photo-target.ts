import { IMAGE_MAX_BYTES } from '#server/domain/images.ts';
import { LOST, sentenceOf } from '../files/send-upload.ts';
import { UploadFailure, reasonToRefuse, type UploadTarget } from '../files/upload-queue.ts';
import { imageTarget } from '../images/use-image-uploads.ts';

/** What the queue can refuse before sending; the server decides by content. */
const GALLERY = { name: 'La galería', extensions: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif'], maxBytes: IMAGE_MAX_BYTES };
/** The picture is stored and the gallery does not know it yet: short, so trying again is cheap. */
const TIMEOUT_MS = 30_000;

/** A picture that is added to a gallery once it is stored; the queue's key makes a repeated one the same photo. */
export function photoTarget(action: string): UploadTarget {
  const target = imageTarget(async ({ url }, { key, signal }) => {
    const response = await fetch(`${action}/nueva`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ url, descripcion: '', formToken: key }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).catch(() => {
      throw new UploadFailure(LOST, true);
    });
    if (response.ok) return { href: '#fotos', note: '' };
    const problem = (await response.json().catch(() => null)) as object | null;
    throw new UploadFailure(sentenceOf(problem, 'No se pudo agregar la foto. Intente de nuevo.'), response.status >= 409);
  });
  return { ...target, refuses: (file) => reasonToRefuse(file, GALLERY) };
}
