import { Form, useNavigation } from '@remix-run/react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FieldControl, type FormField } from '../forms/FieldControl.tsx';
import type { AccountFailure } from './account-data.ts';
import { Failure } from './ProfileCard.tsx';

const NEW = { required: true, input: { type: 'password', autoComplete: 'new-password', maxLength: 128 } };
const FIELDS: readonly FormField[] = [
  {
    name: 'currentPassword',
    label: 'Contraseña actual',
    required: true,
    input: { type: 'password', autoComplete: 'current-password', maxLength: 256 },
  },
  { name: 'newPassword', label: 'Contraseña nueva', help: 'Al menos 10 caracteres, con letras y números.', ...NEW },
  { name: 'repeated', label: 'Contraseña nueva, otra vez', ...NEW },
];

/** Empty again after every answer: passwords do not come back in a page. */
export function PasswordForm({ email, formKey, answer }: { email: string; formKey: string; answer: AccountFailure | null }) {
  const saving = useNavigation().formData?.get('intent') === 'password';
  return (
    <Card title="Contraseña">
      <Form method="post" noValidate className="grid max-w-96 gap-4" key={formKey}>
        <Failure answer={answer} />
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" defaultValue={email} hidden readOnly />
        {FIELDS.map((field) => (
          <FieldControl key={field.name} field={field} errors={answer?.errors} />
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" name="intent" value="password" disabled={saving}>
            {saving ? 'Guardando…' : 'Cambiar contraseña'}
          </Button>
          <p className="field-help">Sus otras sesiones se cierran.</p>
        </div>
      </Form>
    </Card>
  );
}
