import { Form, useNavigation } from '@remix-run/react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import type { FormAnswer } from './AccountScreen.tsx';
import { Failure } from './ProfileCard.tsx';

/** Empty again after every answer: passwords do not come back in a page. */
export function PasswordForm({ email, formKey, answer }: { email: string; formKey: string; answer: FormAnswer | null }) {
  const saving = useNavigation().formData?.get('intent') === 'password';
  const errorsOf = (name: string) => answer?.errors[name];
  return (
    <Card title="Contraseña">
      <Form method="post" className="grid max-w-96 gap-4" key={formKey}>
        <Failure answer={answer} />
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" defaultValue={email} hidden readOnly />
        <Field name="currentPassword" label="Contraseña actual" required errors={errorsOf('currentPassword')}>
          {(control) => <TextInput {...control} type="password" autoComplete="current-password" maxLength={256} />}
        </Field>
        <Field
          name="newPassword"
          label="Contraseña nueva"
          required
          help="Al menos 10 caracteres, con letras y números."
          errors={errorsOf('newPassword')}
        >
          {(control) => <TextInput {...control} type="password" autoComplete="new-password" maxLength={128} />}
        </Field>
        <Field name="repeated" label="Contraseña nueva, otra vez" required errors={errorsOf('repeated')}>
          {(control) => <TextInput {...control} type="password" autoComplete="new-password" maxLength={128} />}
        </Field>
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
