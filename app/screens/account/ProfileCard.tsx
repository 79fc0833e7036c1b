import { Form, useNavigation } from '@remix-run/react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import type { AccountData, AccountFailure } from './account-data.ts';

const FOLDERS_SHOWN = 6;

export function ProfileCard({
  profile,
  formKey,
  answer,
}: {
  profile: AccountData['profile'];
  formKey: string;
  answer: AccountFailure | null;
}) {
  const saving = useNavigation().formData?.get('intent') === 'phone';
  return (
    <Card title="Perfil" id="perfil">
      <DescriptionList
        facts={{
          Nombre: profile.name,
          'Correo electrónico': profile.email,
          Rol: profile.roleTitle,
          Agencia: profile.agencyName,
          Departamento: profile.departmentName,
          Puesto: profile.position,
          'Carpetas del Maletín': <Folders names={profile.folderNames} />,
        }}
      />
      <Form method="post" noValidate className="mt-2 border-t border-line pt-3" key={formKey}>
        <Failure answer={answer} />
        <div className="flex flex-wrap items-start gap-2">
          <div className="max-w-64 min-w-48 flex-1">
            <Field name="phone" label="Teléfono" errors={answer?.errors['phone']}>
              {(control) => <TextInput {...control} type="tel" autoComplete="tel" defaultValue={answer?.phone ?? profile.phone} />}
            </Field>
          </div>
          <Button type="submit" name="intent" value="phone" disabled={saving} className="sm:mt-6">
            {saving ? 'Guardando…' : 'Guardar teléfono'}
          </Button>
        </div>
      </Form>
      <p className="field-help mt-3">Los demás datos los cambia quien administra los usuarios.</p>
    </Card>
  );
}

/** A form's general error: field errors are shown at their fields. */
export function Failure({ answer }: { answer: AccountFailure | null }) {
  return answer && Object.keys(answer.errors).length === 0 ? <ActNotice answer={answer} className="mb-3" /> : null;
}

function Folders({ names }: { names: readonly string[] | 'all' }) {
  if (names === 'all') return <>Todas</>;
  if (names.length === 0) return <>Ninguna</>;
  const rest = names.length - FOLDERS_SHOWN;
  if (rest <= 1) return <>{names.join(', ')}</>;
  return (
    <details>
      <summary className="cursor-pointer">
        {names.slice(0, FOLDERS_SHOWN).join(', ')} <span className="text-link">y {rest} más</span>
      </summary>
      <p className="mt-1">{names.slice(FOLDERS_SHOWN).join(', ')}</p>
    </details>
  );
}
