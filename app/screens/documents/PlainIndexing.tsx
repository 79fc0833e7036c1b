import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { FieldControl } from '../forms/FieldControl.tsx';
import { UPLOAD_URL } from './document-links.ts';
import { campoFields } from './edit-fields.tsx';
import type { IndexingData } from './indexing-data.ts';
import { typeOptions } from './indexing-target.ts';

/** One document by a plain form, where no script runs: the type first, then what it asks. */
export function PlainIndexing({ data: { types, chosen, uploadKey } }: { data: IndexingData }) {
  const type = types.find(({ id }) => id === chosen);
  return (
    <div className="grid max-w-160 gap-4">
      <form action={UPLOAD_URL} className="surface grid gap-3 p-4">
        <Field name="documentId" label="Tipo de documento" required idPrefix="tipo">
          {(control) => <Select {...control} placeholder="Elija el tipo" options={typeOptions(types)} defaultValue={chosen} />}
        </Field>
        <div>
          <Button type="submit" look={type ? 'plain' : 'primary'}>
            {type ? 'Cambiar de tipo' : 'Continuar'}
          </Button>
        </div>
      </form>
      {type ? (
        <form method="post" action={UPLOAD_URL} encType="multipart/form-data" className="surface grid gap-3 p-4">
          <h2>{`${type.categoryName} › ${type.name}`}</h2>
          <input type="hidden" name="uploadKey" value={uploadKey} />
          <input type="hidden" name="categoryId" value={type.categoryId} />
          <input type="hidden" name="documentId" value={type.id} />
          <Field name="documentName" label="Nombre" required>
            {(control) => <TextInput {...control} maxLength={200} />}
          </Field>
          {campoFields(type.fields).map((field) => (
            <FieldControl key={field.name} field={field} />
          ))}
          <Field name="file" label="Archivo" required>
            {(control) => <input {...control} type="file" className="file-input w-full" />}
          </Field>
          <div>
            <Button type="submit" look="primary">
              Indexar
            </Button>
          </div>
        </form>
      ) : null}
    </div>
  );
}
