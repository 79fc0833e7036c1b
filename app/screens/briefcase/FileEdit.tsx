import { Form } from '@remix-run/react';
import type { FormValue } from '#server/domain/conflict.ts';
import { baseText } from '#server/domain/form-base.ts';
import type { FileConflict } from '#server/features/briefcase/update-file.ts';
import { Field } from '../../ui/Field.tsx';
import { Select, TextInput, type Option } from '../../ui/inputs.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { listHref } from '../lists/record-links.ts';
import { Baseline } from '../forms/Baseline.tsx';
import { ConflictForm, type ConflictFormProps } from '../forms/ConflictForm.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { LeaveDialog } from '../forms/LeaveDialog.tsx';
import { useSaveForm } from '../forms/use-save-form.ts';
import { FILE_FIELDS, FILE_LABELS, type FileField } from './file-fields.ts';
import { LIST_URL, fileHref } from './file-links.ts';
import type { FileRecordData, FileSaveFailure } from './record-data.ts';

/** Name, folder and type of a file; the bytes never change. */
export function FileEdit({ data: { file, choices, back } }: { data: FileRecordData }) {
  const { answer: failure, lost, saving, warning } = useSaveForm<FileSaveFailure>();
  const options: FileOptions = {
    carpetaId: withCurrent(choices?.folders ?? [], file.carpetaId, file.folderName),
    tipoDocumentoId: withCurrent(choices?.documentTypes ?? [], file.tipoDocumentoId, file.documentTypeName),
  };
  const addresses = { action: fileHref(file.id, { mode: 'edit', back }), cancelHref: fileHref(file.id, { back }) };
  const { nombre, carpetaId, tipoDocumentoId } = file;
  return (
    <>
      <PageHead
        title={`Editar ${file.nombre}`}
        crumbs={[
          { label: 'Archivos', href: listHref(LIST_URL, back) },
          { label: file.nombre, href: addresses.cancelHref },
          { label: 'Editar' },
        ]}
      />
      {failure?.conflict ? (
        <FileConflictForm failure={failure} conflict={failure.conflict} options={options} form={{ ...addresses, lost, saving, warning }} />
      ) : (
        <>
          <FormFailure failure={failure} labels={FILE_LABELS} />
          <Form
            method="post"
            action={addresses.action}
            className="form-column"
            onInput={warning.markChanged}
            onSubmit={warning.markSent}
            key={failure?.version ?? file.version}
          >
            <Baseline {...(failure ?? { version: file.version, base: { nombre, carpetaId, tipoDocumentoId } })} />
            {FILE_FIELDS.map((name) => (
              <Input key={name} name={name} value={failure?.values[name] ?? file[name]} options={options} errors={failure?.errors[name]} />
            ))}
            <SaveBar cancelHref={addresses.cancelHref} saving={saving} lost={lost} />
          </Form>
          <LeaveDialog blocker={warning.blocker} />
        </>
      )}
    </>
  );
}

type FileOptions = Readonly<Record<Exclude<FileField, 'nombre'>, Option[]>>;

interface InputProps {
  name: FileField;
  value: string;
  options: FileOptions;
  errors: readonly string[] | undefined;
}

function Input({ name, value, options, errors }: InputProps) {
  const help = name === 'nombre' ? 'La extensión se conserva: dice qué contiene el archivo.' : undefined;
  return (
    <Field name={name} label={FILE_LABELS[name]} required errors={errors} help={help}>
      {(control) =>
        name === 'nombre' ? (
          <TextInput {...control} defaultValue={value} maxLength={160} />
        ) : (
          <Select {...control} options={options[name]} defaultValue={value} />
        )
      }
    </Field>
  );
}

interface FileConflictFormProps {
  failure: FileSaveFailure;
  conflict: FileConflict;
  options: FileOptions;
  form: Pick<ConflictFormProps, 'action' | 'cancelHref' | 'lost' | 'saving' | 'warning'>;
}

function FileConflictForm({ failure, conflict, options, form }: FileConflictFormProps) {
  const shown = (name: FileField, value: FormValue): string => {
    const text = baseText(value);
    return name === 'nombre' ? text : (options[name].find((option) => option.value === text)?.label ?? text);
  };
  return (
    <ConflictForm
      message={failure.message}
      updatedAt={null}
      conflict={conflict}
      stored={{ ...conflict.stored }}
      fields={FILE_FIELDS.map((name) => ({
        name,
        label: FILE_LABELS[name],
        text: conflict.submitted[name],
        show: (value) => shown(name, value),
        control: <Input name={name} value={failure.values[name]} options={options} errors={undefined} />,
      }))}
      {...form}
    />
  );
}

/** An inactive folder or type is no choice for other files, but this one is there. */
function withCurrent(choices: readonly { id: string; name: string }[], id: string, name: string): Option[] {
  const options = choices.map((choice) => ({ value: choice.id, label: choice.name }));
  return options.some((option) => option.value === id) ? options : [{ value: id, label: name === '' ? 'Sin nombre' : name }, ...options];
}
