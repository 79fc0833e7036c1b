import { UploadFailure, type SendUpload } from '../files/upload-queue.ts';
import { uploadImage } from '../images/upload-image.ts';

const NETWORK = 'Se perdió la conexión. Intente de nuevo: no se duplicará.';
/** The picture is stored and the gallery does not know it yet: short, so trying again is cheap. */
const TIMEOUT_MS = 30_000;

/** Uploads a picture and adds it to the gallery; the queue's key makes a repeated one the same photo. */
export function sendPhoto(action: string): SendUpload {
  const stored = new Map<string, string>();
  return async ({ key, file, signal, onProgress }) => {
    const url = stored.get(key) ?? (await upload(file, onProgress));
    stored.set(key, url);
    if (signal.aborted) throw new UploadFailure('Cancelado.', true);
    const response = await fetch(`${action}/nueva`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ url, descripcion: '', formToken: key }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).catch(() => {
      throw new UploadFailure(NETWORK, true);
    });
    if (!response.ok) throw new UploadFailure(await sentenceOf(response), response.status >= 409);
    return { href: '#fotos', note: '' };
  };
}

async function upload(file: File, onProgress: (sentBytes: number) => void): Promise<string> {
  try {
    return (await uploadImage(file, (percent) => onProgress((file.size * percent) / 100))).url;
  } catch (error) {
    throw new UploadFailure(error instanceof Error ? error.message : NETWORK, true);
  }
}

/** The server's own sentence, when it is ours and no proxy's page. */
async function sentenceOf(response: Response): Promise<string> {
  const problem = (await response.json().catch(() => null)) as { detail?: unknown } | null;
  return typeof problem?.detail === 'string' ? problem.detail : 'No se pudo agregar la foto. Intente de nuevo.';
}
