import { Checkbox } from '#app/ui/inputs.tsx';
import { Notice } from '#app/ui/Notice.tsx';
import { FieldControl } from '../forms/FieldControl.tsx';
import { EMAIL, EntryForm } from './EntryForm.tsx';
import type { PasskeyChallenge } from '#server/domain/passkeys.ts';
import { PasskeyButton } from '../../PasskeyButton.tsx';
import type { Refusal } from './refusal.ts';

const PASSWORD = {
  name: 'password',
  label: 'Contraseña',
  required: true,
  input: { type: 'password', autoComplete: 'current-password', maxLength: 256 },
};

interface SignInFormProps {
  redirectTo: string;
  /** The typed address, after a refusal. */
  email: string;
  refusal: Refusal | null;
  passkey: PasskeyChallenge;
  /** Shown after choosing a new password. */
  notice: string | null;
  /** Why this browser's last session ended, and what to do. */
  ended: string | null;
}

export function SignInForm({ redirectTo, email, refusal, passkey, notice, ended }: SignInFormProps) {
  return (
    <EntryForm
      action="/login"
      refusal={refusal}
      label="Iniciar sesión"
      busyLabel="Iniciar sesión"
      link={
        <>
          <PasskeyButton ask={passkey} name="passkey" label="Entrar con llave de acceso" />
          <a className="text-link justify-self-center" href="/reset-password">
            Olvidé mi contraseña
          </a>
        </>
      }
    >
      {notice ? <Notice kind="success">{notice}</Notice> : ended ? <Notice kind="info">{ended}</Notice> : null}
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <FieldControl field={EMAIL} value={email} errors={refusal?.fields} />
      <FieldControl field={PASSWORD} errors={refusal?.fields} />
      <Checkbox
        name="ownsDevice"
        label="Este equipo es mío"
        help="Su sesión espera más tiempo sin uso, si su rol lo permite. No lo marque en un equipo que usan otras personas."
      />
    </EntryForm>
  );
}
