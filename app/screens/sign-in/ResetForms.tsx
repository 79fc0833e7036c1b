import { Notice } from '#app/ui/Notice.tsx';
import { FormFieldControl } from '../forms/FormField.tsx';
import { EMAIL, EntryForm } from './EntryForm.tsx';
import type { Refusal } from './refusal.ts';

const NEW_PASSWORD = {
  name: 'password',
  label: 'Nueva contraseña',
  required: true,
  help: 'Al menos 10 caracteres, con letras y números.',
  input: { type: 'password', autoComplete: 'new-password', minLength: 10, maxLength: 128 },
};
const BACK = (
  <a className="text-link justify-self-center" href="/login">
    Volver a iniciar sesión
  </a>
);

/** Asks for the e-mail with the link. `sent` is the one answer that known and unknown addresses get. */
export function RequestResetForm({ sent, email, refusal }: { sent: string | null; email: string; refusal: Refusal | null }) {
  if (sent) {
    return (
      <div className="grid gap-4">
        <Notice kind="success" live>
          {sent}
        </Notice>
        <p className="text-muted">El enlace vence pronto. Si no llega, revise el correo no deseado o pida otro en unos minutos.</p>
        {BACK}
      </div>
    );
  }
  return (
    <EntryForm refusal={refusal} label="Enviar enlace" busyLabel="Enviando…" link={BACK}>
      <p className="text-muted">Escriba el correo de su cuenta y le enviaremos un enlace para elegir una nueva contraseña.</p>
      <FormFieldControl field={EMAIL} value={email} errors={refusal?.fields?.['email']} />
    </EntryForm>
  );
}

/** Behind the link of the e-mail. */
export function NewPasswordForm({ token, refusal }: { token: string; refusal: Refusal | null }) {
  if (refusal?.fields?.['token']) {
    return (
      <div className="grid gap-4">
        <Notice kind="error" live>
          {refusal.message}
        </Notice>
        <a className="btn btn-primary btn-block" href="/reset-password">
          Pedir un enlace nuevo
        </a>
        {BACK}
      </div>
    );
  }
  return (
    <EntryForm refusal={refusal} label="Guardar contraseña" busyLabel="Guardando…">
      <input type="hidden" name="token" value={token} />
      <FormFieldControl field={NEW_PASSWORD} errors={refusal?.fields?.['password']} />
      <p className="text-muted">Al guardarla se cierran las sesiones que tenga abiertas.</p>
    </EntryForm>
  );
}
