import { Form } from '@remix-run/react';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { IMAGE_MAX_BYTES } from '#server/domain/images.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { TextInput } from '../../../ui/inputs.tsx';
import { LazyUploadPanel } from '../../files/LazyUploadPanel.tsx';
import { sentenceOf } from '../../../problem-sentence.ts';
import { LOST } from '../../files/send-request.ts';
import { sendUpload } from '../../files/send-upload.ts';
import { UploadQueue } from '../../files/upload-queue.ts';
import { reasonToRefuse, UploadFailure, type UploadTarget } from '../../files/upload-target.ts';
import { useUploadQueue } from '../../files/use-upload-queue.ts';
import { useHydrated } from '../../../ui/form-events.ts';
import { later } from '../../../ui/later.ts';
import { ImageUploadForm } from '../../files/images/ImageUploadForm.tsx';
import { imageTarget } from '../../files/images/ImagePicker.tsx';

// Only browsers that run our code need it, and only after the page is there.
const DropArea = later(async () => (await import('../../files/DropArea.tsx')).DropArea);

/** What the queue can refuse before sending; the server decides by content. */
const GALLERY = { name: 'La galería', extensions: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif'], maxBytes: IMAGE_MAX_BYTES };
/** The picture is stored and the gallery does not know it yet: short, so trying again is cheap. */
const TIMEOUT_MS = 30_000;

interface PhotoUploadsProps {
  action: string;
  serviceId: string;
  formToken: string;
}

/** Many photos at once, each with its own progress and retry; without JavaScript one file, or one by its address. */
export function PhotoUploads(props: PhotoUploadsProps) {
  return <div className="no-print mb-4">{useHydrated() ? <Uploads action={props.action} /> : <PlainForms {...props} />}</div>;
}

function PlainForms({ action, serviceId, formToken }: PhotoUploadsProps) {
  return (
    <>
      <ImageUploadForm
        catalog="productos_servicios_fotos"
        id={serviceId}
        version={formToken}
        field={{ name: 'url', label: 'Foto' }}
        back=""
      />
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

function Uploads({ action }: Pick<PhotoUploadsProps, 'action'>) {
  const [queue] = useState(() => new UploadQueue({ send: sendUpload }));
  const uploads = useUploadQueue(queue);
  const target = useMemo(() => photoTarget(action), [action]);
  const add = useCallback((files: readonly File[]) => queue.add(files, target), [queue, target]);
  return (
    <div className="grid grid-cols-1 gap-3">
      <Suspense fallback={null}>
        <DropArea onFiles={add} />
      </Suspense>
      <LazyUploadPanel uploads={uploads} queue={queue} />
    </div>
  );
}

/** A picture that is added to the gallery once it is stored; the queue's key makes a repeated one the same photo. */
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
