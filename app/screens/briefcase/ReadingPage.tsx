import { useLoaderData } from '@remix-run/react';
import { readingUrl } from '#server/domain/readings.ts';
import { Field } from '../../ui/Field.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { FieldControl } from '../forms/FieldControl.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSaveForm } from '../forms/use-save-form.ts';
import { listHref, withBack } from '../../record-links.ts';
import { LIST_URL, fileHref } from './file-links.ts';
import { GranteeList, GranteeSelect } from './Grantees.tsx';
import type { loadReading, ReadingFailure } from './reading-data.ts';

/** Form: who must read a file, by when and why. */
export function ReadingPage() {
  const { file, form, fields, back } = useLoaderData<typeof loadReading>();
  const { answer: failure, ...state } = useSaveForm<ReadingFailure>();
  const action = withBack(readingUrl(file.id), back);
  const cancelHref = fileHref(file.id, { back });
  const values: Readonly<Record<string, unknown>> = failure?.values ?? form.values;
  const isRequired = form.given.length > 0;
  return (
    <>
      <PageHead
        title="Lectura obligatoria"
        crumbs={[
          { label: 'Archivos', href: listHref(LIST_URL, back) },
          { label: file.nombre, href: cancelHref },
          { label: 'Lectura obligatoria' },
        ]}
      />
      <FormFailure failure={failure} fields={['to', ...fields.map(({ name }) => name)]} />
      {isRequired ? (
        <section className="form-column mb-6">
          <h2>Deben leerlo</h2>
          <GranteeList given={form.given} action={action} what="la lectura" mayTake />
        </section>
      ) : null}
      <SaveForm action={action} state={state} bar={{ cancelHref, intent: 'ask', label: isRequired ? 'Guardar' : 'Pedir lectura' }}>
        <section className="form-column mb-6">
          <Field
            name="to"
            label={isRequired ? 'Pedirlo además a' : 'Quién debe leerlo'}
            required={!isRequired}
            errors={failure?.errors['to']}
            help="De un rol, una agencia o un departamento lo leen quienes estén en él, también los que lleguen después. Quien no abre la carpeta no cuenta."
          >
            {(control) => <GranteeSelect control={control} choices={form.choices} chosen={failure?.to ?? ''} />}
          </Field>
          {fields.map((field) => (
            <FieldControl key={field.name} field={field} value={values[field.name]} errors={failure?.errors} />
          ))}
        </section>
      </SaveForm>
    </>
  );
}
