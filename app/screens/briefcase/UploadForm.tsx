import type { UploadChoices } from '#server/features/briefcase/find-choices.ts';
import { formatFileSize } from '#server/domain/files-vocabulary.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
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
  return (
    <form method="post" action={UPLOAD_URL} encType="multipart/form-data" className="grid max-w-3xl gap-3">
      {enhanced ? null : (
        <Field name="name" label="Nombre" required idPrefix="carga">
          {(control) => <TextInput {...control} maxLength={160} />}
        </Field>
      )}
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field name="folderId" label="Carpeta" required idPrefix="carga">
          {(control) => (
            <Select
              {...control}
              placeholder="Elija la carpeta"
              options={optionsOfRecords(choices.folders)}
              defaultValue={folderId}
              onChange={onChosen}
            />
          )}
        </Field>
        <Field name="documentTypeId" label="Tipo de documento" required idPrefix="carga" {...(type ? { help: describe(type) } : {})}>
          {(control) => (
            <Select
              {...control}
              placeholder="Elija el tipo"
              options={optionsOfRecords(choices.documentTypes)}
              defaultValue={documentTypeId}
              onChange={onChosen}
            />
          )}
        </Field>
      </div>
      {enhanced ? null : (
        <>
          <Field name="file" label="Archivo" required idPrefix="carga">
            {(control) => <input {...control} type="file" className="file-input" />}
          </Field>
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
