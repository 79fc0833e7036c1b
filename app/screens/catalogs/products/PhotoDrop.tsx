import { useCallback, useMemo, useState } from 'react';
import { IMAGE_MAX_BYTES } from '#server/domain/images.ts';
import { sentenceOf } from '../../../problem-sentence.ts';
import { DropArea } from '../../files/DropArea.tsx';
import { LazyUploadPanel } from '../../files/LazyUploadPanel.tsx';
import { imageTarget } from '../../files/images/ImagePicker.tsx';
import { LOST } from '../../files/send-request.ts';
import { sendUpload } from '../../files/send-upload.ts';
import { UploadQueue } from '../../files/upload-queue.ts';
import { reasonToRefuse, UploadFailure, type UploadTarget } from '../../files/upload-target.ts';
import { useUploadQueue } from '../../files/use-upload-queue.ts';

/** What the queue can refuse before sending; the server decides by content. */
const GALLERY = { name: 'La galería', extensions: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif'], maxBytes: IMAGE_MAX_BYTES };
/** Timeout for adding a stored picture to the gallery: short, because a retry is cheap. */
const TIMEOUT_MS = 30_000;

/** Dropped or chosen photos, uploaded to a service's gallery at once. @param action the gallery's address */
export function PhotoDrop({ action }: { action: string }) {
  const [queue] = useState(() => new UploadQueue({ send: sendUpload }));
  const uploads = useUploadQueue(queue);
  const target = useMemo(() => photoTarget(action), [action]);
  const add = useCallback((files: readonly File[]) => queue.add(files, target), [queue, target]);
  return (
    <div className="grid grid-cols-1 gap-3">
      <DropArea onFiles={add} />
      <LazyUploadPanel uploads={uploads} queue={queue} />
    </div>
  );
}

/** Adds each picture to the gallery once it is stored; with the queue's key, a retry yields the same photo. */
function photoTarget(action: string): UploadTarget {
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
