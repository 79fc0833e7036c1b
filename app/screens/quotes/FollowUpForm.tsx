import { Form, useActionData, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { COMMENT_MAX, FOLLOW_UP_STAGES } from '#server/domain/quotes.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Field } from '../../ui/Field.tsx';
import { Checkbox, Select, TextArea } from '../../ui/inputs.tsx';
import { LostNotice } from '../../ui/LostNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { recordHref } from '../lists/record-links.ts';
import { LeaveDialog } from '../forms/LeaveDialog.tsx';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { useUnsavedWarning } from '../forms/use-unsaved-warning.ts';
import { LIST_URL } from './list-url.ts';
import type { FollowUpFailure, QuoteRecordData } from './record-data.ts';

const LABELS = { etapa: 'Etapa', comentario: 'Comentario', cambio: 'Estado' } as const;
const STAGE_OPTIONS = FOLLOW_UP_STAGES.map((stage) => ({ value: stage, label: stage }));

/** The next entry of the log. The key is the loader's token, so that the form is empty again once the entry is stored. */
export function FollowUpForm({ data: { quote, back, formToken } }: { data: QuoteRecordData }) {
  const answer = useActionData<FollowUpFailure | LostConnection>();
  const failure = answer && 'errors' in answer ? answer : null;
  const lost = answer !== undefined && 'lost' in answer;
  const saving = useNavigation().state !== 'idle';
  const { markChanged, markSent, blocker } = useUnsavedWarning();
  useEffect(() => {
    if (failure ?? lost) markChanged();
  }, [failure, lost, markChanged]);
  const token = failure?.formToken || formToken;
  return (
    <>
      <Answer failure={failure} lost={lost} />
      <Form
        method="post"
        action={recordHref(LIST_URL, quote.id, { back })}
        className="form-column"
        onInput={markChanged}
        onSubmit={markSent}
        key={token}
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
      <LeaveDialog blocker={blocker} />
    </>
  );
}

function Answer({ failure, lost }: { failure: FollowUpFailure | null; lost: boolean }) {
  if (failure && Object.keys(failure.errors).length > 0) return <ErrorSummary errors={failure.errors} labels={LABELS} />;
  if (lost) return <LostNotice className="mb-4" />;
  return failure?.message ? (
    <Notice kind="error" live className="mb-4">
      {failure.message}
    </Notice>
  ) : null;
}
