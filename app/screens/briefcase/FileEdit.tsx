import { Form, useActionData, useNavigation } from '@remix-run/react';
import type { FileConflict } from '#server/features/briefcase/update-file.ts';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select, TextInput, type Option } from '../../ui/inputs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { listHref } from '../lists/record-links.ts';
import { LeaveDialog } from '../forms/LeaveDialog.tsx';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { useUnsavedWarning } from '../forms/use-unsaved-warning.ts';
import { LIST_URL, fileHref } from './file-links.ts';
import type { FileRecordData, FileSaveFailure } from './record-data.ts';

const LABELS = { nombre: 'Nombre', carpetaId: 'Carpeta', tipoDocumentoId: 'Tipo de documento' } as const;
type Name = keyof typeof LABELS;

/** Name, folder and type of a file; the bytes never change. */
export function FileEdit({ data: { file, choices, back } }: { data: FileRecordData }) {
  const answer = useActionData<FileSaveFailure | LostConnection>();
  const failure = answer && 'errors' in answer ? answer : null;
  const saving = useNavigation().state !== 'idle';
  const { markChanged, markSent, blocker } = useUnsavedWarning();
  const typed = (name: Name): string => failure?.values[name] ?? file[name];
  const errorsOf = (name: Name) => failure?.errors[name] ?? [];
  const options: Record<'carpetaId' | 'tipoDocumentoId', Option[]> = {
    carpetaId: withCurrent(choices?.folders ?? [], file.carpetaId, file.folderName),
    tipoDocumentoId: withCurrent(choices?.documentTypes ?? [], file.tipoDocumentoId, file.documentTypeName),
  };
  return (
    <>
      <PageHead
        title={`Editar ${file.nombre}`}
        crumbs={[
          { label: 'Archivos', href: listHref(LIST_URL, back) },
          { label: file.nombre, href: fileHref(file.id, { back }) },
          { label: 'Editar' },
        ]}
      />
      {failure && Object.keys(failure.errors).length === 0 ? (
        <Notice kind="error" live className="mb-4">
          {failure.message}
        </Notice>
      ) : null}
      {failure && Object.keys(failure.errors).length > 0 ? <ErrorSummary errors={failure.errors} labels={LABELS} /> : null}
      {failure?.conflict ? <BothVersions conflict={failure.conflict} options={options} /> : null}
      <Form
        method="post"
        action={fileHref(file.id, { mode: 'edit', back })}
        className="form-column"
        onInput={markChanged}
        onSubmit={markSent}
        key={failure?.version ?? file.version}
      >
        <input type="hidden" name="version" value={failure?.version ?? file.version} />
        <Field
          name="nombre"
          label={LABELS.nombre}
          required
          errors={errorsOf('nombre')}
          help="La extensión se conserva: dice qué contiene el archivo."
        >
          {(control) => <TextInput {...control} defaultValue={typed('nombre')} maxLength={160} />}
        </Field>
        {(['carpetaId', 'tipoDocumentoId'] as const).map((name) => (
          <Field key={name} name={name} label={LABELS[name]} required errors={errorsOf(name)}>
            {(control) => <Select {...control} options={options[name]} defaultValue={typed(name)} />}
          </Field>
        ))}
        <SaveBar cancelHref={fileHref(file.id, { back })} saving={saving} lost={answer !== undefined && 'lost' in answer} />
      </Form>
      <LeaveDialog blocker={blocker} />
    </>
  );
}

function BothVersions({
  conflict: { stored, submitted },
  options,
}: {
  conflict: FileConflict;
  options: Record<'carpetaId' | 'tipoDocumentoId', Option[]>;
}) {
  const text = (name: Name, value: string): string =>
    name === 'nombre' ? value : (options[name].find((option) => option.value === value)?.label ?? value);
  const names = (Object.keys(LABELS) as Name[]).filter((name) => stored[name] !== submitted[name]);
  return (
    <table className="list-table surface mb-4 max-w-3xl">
      <caption>Lo que difiere</caption>
      <thead>
        <tr>
          <th scope="col">Dato</th>
          <th scope="col">Guardado por otra persona</th>
          <th scope="col">Lo que usted escribió</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{LABELS[name]}</th>
            <td>{text(name, stored[name])}</td>
            <td>{text(name, submitted[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An inactive folder or type is no choice for other files, but this one is there. */
function withCurrent(choices: readonly { id: string; name: string }[], id: string, name: string): Option[] {
  const options = choices.map((choice) => ({ value: choice.id, label: choice.name }));
  return options.some((option) => option.value === id) ? options : [{ value: id, label: name === '' ? 'Sin nombre' : name }, ...options];
}
