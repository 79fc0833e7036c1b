import type { UploadChoices } from '#server/features/briefcase/find-choices.ts';
import { formatFileSize } from '#server/domain/files-vocabulary.ts';
import { Button } from '../../ui/Button.tsx';
import type { ReactNode } from 'react';
import { Field, type Control } from '../../ui/Field.tsx';
import { optionsOfRecords, Select, TextInput } from '../../ui/inputs.tsx';
import { UPLOAD_URL } from './file-links.ts';

interface UploadFormProps {
  choices: UploadChoices;
  /** True once our code runs: then only folder and type are asked here. */
  enhanced: boolean;
  folderId: string;
  documentTypeId: string;
  onChosen: () => void;
}

/**
 * The selects keep their own value: on a slow link people choose before our code runs, and React would take it back.
 * Folder and type; without JavaScript also name and file, sent as a plain form, one at a time.
 */
export function UploadForm({ choices, enhanced, folderId, documentTypeId, onChosen }: UploadFormProps) {
  const type = choices.documentTypes.find(({ id }) => id === documentTypeId);
  const field = (name: string, label: string, draw: (control: Control) => ReactNode, help?: string) => (
    <Field name={name} label={label} help={help} required idPrefix="carga">
      {draw}
    </Field>
  );
  const select = (records: readonly { id: string; name: string }[], placeholder: string, value: string) => (control: Control) => (
    <Select {...control} placeholder={placeholder} options={optionsOfRecords(records)} defaultValue={value} onChange={onChosen} />
  );
  return (
    <form method="post" action={UPLOAD_URL} encType="multipart/form-data" className="grid max-w-3xl gap-3">
      {enhanced ? null : field('name', 'Nombre', (control) => <TextInput {...control} maxLength={160} />)}
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {field('folderId', 'Carpeta', select(choices.folders, 'Elija la carpeta', folderId))}
        {field(
          'documentTypeId',
          'Tipo de documento',
          select(choices.documentTypes, 'Elija el tipo', documentTypeId),
          type && describe(type),
        )}
      </div>
      {enhanced ? null : (
        <>
          {field('file', 'Archivo', (control) => (
            <input {...control} type="file" className="file-input" />
          ))}
          <div>
            <Button type="submit" look="primary">
              Cargar
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

function describe(type: UploadChoices['documentTypes'][number]): string {
  const which = type.extensions.length === 0 ? 'Cualquier archivo que no sea programa' : `Solo ${type.extensions.join(', ')}`;
  return `${which}, hasta ${formatFileSize(type.maxBytes)}.`;
}
