import { useEffect, useState, type ReactNode } from 'react';
import type { UploadChoices } from '#server/features/briefcase/find-choices.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, type Control } from '../../ui/Field.tsx';
import { optionsOfRecords } from '../forms/options-of-records.ts';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { UPLOAD_URL } from './file-links.ts';
import { isPlainFormInUse, UPLOAD_ANCHOR } from './open-uploads.ts';

interface UploadFormProps {
  choices: UploadChoices;
  /** The list's current filter: most likely the file's destination. */
  folderId: string;
  documentTypeId: string;
}

/**
 * Uploads one file by a plain form, without scripts; with scripts BriefcaseDock opens instead, unless somebody has started to fill it in.
 */
export function UploadForm({ choices, folderId, documentTypeId }: UploadFormProps) {
  const [shown, setShown] = useState(true);
  useEffect(() => setShown(isPlainFormInUse()), []);
  if (!shown) return null;
  const field = (name: string, label: string, draw: (control: Control) => ReactNode) => (
    <Field name={name} label={label} required idPrefix="carga">
      {draw}
    </Field>
  );
  const select = (records: readonly { id: string; name: string }[], placeholder: string, value: string) => (control: Control) => (
    <Select {...control} placeholder={placeholder} options={optionsOfRecords(records)} defaultValue={value} />
  );
  return (
    <section id={UPLOAD_ANCHOR} className="upload-area surface no-print mb-4 p-4" aria-labelledby="titulo-carga">
      <h2 id="titulo-carga" className="mb-3">
        Cargar un archivo
      </h2>
      <form method="post" action={UPLOAD_URL} encType="multipart/form-data" className="grid max-w-3xl gap-3">
        {field('name', 'Nombre', (control) => (
          <TextInput {...control} maxLength={160} />
        ))}
        <div className="grid items-start gap-3 sm:grid-cols-2">
          {field('folderId', 'Carpeta', select(choices.folders, 'Elija la carpeta', folderId))}
          {field('documentTypeId', 'Tipo de documento', select(choices.documentTypes, 'Elija el tipo', documentTypeId))}
        </div>
        {field('file', 'Archivo', (control) => (
          <input {...control} type="file" className="file-input" />
        ))}
        <div>
          <Button type="submit" look="primary">
            Cargar
          </Button>
        </div>
      </form>
    </section>
  );
}
