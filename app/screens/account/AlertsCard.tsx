import { Form } from '@remix-run/react';
import { ALERT_MAIL_LABELS, ALERT_MAILS } from '#server/domain/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/inputs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { AccountData, AccountFailure } from './account-data.ts';
import { Failure } from './ProfileCard.tsx';

const OPTIONS = ALERT_MAILS.map((value) => ({ value, label: ALERT_MAIL_LABELS[value] }));

/** Which alerts are also sent by e-mail. The portal always shows all of them. */
export function AlertsCard({ data, answer }: { data: AccountData; answer: AccountFailure | null }) {
  const { canSend, kinds } = data.alertMails;
  return (
    <Card title="Avisos por correo" id="avisos">
      <Failure answer={answer} />
      {canSend ? (
        <p className="mb-3 text-muted">En el portal los ve siempre. Lo que ya leyó ahí no se le envía.</p>
      ) : (
        <Notice kind="warning" className="mb-3">
          El portal no tiene servidor de correo: por ahora los avisos se ven solo aquí. Lo que elija regirá cuando lo tenga.
        </Notice>
      )}
      <Form method="post" className="form-column" key={data.formKey}>
        <div className="grid gap-3 sm:grid-cols-2">
          {kinds.map(({ kind, label, mail }) => (
            <Field key={kind} name={kind} label={label} errors={answer?.errors[kind]}>
              {(control) => <Select {...control} options={OPTIONS} defaultValue={mail} />}
            </Field>
          ))}
        </div>
        <div>
          <Button type="submit" name="intent" value="alerts">
            Guardar avisos
          </Button>
        </div>
      </Form>
    </Card>
  );
}
