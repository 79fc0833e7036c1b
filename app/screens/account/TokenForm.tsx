import { Form, useNavigation } from '@remix-run/react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import type { AccountFailure } from './account-data.ts';

/** As TOKEN_DAYS of server/features/tokens; the server checks. */
const DAYS = ['30', '90', '180', '365'].map((value) => ({ value, label: `${value} días` }));
const USUAL_DAYS = '90';
const NAME_MAX = 60;

/** A new access. `formKey` is its form token too: sent twice it gives one. */
export function TokenForm({ formKey, answer }: { formKey: string; answer: AccountFailure | null }) {
  const creating = useNavigation().formData?.get('intent') === 'create-token';
  const { typed, errors } = answer ?? {};
  return (
    <Form method="post" className="mt-3 border-t border-line pt-3">
      <input type="hidden" name="formToken" value={formKey} />
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-48 flex-1">
          <Field name="nombre" label="Nombre" help="Para qué es: «Power BI de Gerencia»." errors={errors?.['nombre']} required>
            {(control) => <TextInput {...control} maxLength={NAME_MAX} autoComplete="off" defaultValue={typed?.nombre} />}
          </Field>
        </div>
        <div className="w-32">
          <Field name="days" label="Vale por" errors={errors?.['days']} required>
            {(control) => <Select {...control} options={DAYS} defaultValue={typed?.days ?? USUAL_DAYS} />}
          </Field>
        </div>
        <Button type="submit" name="intent" value="create-token" disabled={creating} className="sm:mt-6">
          {creating ? 'Creando…' : 'Crear acceso'}
        </Button>
      </div>
    </Form>
  );
}
