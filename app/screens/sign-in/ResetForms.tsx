import { Form, useNavigation } from '@remix-run/react';
import { Button } from '#app/ui/Button.tsx';
import { Field } from '#app/ui/Field.tsx';
import { TextInput } from '#app/ui/inputs.tsx';
import { Notice } from '#app/ui/Notice.tsx';
import { Spinner } from '#app/ui/Spinner.tsx';
import type { Refusal } from './refusal.ts';

/** Asks for the e-mail with the link. `sent` is the one answer that known and unknown addresses get. */
export function RequestResetForm({ sent, email, refusal }: { sent: string | null; email: string; refusal: Refusal | null }) {
  if (sent) {
    return (
      <div className="grid gap-4">
        <Notice kind="success" live>
          {sent}
        </Notice>
        <p className="text-muted">El enlace vence pronto. Si no llega, revise el correo no deseado o pida otro en unos minutos.</p>
        <BackToSignIn />
      </div>
    );
  }
  return (
    <Form method="post" className="grid gap-4">
      <FormRefusal refusal={refusal} />
      <p className="text-muted">Escriba el correo de su cuenta y le enviaremos un enlace para elegir una nueva contraseña.</p>
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
      <SubmitButton label="Enviar enlace" busyLabel="Enviando…" />
      <BackToSignIn />
    </Form>
  );
}

/** Behind the link of the e-mail. */
export function NewPasswordForm({ token, refusal }: { token: string; refusal: Refusal | null }) {
  const linkIsBad = refusal?.fields?.['token'] !== undefined;
  if (linkIsBad) {
    return (
      <div className="grid gap-4">
        <Notice kind="error" live>
          {refusal.message}
        </Notice>
        <a className="btn btn-primary btn-block" href="/reset-password">
          Pedir un enlace nuevo
        </a>
        <BackToSignIn />
      </div>
    );
  }
  return (
    <Form method="post" className="grid gap-4">
      <FormRefusal refusal={refusal} />
      <input type="hidden" name="token" value={token} />
      <Field
        name="password"
        label="Nueva contraseña"
        required
        help="Al menos 10 caracteres, con letras y números."
        errors={refusal?.fields?.['password']}
      >
        {(control) => <TextInput {...control} type="password" autoComplete="new-password" minLength={10} maxLength={128} />}
      </Field>
      <p className="text-muted">Al guardarla se cierran las sesiones que tenga abiertas.</p>
      <SubmitButton label="Guardar contraseña" busyLabel="Guardando…" />
    </Form>
  );
}

function FormRefusal({ refusal }: { refusal: Refusal | null }) {
  if (!refusal || refusal.fields) return null;
  return (
    <Notice kind="error" live>
      {refusal.message}
    </Notice>
  );
}

function SubmitButton({ label, busyLabel }: { label: string; busyLabel: string }) {
  const busy = useNavigation().state === 'submitting';
  return (
    <Button type="submit" look="primary" className="btn-block" disabled={busy}>
      {busy ? <Spinner /> : null}
      {busy ? busyLabel : label}
    </Button>
  );
}

function BackToSignIn() {
  return (
    <a className="text-link justify-self-center" href="/login">
      Volver a iniciar sesión
    </a>
  );
}
