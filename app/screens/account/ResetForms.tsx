import { Notice } from '#app/ui/Notice.tsx';
import { ASK_ADMINISTRATOR, MIN_PASSWORD_LENGTH, PASSWORD_HELP } from '#server/domain/users.ts';
import { FieldControl } from '../forms/FieldControl.tsx';
import { EMAIL, EntryForm } from './EntryForm.tsx';
import type { Refusal } from './refusal.ts';

const NEW_PASSWORD = {
  name: 'password',
  label: 'Nueva contraseña',
  required: true,
  help: PASSWORD_HELP,
  input: { type: 'password', autoComplete: 'new-password', minLength: MIN_PASSWORD_LENGTH },
};
const BACK = (
  <a className="text-link justify-self-center" href="/login">
    Volver a iniciar sesión
  </a>
);

interface RequestResetFormProps {
  /** False if no e-mail is ever sent; the page then says whom to ask. */
  mails: boolean;
  /** The same answer for known and unknown addresses. */
  sent: string | null;
  email: string;
  refusal: Refusal | null;
}

/** Asks for the e-mail with the link. */
export function RequestResetForm({ mails, sent, email, refusal }: RequestResetFormProps) {
  if (!mails) {
    return (
      <div className="grid gap-4">
        <Notice kind="info">El portal no envía correos. {ASK_ADMINISTRATOR}</Notice>
        {BACK}
      </div>
    );
  }
  if (sent) {
    return (
      <div className="grid gap-4">
        <Notice kind="success" live>
          {sent}
        </Notice>
        <p className="text-muted">El enlace vence pronto. Si no llega, revise el correo no deseado. {ASK_ADMINISTRATOR}</p>
        {BACK}
      </div>
    );
  }
  return (
    <EntryForm refusal={refusal} label="Enviar enlace" busyLabel="Enviando…" link={BACK}>
      <p className="text-muted">Escriba el correo de su cuenta y le enviaremos un enlace para elegir una nueva contraseña.</p>
      <FieldControl field={EMAIL} value={email} errors={refusal?.fields} />
    </EntryForm>
  );
}

/** Opened from the link in the e-mail. */
export function NewPasswordForm({ token, mails, refusal }: { token: string; mails: boolean; refusal: Refusal | null }) {
  if (refusal?.fields?.['token']) {
    return (
      <div className="grid gap-4">
        <Notice kind="error" live>
          {refusal.message}
        </Notice>
        <a className="btn btn-primary btn-block" href="/reset-password">
          {mails ? 'Pedir un enlace nuevo' : 'Cómo obtener un enlace nuevo'}
        </a>
        {BACK}
      </div>
    );
  }
  return (
    <EntryForm refusal={refusal} label="Guardar contraseña" busyLabel="Guardando…">
      <input type="hidden" name="token" value={token} />
      <FieldControl field={NEW_PASSWORD} errors={refusal?.fields} />
      <p className="text-muted">Al guardarla se cierran las sesiones que tenga abiertas.</p>
    </EntryForm>
  );
}
