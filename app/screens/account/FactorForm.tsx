import { TRUST_DAYS } from '#server/domain/proof.ts';
import { Field } from '../../ui/Field.tsx';
import { Checkbox, TextInput } from '../../ui/inputs.tsx';
import { EntryForm } from './EntryForm.tsx';
import { PasskeyButton } from '../../PasskeyButton.tsx';
import type { Refusal } from './refusal.ts';

interface FactorFormProps {
  challenge: string | null;
  redirectTo: string;
  refusal: Refusal | null;
}

/** The second step of signing in. */
export function FactorForm({ challenge, redirectTo, refusal }: FactorFormProps) {
  return (
    <EntryForm
      reloadDocument
      refusal={refusal}
      label="Continuar"
      busyLabel="Continuar"
      link={challenge === null ? null : <PasskeyButton ask={{ challenge }} name="passkey" label="Usar llave de acceso" />}
    >
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <Field name="word" label="Código" help="El de seis cifras de su aplicación, o uno de recuperación.">
        {(control) => <TextInput {...control} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={20} />}
      </Field>
      <Checkbox
        name="trust"
        label={`Confiar en este equipo por ${TRUST_DAYS} días`}
        help="No lo marque en un equipo que usan otras personas."
      />
    </EntryForm>
  );
}
