import { menuHref } from '#server/domain/menu.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/inputs.tsx';
import { LostNotice } from '../../ui/SaveBar.tsx';
import { FieldControl } from '../forms/FieldControl.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { labelsOf } from '../forms/labels.ts';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSaveForm } from '../forms/use-save-form.ts';
import { recordHref } from '../../record-links.ts';
import type { FollowUpFailure, QuoteRecordData } from './quote-data.ts';

/** By what the box would do. */
const HELP: Readonly<Record<string, string>> = {
  cerrar: 'La etapa «Cerrada» también la cierra. Puede reabrirse.',
  reabrir: 'Está cerrada: sin marcar esta casilla el seguimiento se agrega y sigue cerrada.',
};

/** The next entry of the log. Rendered with the loader's token as key, so that the form is empty again once the entry is stored. */
export function FollowUpForm({ data: { quote, fields, back, formToken } }: { data: QuoteRecordData }) {
  const { answer: failure, ...state } = useSaveForm<FollowUpFailure>();
  const change = quote.estado ? 'cerrar' : 'reabrir';
  const values: Readonly<Record<string, string>> = failure?.values ?? {};
  return (
    <>
      {state.lost && Object.keys(failure?.errors ?? {}).length === 0 ? (
        <LostNotice className="mb-4" />
      ) : (
        <FormFailure failure={failure} labels={labelsOf(fields)} />
      )}
      <SaveForm action={recordHref(menuHref('quotes'), quote.id, { back })} className="form-column" state={state} bar={null}>
        <input type="hidden" name="formToken" value={failure?.formToken || formToken} />
        {fields.map((field) =>
          field.name === 'cambio' ? (
            <Checkbox
              key={change}
              name={field.name}
              value={change}
              label={field.options?.find(({ value }) => value === change)?.label ?? ''}
              help={HELP[change]}
              defaultChecked={values[field.name] === change}
              errors={failure?.errors[field.name]}
            />
          ) : (
            <FieldControl key={field.name} field={field} value={values[field.name]} errors={failure?.errors} />
          ),
        )}
        <div>
          <Button type="submit" look="primary" disabled={state.saving}>
            {state.saving ? 'Guardando…' : 'Agregar seguimiento'}
          </Button>
        </div>
      </SaveForm>
    </>
  );
}
