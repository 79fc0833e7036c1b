import { Form } from '@remix-run/react';
import { Suspense } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { TextInput } from '../../../ui/inputs.tsx';
import { useHydrated } from '../../../ui/form-events.ts';
import { later } from '../../../ui/later.ts';
import { ImageUploadForm } from '../../files/images/ImageUploadForm.tsx';

const PhotoDrop = later(async () => (await import('./PhotoDrop.tsx')).PhotoDrop);

interface PhotoUploadsProps {
  action: string;
  serviceId: string;
  formToken: string;
}

/** Uploads many photos at once, each with its own progress and retry; without JavaScript one file, or one by its address. */
export function PhotoUploads(props: PhotoUploadsProps) {
  return (
    <div className="no-print mb-4">
      {useHydrated() ? (
        <Suspense fallback={null}>
          <PhotoDrop action={props.action} />
        </Suspense>
      ) : (
        <PlainForms {...props} />
      )}
    </div>
  );
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
            {(control) => <TextInput {...control} inputMode="url" placeholder="https://…" />}
          </Field>
          <Field name="descripcion" label="Descripción" idPrefix="foto">
            {(control) => <TextInput {...control} />}
          </Field>
          <Button type="submit" className="justify-self-start">
            Agregar foto
          </Button>
        </Form>
      </details>
    </>
  );
}
