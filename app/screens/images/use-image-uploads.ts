import { useCallback, useState } from 'react';
import { IMAGE_MAX_BYTES, IMAGES_URL, type UploadedImage } from '#server/domain/images.ts';
import { sendUpload } from '../files/send-upload.ts';
import { UploadQueue, type QueuedUpload, type UploadResult, type UploadTarget } from '../files/upload-queue.ts';
import { useUploads } from '../files/use-upload-queue.ts';

export interface ImageUploads {
  /** Pictures on their way. */
  pending: readonly QueuedUpload[];
  /** What was refused or lost, in Spanish. */
  errors: readonly string[];
  /** One after the other; `onDone` is called for each that arrived. */
  send(files: readonly File[], onDone: (image: UploadedImage) => void): void;
}

/** Where every picture goes first; `finish` is what is done with the stored one. */
export function imageTarget(
  finish: (image: UploadedImage, upload: Parameters<UploadTarget['finish']>[1]) => Promise<UploadResult>,
): UploadTarget {
  return {
    address: `${IMAGES_URL}/upload`,
    fields: {},
    // A conversion that broke off says the same as a file that is no picture.
    final: [],
    refuses: ({ size }) => (size > IMAGE_MAX_BYTES ? 'La imagen es demasiado grande. El máximo es 15 MB.' : null),
    finish: (answer, upload) => finish(answer as UploadedImage, upload),
  };
}

export function useImageUploads(): ImageUploads {
  const [queue] = useState(() => new UploadQueue(sendUpload, () => undefined, Date.now, 1));
  const uploads = useUploads(queue);
  const send = useCallback(
    (files: readonly File[], onDone: (image: UploadedImage) => void) => {
      queue.clear();
      queue.add(
        files,
        imageTarget(async (image) => {
          onDone(image);
          return { href: image.shownUrl, note: '' };
        }),
      );
    },
    [queue],
  );
  return {
    pending: uploads.filter(({ state }) => state === 'sending' || state === 'queued'),
    errors: uploads
      .filter(({ state }) => state === 'refused' || state === 'failed')
      .map(({ name, note }) => (uploads.length === 1 ? note : `${name}: ${note}`)),
    send,
  };
}
