import type { UploadedImage } from '#server/domain/images.ts';
import { IMAGE_MAX_BYTES } from '#server/domain/images.ts';

const LOST = 'Se perdió la conexión. Intente de nuevo.';

/**
 * Sends one picture to POST /images/upload; `onProgress` hears 0 to 100. Rejects with an Error whose message is a Spanish
 * sentence for the person.
 */
export function uploadImage(file: File, onProgress: (percent: number) => void): Promise<UploadedImage> {
  if (file.size > IMAGE_MAX_BYTES) return Promise.reject(new Error('La imagen es demasiado grande. El máximo es 15 MB.'));
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file, file.name);
    request.open('POST', '/images/upload');
    request.setRequestHeader('Accept', 'application/json');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.round((loaded / total) * 100) : 0);
    request.onerror = () => reject(new Error(LOST));
    request.onload = () => {
      const answer = parse(request.responseText);
      if (request.status === 201 && answer) resolve(answer as unknown as UploadedImage);
      else reject(new Error(typeof answer?.['detail'] === 'string' ? answer['detail'] : LOST));
    };
    request.send(form);
  });
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
