import { Form } from '@remix-run/react';
import { Button } from '#app/ui/Button.tsx';
import { Field } from '#app/ui/Field.tsx';
import { TextInput } from '#app/ui/inputs.tsx';
import { Notice } from '#app/ui/Notice.tsx';
import type { Refusal } from './refusal.ts';

interface SignInFormProps {
  redirectTo: string;
  /** What was typed, when it was refused. */
  email: string;
  refusal: Refusal | null;
  /** After choosing a new password. */
  notice: string | null;
}

export function SignInForm({ redirectTo, email, refusal, notice }: SignInFormProps) {
  return (
    <Form method="post" action="/login" className="grid gap-4">
      {notice ? <Notice kind="success">{notice}</Notice> : null}
      {refusal && !refusal.fields ? (
        <Notice kind="error" live>
          {refusal.message}
        </Notice>
      ) : null}
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <Field name="email" label="Correo electrónico" required errors={refusal?.fields?.['email']}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            defaultValue={email}
            autoComplete="username"
            inputMode="email"
            spellCheck={false}
            maxLength={254}
          />
        )}
      </Field>
      <Field name="password" label="Contraseña" required errors={refusal?.fields?.['password']}>
        {(control) => <TextInput {...control} type="password" autoComplete="current-password" maxLength={256} />}
      </Field>
      <Button type="submit" look="primary" className="btn-block">
        Iniciar sesión
      </Button>
      <a className="text-link justify-self-center" href="/reset-password">
        Olvidé mi contraseña
      </a>
    </Form>
  );
}
