import { Form } from '@remix-run/react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { ImageUploadForm } from '../images/ImageUploadForm.tsx';
import { LazyUploadPanel, loadUploadPanel } from '../files/LazyUploadPanel.tsx';
import { useUploadQueue } from '../files/use-upload-queue.ts';
import { photoTarget } from './photo-target.ts';

// Only browsers that run our code need it, and only after the page is there.
const DropArea = lazy(async () => ({ default: (await import('../files/DropArea.tsx')).DropArea }));

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
  const { queue, uploads } = useUploadQueue();
  const target = useMemo(() => photoTarget(action), [action]);
  useEffect(() => {
    loadUploadPanel().catch(() => undefined);
  }, []);
  return (
    <div className="grid gap-3">
      <Suspense fallback={null}>
        <DropArea onFiles={(files) => queue.add(files, target)} />
      </Suspense>
      <LazyUploadPanel uploads={uploads} queue={queue} target={target} missing="" />
    </div>
  );
}
