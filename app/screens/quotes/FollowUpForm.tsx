import { dayOf } from '#server/domain/dates.ts';
import { nextContactLabel } from '#server/features/quotes/domain/quotes.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/inputs.tsx';
import { LostNotice } from '../../ui/SaveBar.tsx';
import { FieldControl, type FormField } from '../forms/FieldControl.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { labelsOf } from '../forms/labels.ts';
import { drawMember } from '../forms/MemberInput.tsx';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSaveForm } from '../forms/use-save-form.ts';
import { recordHref } from '../../record-links.ts';
import type { FollowUpFailure, QuoteRecordData } from './quote-data.ts';
import { LIST_URL } from './quote-links.ts';

/** Help text by the effect of the check box. */
const HELP: Readonly<Record<string, string>> = {
  cerrar: 'Las etapas «Rechazada» y «Cerrada» también la cierran. Puede reabrirse.',
  reabrir: 'Está cerrada: sin marcar esta casilla el seguimiento se agrega y sigue cerrada.',
};

/** Form for the next log entry. */
export function FollowUpForm({ data }: { data: QuoteRecordData }) {
  const { quote, fields, back, formToken } = data;
  const { answer: failure, ...state } = useSaveForm<FollowUpFailure>();
  const change = quote.estado ? 'cerrar' : 'reabrir';
  const values: Readonly<Record<string, string>> = failure?.values ?? {};
  return (
    <>
      {state.lost && Object.keys(failure?.errors ?? {}).length === 0 ? (
        <LostNotice why={state.lost} className="mb-4" />
      ) : (
        <FormFailure failure={failure} labels={labelsOf(fields)} />
      )}
      <SaveForm action={recordHref(LIST_URL, quote.id, { back })} className="form-column" state={state} bar={null}>
        <input type="hidden" name="formToken" value={failure?.formToken || formToken} />
        {fields
          .filter(({ name }) => quote.estado || name !== 'proximoContacto')
          .map((field) =>
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
              <div key={field.name} className={SHOWN_WITH[field.name] ?? 'contents'}>
                <FieldControl
                  field={asked(field, data)}
                  value={values[field.name]}
                  errors={failure?.errors}
                  draw={field.name === 'asociadoId' ? drawMember : undefined}
                />
              </div>
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

/** Class that shows a field: pure CSS, so it works without JavaScript. */
const SHOWN_WITH: Readonly<Record<string, string>> = {
  motivoPerdida: 'if-lost',
  asociadoId: 'if-member',
};

function asked(field: FormField, { quote: { estado, proximoContacto }, opensMembers }: QuoteRecordData): FormField {
  if (field.name === 'resultado')
    return {
      ...field,
      placeholder: estado ? 'Ninguno todavía' : 'Sin cambio',
      options: field.options?.filter(({ value }) => opensMembers || value !== 'asociado') ?? [],
    };
  if (field.name === 'motivoPerdida' || field.name === 'asociadoId') return { ...field, required: true };
  if (field.name !== 'proximoContacto' || proximoContacto === '') return field;
  const today = dayOf(new Date());
  const stands = nextContactLabel(proximoContacto, today);
  return { ...field, help: proximoContacto <= today ? `${stands}: con este seguimiento queda hecho.` : `${stands}. Vacío, queda así.` };
}
