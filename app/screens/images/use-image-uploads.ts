import { useCallback, useState } from 'react';
import type { UploadedImage } from '#server/domain/images.ts';
import { uploadImage } from './upload-image.ts';

export interface ImageUploads {
  /** Pictures on their way, with 0 to 100 percent. */
  pending: readonly { name: string; percent: number }[];
  /** What was refused or lost, in Spanish. */
  errors: readonly string[];
  /** One after the other; `onDone` is called for each that arrived. */
  send(files: readonly File[], onDone: (image: UploadedImage) => void): Promise<void>;
}

export function useImageUploads(): ImageUploads {
  const [pending, setPending] = useState<{ name: string; percent: number }[]>([]);
  const [errors, setErrors] = useState<string[]>([]);
  const send = useCallback(async (files: readonly File[], onDone: (image: UploadedImage) => void) => {
    setErrors([]);
    setPending(files.map(({ name }) => ({ name, percent: 0 })));
    for (const [index, file] of files.entries()) {
      const showPercent = (percent: number) => setPending((list) => list.map((entry, at) => (at === 0 ? { ...entry, percent } : entry)));
      try {
        onDone(await uploadImage(file, showPercent));
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'No se pudo cargar.';
        setErrors((list) => [...list, files.length === 1 ? reason : `${file.name}: ${reason}`]);
      }
      setPending(files.slice(index + 1).map(({ name }) => ({ name, percent: 0 })));
    }
  }, []);
  return { pending, errors, send };
}
