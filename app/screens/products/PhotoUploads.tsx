import { Form } from '@remix-run/react';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { IMAGE_MAX_BYTES } from '#server/domain/images.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Skeleton } from '../../ui/Spinner.tsx';
import { ImageUploadForm } from '../images/ImageUploadForm.tsx';
import type { QueuedUpload, UploadTarget } from '../files/upload-queue.ts';
import { useUploadQueue, useWarnBeforeLeaving } from '../files/use-upload-queue.ts';
import { sendPhoto } from './send-photo.ts';

// Only browsers that run our code need them, and only after the page is there.
const loadPanel = async () => ({ default: (await import('../files/UploadPanel.tsx')).UploadPanel });
const UploadPanel = lazy(loadPanel);
const DropArea = lazy(async () => ({ default: (await import('../files/DropArea.tsx')).DropArea }));

const NOTHING: readonly QueuedUpload[] = [];
/** What the queue can refuse before sending; the server decides by content. */
const PHOTOS: UploadTarget = {
  folderId: '',
  documentType: { id: 'fotos', name: 'La galería', extensions: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif'], maxBytes: IMAGE_MAX_BYTES },
};

/** As the upload route knows the gallery. */
const GALLERY = 'productos_servicios_fotos';

/** Many photos at once, each with its own progress and retry; without JavaScript one file, or one by its address. */
export function PhotoUploads({ action, serviceId, formToken }: { action: string; serviceId: string; formToken: string }) {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <div className="no-print mb-4">
      {ready ? <Uploads action={action} /> : <PlainForms action={action} serviceId={serviceId} formToken={formToken} />}
    </div>
  );
}

function PlainForms({ action, serviceId, formToken }: { action: string; serviceId: string; formToken: string }) {
  return (
    <>
      <ImageUploadForm catalog={GALLERY} id={serviceId} version={formToken} field={{ name: 'url', label: 'Foto' }} back="" />
      <details className="mt-2">
        <summary className="cursor-pointer text-[0.8125rem] text-muted">Agregar por su dirección</summary>
        <Form method="post" action={action} className="form-column mt-2">
          <input type="hidden" name="intent" value="add" />
          <input type="hidden" name="formToken" value={formToken} />
          <Field name="url" label="Dirección de la foto" required>
            {(control) => <TextInput {...control} inputMode="url" maxLength={2000} placeholder="https://…" />}
          </Field>
          <Field name="descripcion" label="Descripción" idPrefix="foto">
            {(control) => <TextInput {...control} maxLength={200} />}
          </Field>
          <Button type="submit" className="justify-self-start">
            Agregar foto
          </Button>
        </Form>
      </details>
    </>
  );
}

function Uploads({ action }: { action: string }) {
  const queue = useUploadQueue(sendPhoto(action));
  const uploads = useSyncExternalStore(queue.subscribe, queue.snapshot, () => NOTHING);
  const busy = uploads.some(({ state }) => state === 'sending' || state === 'queued');
  useWarnBeforeLeaving(busy);
  useEffect(() => {
    loadPanel().catch(() => undefined);
  }, []);
  return (
    <div className="grid gap-3">
      <Suspense fallback={null}>
        <DropArea onFiles={(files) => queue.add(files, PHOTOS)} />
      </Suspense>
      {uploads.length > 0 ? (
        <Suspense fallback={<Skeleton lines={uploads.length} />}>
          <UploadPanel uploads={uploads} queue={queue} target={PHOTOS} />
        </Suspense>
      ) : null}
    </div>
  );
}
