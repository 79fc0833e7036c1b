import { useRef, useState } from 'react';
import { IMAGE_MAX_BYTES, IMAGE_TYPES, IMAGES_URL, type UploadedImage } from '#server/domain/images.ts';
import { Button } from '../../../ui/Button.tsx';
import { FieldErrors } from '../../../ui/Field.tsx';
import { sendUpload } from '../send-upload.ts';
import { UploadQueue } from '../upload-queue.ts';
import type { UploadResult, UploadTarget } from '../upload-target.ts';
import { useUploads } from '../use-upload-queue.ts';

interface ImagePickerProps {
  id: string;
  label: string;
  /** How many are taken at once. */
  max: number;
  /** Called for each that arrived, in their order. */
  onImage: (image: UploadedImage) => void;
}

/** The button that opens the file dialog, and what becomes of the files, which are sent at once (needs JavaScript). */
export function ImagePicker({ id, label, max, onImage }: ImagePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [queue] = useState(() => new UploadQueue({ send: sendUpload, parallel: 1 }));
  const uploads = useUploads(queue);
  const pending = uploads.filter(({ state }) => state === 'sending' || state === 'queued');
  const refused = uploads.filter(({ state }) => state === 'refused' || state === 'failed');
  const send = (files: readonly File[]) => {
    queue.clear();
    const finish = async (image: UploadedImage) => {
      onImage(image);
      return { href: image.shownUrl, note: '' };
    };
    queue.add(files.slice(0, max), imageTarget(finish));
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button small icon="image-plus" disabled={pending.length > 0} onClick={() => input.current?.click()}>
          {label}
        </Button>
        <input
          ref={input}
          id={`${id}-archivo`}
          type="file"
          hidden
          aria-label={label}
          accept={IMAGE_TYPES.join(',')}
          multiple={max > 1}
          onChange={({ currentTarget }) => {
            send([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
        <span className="text-[0.8125rem] text-muted">JPG, PNG, WEBP o GIF, hasta 15 MB.</span>
      </div>
      {pending.map(({ key, name, sentBytes, bytes }) => (
        <p key={key} className="flex items-center gap-2 text-[0.8125rem]" role="status">
          <progress className="progress progress-primary w-32" value={sentBytes} max={Math.max(1, bytes)} aria-label={`Cargando ${name}`} />
          <span className="min-w-0 truncate">{name}</span>
        </p>
      ))}
      <div role="alert">
        <FieldErrors id={`${id}-carga`} errors={refused.map(({ name, note }) => (uploads.length === 1 ? note : `${name}: ${note}`))} />
      </div>
    </div>
  );
}

/** Where every picture goes first; `finish` is what is done with the stored one. */
export function imageTarget(
  finish: (image: UploadedImage, upload: Parameters<UploadTarget['finish']>[1]) => Promise<UploadResult>,
): UploadTarget {
  return {
    address: `${IMAGES_URL}/upload`,
    partsAddress: null,
    desk: null,
    fields: {},
    // A conversion that broke off says the same as a file that is no picture.
    final: [],
    refuses: ({ size }) => (size > IMAGE_MAX_BYTES ? 'La imagen es demasiado grande. El máximo es 15 MB.' : null),
    finish: (answer, upload) => finish(answer as UploadedImage, upload),
  };
}
