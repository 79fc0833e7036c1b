import { IMAGE_TYPES } from '#server/domain/images.ts';
import { Button } from '../../../ui/Button.tsx';

interface ImageUploadFormProps {
  catalog: string;
  id: string;
  version: string;
  field: { name: string; label: string };
  /** State of the list, for the way back. */
  back: string;
}

/** Uploads one picture straight into a record by a plain form: works without JavaScript. */
export function ImageUploadForm({ catalog, id, version, field, back }: ImageUploadFormProps) {
  const inputId = `cargar-${field.name}`;
  return (
    <details className="mt-2">
      <summary className="cursor-pointer text-[0.8125rem] text-muted">Cargar desde el equipo</summary>
      <form method="post" action="/images/upload" encType="multipart/form-data" className="mt-2 flex flex-wrap items-center gap-2">
        <input type="hidden" name="catalog" value={catalog} />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="field" value={field.name} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="back" value={back} />
        <label htmlFor={inputId} className="sr-only">
          {`Imagen para «${field.label}»`}
        </label>
        <input id={inputId} type="file" name="file" required accept={IMAGE_TYPES.join(',')} className="max-w-full text-[0.8125rem]" />
        <Button type="submit" small>
          Cargar
        </Button>
      </form>
    </details>
  );
}
