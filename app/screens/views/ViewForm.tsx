import { Form } from '@remix-run/react';
import type { FormValue } from '#server/domain/conflict.ts';
import { textsOf } from '#server/domain/form-value.ts';
import { VIEWS_URL } from '#server/domain/saved-views.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/inputs.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Baseline } from '../forms/Baseline.tsx';
import { FieldControl } from '../forms/FieldControl.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { labelOf, labelsOf } from '../forms/labels.ts';
import { RecordConflict } from '../forms/RecordConflict.tsx';
import { SaveForm } from '../forms/SaveForm.tsx';
import { SearchedBoxes } from '../forms/SearchedBoxes.tsx';
import { useSaveForm } from '../forms/use-save-form.ts';
import type { ViewAnswer } from './act-on-view.ts';
import type { ViewFormData } from './view-data.ts';

/** Fields shown in the form; search, filters, order and columns are taken from the list. */
const FORM_FIELDS = ['nombre', 'densidad', 'inicio', 'roles', 'agencias'];

/** A saved view of a list: its name, and who else finds it in their menu. */
export function ViewForm({ data }: { data: ViewFormData }) {
  const { answer, ...state } = useSaveForm<ViewAnswer>();
  const { id, values, list, action, cancelHref, fields, shareable } = data;
  const isNew = id === 'new';
  const asked = fields.filter(({ name }) => FORM_FIELDS.includes(name));
  const crumbs = [{ label: 'Mis vistas', href: VIEWS_URL }];
  if (answer?.conflict)
    return (
      <RecordConflict
        title={values.nombre}
        crumbs={crumbs}
        action={action}
        cancelHref={cancelHref}
        message={answer.message}
        conflict={answer.conflict}
        fields={asked}
        {...state}
      />
    );
  const shown: Readonly<Record<string, unknown>> = { ...values, ...answer?.values };
  const errors = answer?.errors ?? {};
  const control = (name: string) =>
    asked
      .filter((field) => field.name === name)
      .map((field) => <FieldControl key={name} field={field} value={shown[name]} errors={errors} />);
  const share = (name: 'agencias' | 'roles', what: string) => {
    const chosen = textsOf((shown[name] ?? null) as FormValue);
    // Choices made by somebody else stay visible.
    const others = chosen.filter((id) => !shareable[name].some((one) => one.id === id)).map((id) => ({ id, name: id }));
    const offered = [...shareable[name], ...others];
    return offered.length === 0 ? null : (
      <SearchedBoxes name={name} label={labelOf(fields, name)} what={what} offered={offered} chosen={chosen} errors={errors[name]} />
    );
  };
  return (
    <>
      <PageHead
        title={isNew ? 'Guardar vista' : `Editar ${values.nombre}`}
        crumbs={[...crumbs, { label: isNew ? 'Nueva' : values.nombre }]}
        subtitle={`${list}: con la búsqueda, los filtros, el orden y las columnas que tiene${isNew ? ' ahora' : ''}.`}
      />
      <FormFailure failure={answer} labels={labelsOf(fields)} />
      <SaveForm action={action} state={state} bar={{ cancelHref }}>
        <input type="hidden" name="formToken" value={answer?.formToken || data.formToken} />
        {isNew ? (
          <>
            <input type="hidden" name="lista" value={values.lista} />
            <input type="hidden" name="consulta" value={values.consulta} />
            <input type="hidden" name="columnas" value={values.columnas.join('\n')} />
          </>
        ) : (
          <Baseline {...(answer?.version ? answer : { version: data.version, base: data.base })} />
        )}
        <section className="form-column mb-6">
          {control('nombre')}
          {control('densidad')}
          <div>
            <input type="hidden" name="inicio" value="false" />
            <Checkbox
              name="inicio"
              label="Mostrarla en Inicio"
              help="En «Mis vistas», con cuántas filas tiene."
              defaultChecked={shown['inicio'] === true}
            />
          </div>
        </section>
        <section className="form-column mb-6">
          <h2>Compartir</h2>
          <p className="text-muted">
            Quien tenga la lista en su menú encuentra ahí esta vista. Cada persona ve en ella solo las filas que su lista le muestra.
          </p>
          {share('roles', 'rol')}
          {share('agencias', 'agencia')}
        </section>
      </SaveForm>
      {isNew ? null : (
        <Form method="post" action={action}>
          <Button type="submit" name="intent" value="remove" icon="trash-2" look="danger">
            Eliminar la vista
          </Button>
        </Form>
      )}
    </>
  );
}
