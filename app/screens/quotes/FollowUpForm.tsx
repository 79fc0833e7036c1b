import { Form } from '@remix-run/react';
import { menuHref } from '#server/domain/menu.ts';
import { COMMENT_MAX, FOLLOW_UP_STAGES } from '#server/domain/quotes.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Checkbox, Select, TextArea } from '../../ui/inputs.tsx';
import { LostNotice } from '../../ui/SaveBar.tsx';
import { recordHref } from '../lists/record-links.ts';
import { FormFailure } from '../forms/FormFailure.tsx';
import { LeaveDialog } from '../forms/LeaveDialog.tsx';
import { useSaveForm } from '../forms/use-save-form.ts';
import type { FollowUpFailure, QuoteRecordData } from './record-data.ts';

const LABELS = { etapa: 'Etapa', comentario: 'Comentario', cambio: 'Estado' } as const;
const STAGE_OPTIONS = FOLLOW_UP_STAGES.map((stage) => ({ value: stage, label: stage }));

/** The next entry of the log. Rendered with the loader's token as key, so that the form is empty again once the entry is stored. */
export function FollowUpForm({ data: { quote, back, formToken } }: { data: QuoteRecordData }) {
  const { answer: failure, lost, saving, warning } = useSaveForm<FollowUpFailure>();
  const token = failure?.formToken || formToken;
  return (
    <>
      {lost && Object.keys(failure?.errors ?? {}).length === 0 ? (
        <LostNotice className="mb-4" />
      ) : (
        <FormFailure failure={failure} labels={LABELS} />
      )}
      <Form
        method="post"
        action={recordHref(menuHref('quotes'), quote.id, { back })}
        className="form-column"
        onInput={warning.markChanged}
        onSubmit={warning.markSent}
      >
        <input type="hidden" name="formToken" value={token} />
        <Field name="etapa" label={LABELS.etapa} required errors={failure?.errors['etapa']}>
          {(control) => (
            <Select {...control} options={STAGE_OPTIONS} placeholder="Elija la etapa" defaultValue={failure?.values.etapa ?? ''} />
          )}
        </Field>
        <Field name="comentario" label={LABELS.comentario} required errors={failure?.errors['comentario']}>
          {(control) => <TextArea {...control} rows={3} maxLength={COMMENT_MAX} defaultValue={failure?.values.comentario ?? ''} />}
        </Field>
        {quote.estado ? (
          <Checkbox
            name="cambio"
            value="cerrar"
            label="Cerrar la prospección"
            help="La etapa «Cerrada» también la cierra. Puede reabrirse."
            defaultChecked={failure?.values.cambio === 'cerrar'}
            errors={failure?.errors['cambio']}
          />
        ) : (
          <Checkbox
            name="cambio"
            value="reabrir"
            label="Reabrir la prospección"
            help="Está cerrada: sin marcar esta casilla el seguimiento se agrega y sigue cerrada."
            defaultChecked={failure?.values.cambio === 'reabrir'}
            errors={failure?.errors['cambio']}
          />
        )}
        <div>
          <Button type="submit" look="primary" disabled={saving}>
            {saving ? 'Guardando…' : 'Agregar seguimiento'}
          </Button>
        </div>
      </Form>
      <LeaveDialog blocker={warning.blocker} />
    </>
  );
}
