import { useEffect, useRef, useState, type RefObject } from 'react';
import { IMAGE_MAX_BYTES, IMAGE_TYPES, IMAGES_URL, type UploadedImage } from '#server/domain/images.ts';
import { useDraggedFiles, useDroppedFiles } from '../dropped-files.ts';
import { FileButton } from '../FileButton.tsx';
import { LazyUploadPanel } from '../LazyUploadPanel.tsx';
import { sendUpload } from '../send-upload.ts';
import { hasUnsent, isUnderWay, type QueuedUpload } from '../upload-entry.ts';
import { UploadQueue } from '../upload-queue.ts';
import type { UploadResult, UploadTarget } from '../upload-target.ts';
import { useUploads } from '../use-upload-queue.ts';

interface ImagePickerProps {
  label: string;
  /** How many can be uploaded at once. */
  max: number;
  /** Called for each uploaded picture, in order. */
  onImage: (image: UploadedImage) => void;
}

/** Pictures of a form: chosen, dropped anywhere on the page or taken with the camera, and uploaded at once (needs JavaScript). */
export function ImagePicker({ label, max, onImage }: ImagePickerProps) {
  const [queue] = useState(() => new UploadQueue({ send: sendUpload, parallel: 1 }));
  const uploads = useUploads(queue);
  const isBusy = uploads.some(isUnderWay);
  const over = useDraggedFiles();
  const box = useRef<HTMLDivElement>(null);
  const isHeld = useHeldSubmit(box, uploads);
  const [left, setLeft] = useState(0);
  const send = (files: readonly File[]) => {
    queue.clear();
    const finish = async (image: UploadedImage) => {
      onImage(image);
      return { href: image.shownUrl, note: '' };
    };
    setLeft(Math.max(0, files.length - max));
    queue.add(files.slice(0, max), imageTarget(finish));
  };
  // Files dropped meanwhile wait until the uploads are done.
  useDroppedFiles(isBusy ? null : send);
  return (
    <div ref={box} className="grid w-full grid-cols-1 gap-2">
      <div className={`file-field ${over ? 'file-field-over' : ''}`}>
        <FileButton onFiles={send} label={label} icon="image-plus" accept={IMAGE_TYPES.join(',')} multiple={max > 1} disabled={isBusy} />
        <span className="text-[0.8125rem] text-muted">
          {over ? (
            'Suelte aquí.'
          ) : (
            <>
              <span className="pointer-coarse:hidden">{`o ${max > 1 ? 'arrástrelas' : 'arrástrela'} a la página. `}</span>JPG, PNG, WEBP o
              GIF, hasta 15 MB.
            </>
          )}
        </span>
      </div>
      <p role="status" className="text-warning empty:hidden">
        {isHeld ? 'Se guarda en cuanto termine de cargarse la imagen.' : left > 0 ? `Se tomaron ${max}: no caben ${left} más.` : ''}
      </p>
      {/* An uploaded picture is shown as itself. */}
      <LazyUploadPanel uploads={uploads.filter(({ state }) => state !== 'done')} queue={queue} />
    </div>
  );
}

/** Holds the form back while pictures are on their way, which it would be saved without. @returns whether it waits to be sent */
function useHeldSubmit(box: RefObject<HTMLElement>, uploads: readonly QueuedUpload[]): boolean {
  const isBusy = uploads.some(isUnderWay);
  const hasFailed = hasUnsent(uploads);
  const [held, setHeld] = useState<{ form: HTMLFormElement; by: HTMLElement | null } | null>(null);
  useEffect(() => {
    const form = box.current?.closest('form');
    if (!form || !isBusy) return;
    const hold = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopPropagation();
      setHeld({ form, by: event.submitter });
    };
    form.addEventListener('submit', hold);
    return () => form.removeEventListener('submit', hold);
  }, [box, isBusy]);
  useEffect(() => {
    if (isBusy || !held) return;
    setHeld(null);
    if (!hasFailed) held.form.requestSubmit(held.by);
  }, [isBusy, hasFailed, held]);
  return held !== null;
}

/** Where every picture is uploaded first; `finish` handles the stored one. */
export function imageTarget(
  finish: (image: UploadedImage, upload: Parameters<UploadTarget['finish']>[1]) => Promise<UploadResult>,
): UploadTarget {
  return {
    address: `${IMAGES_URL}/upload`,
    partsAddress: null,
    desk: null,
    fields: {},
    final: [400, 413, 415],
    refuses: ({ size }) => (size > IMAGE_MAX_BYTES ? 'La imagen es demasiado grande. El máximo es 15 MB.' : null),
    finish: (answer, upload) => finish(answer as UploadedImage, upload),
  };
}
