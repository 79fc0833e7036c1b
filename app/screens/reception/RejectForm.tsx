import { Form, useActionData, useNavigation } from '@remix-run/react';
import { PACKAGE_TEXT_MAX } from '#server/domain/package-states.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FieldControl, type FormField } from '../forms/FieldControl.tsx';
import type { ReceptionAnswer } from './act-on-received.ts';
import { receivedHref } from './reception-links.ts';
import type { ReceptionData } from './reception-data.ts';

const REASON: FormField = {
  name: 'reason',
  label: 'Motivo',
  required: true,
  help: 'El remitente lo ve. Los documentos quedan con quien los tenía.',
  kind: 'long-text',
  rows: 2,
  maxLength: PACKAGE_TEXT_MAX.reason,
};

/** Sends the whole package back. */
export function RejectForm({ data: { received, back, formToken } }: { data: ReceptionData }) {
  const given = useActionData<ReceptionAnswer>();
  const answer = given?.intent === 'reject' ? given : null;
  const saving = useNavigation().state !== 'idle';
  return (
    <details open={answer !== null}>
      <summary className="btn btn-plain">Rechazar el paquete…</summary>
      <Card title="Rechazar el paquete" className="mt-3">
        <Form method="post" action={receivedHref(received.id, { back })} className="form-column">
          <input type="hidden" name="formToken" value={answer?.formToken || formToken} />
          <FieldControl field={REASON} value={answer?.values['reason']} errors={answer?.errors} />
          <div>
            <Button type="submit" look="danger" name="intent" value="reject" disabled={saving}>
              {saving ? 'Guardando…' : 'Rechazar'}
            </Button>
          </div>
        </Form>
      </Card>
    </details>
  );
}
