import { menuHref } from '#server/domain/menu.ts';
import { COMMENT_MAX, FOLLOW_UP_STAGES } from '#server/domain/quotes.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/inputs.tsx';
import { LostNotice } from '../../ui/SaveBar.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { FieldControl, type FormField } from '../forms/FieldControl.tsx';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSaveForm } from '../forms/use-save-form.ts';
import { recordHref } from '../../record-links.ts';
import type { FollowUpFailure, QuoteRecordData } from './quote-data.ts';

const STAGE: FormField = {
  name: 'etapa',
  label: 'Etapa',
  required: true,
  options: FOLLOW_UP_STAGES.map((stage) => ({ value: stage, label: stage })),
  placeholder: 'Elija la etapa',
};
const COMMENT: FormField = {
  name: 'comentario',
  label: 'Comentario',
  required: true,
  kind: 'long-text',
  rows: 3,
  maxLength: COMMENT_MAX,
};
const CLOSE = {
  value: 'cerrar',
  label: 'Cerrar la prospección',
  help: 'La etapa «Cerrada» también la cierra. Puede reabrirse.',
};
const REOPEN = {
  value: 'reabrir',
  label: 'Reabrir la prospección',
  help: 'Está cerrada: sin marcar esta casilla el seguimiento se agrega y sigue cerrada.',
};

/** The next entry of the log. Rendered with the loader's token as key, so that the form is empty again once the entry is stored. */
export function FollowUpForm({ data: { quote, back, formToken } }: { data: QuoteRecordData }) {
  const { answer: failure, ...state } = useSaveForm<FollowUpFailure>();
  const change = quote.estado ? CLOSE : REOPEN;
  return (
    <>
      {state.lost && Object.keys(failure?.errors ?? {}).length === 0 ? (
        <LostNotice className="mb-4" />
      ) : (
        <FormFailure failure={failure} labels={{ etapa: 'Etapa', comentario: 'Comentario', cambio: 'Estado' }} />
      )}
      <SaveForm action={recordHref(menuHref('quotes'), quote.id, { back })} className="form-column" state={state} bar={null}>
        <input type="hidden" name="formToken" value={failure?.formToken || formToken} />
        <FieldControl field={STAGE} value={failure?.values.etapa} errors={failure?.errors} />
        <FieldControl field={COMMENT} value={failure?.values.comentario} errors={failure?.errors} />
        <Checkbox
          key={change.value}
          name="cambio"
          {...change}
          defaultChecked={failure?.values.cambio === change.value}
          errors={failure?.errors['cambio']}
        />
        <div>
          <Button type="submit" look="primary" disabled={state.saving}>
            {state.saving ? 'Guardando…' : 'Agregar seguimiento'}
          </Button>
        </div>
      </SaveForm>
    </>
  );
}
