import { Form, useNavigation } from '@remix-run/react';
import { PASSWORD_HELP } from '#server/domain/users.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FieldControl, type FormField } from '../forms/FieldControl.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { AccountData, AccountFailure } from './account-data.ts';
import { Failure } from './ProfileCard.tsx';

const NEW = { required: true, input: { type: 'password', autoComplete: 'new-password' } };
const FIELDS: readonly FormField[] = [
  {
    name: 'currentPassword',
    label: 'Contraseña actual',
    required: true,
    input: { type: 'password', autoComplete: 'current-password', maxLength: 256 },
  },
  { name: 'newPassword', label: 'Contraseña nueva', help: PASSWORD_HELP, ...NEW },
  { name: 'repeated', label: 'Contraseña nueva, otra vez', ...NEW },
];

interface PasswordFormProps {
  email: string;
  formKey: string;
  answer: AccountFailure | null;
  /** Why the password just used to sign in should be changed, and where the person wanted to go. */
  better?: AccountData['better'];
}

/** Cleared after every answer: a page never contains passwords. */
export function PasswordForm({ email, formKey, answer, better = null }: PasswordFormProps) {
  const saving = useNavigation().formData?.get('intent') === 'password';
  return (
    <Card title="Contraseña">
      <Form method="post" noValidate className="grid max-w-96 gap-4" key={formKey}>
        {better && !answer ? <Notice kind="warning">Su contraseña de ahora no protege bien su cuenta. {better.why}</Notice> : null}
        {better ? (
          <>
            <input type="hidden" name="clave" value={better.key} />
            <input type="hidden" name="despues" value={better.later} />
          </>
        ) : null}
        <Failure answer={answer} />
        {/* Tells password managers whose password this is. */}
        <input type="email" autoComplete="username" defaultValue={email} hidden readOnly />
        {FIELDS.map((field) => (
          <FieldControl key={field.name} field={field} errors={answer?.errors} />
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" name="intent" value="password" disabled={saving}>
            {saving ? 'Guardando…' : 'Cambiar contraseña'}
          </Button>
          {better ? (
            <a className="text-link" href={better.later}>
              Después
            </a>
          ) : null}
          <p className="field-help">Sus otras sesiones se cierran.</p>
        </div>
      </Form>
    </Card>
  );
}
