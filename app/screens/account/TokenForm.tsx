import { Form, useNavigation } from '@remix-run/react';
import { Button } from '../../ui/Button.tsx';
import { FieldControl } from '../forms/FieldControl.tsx';
import type { AccountData, AccountFailure } from './account-data.ts';

interface TokenFormProps {
  fields: AccountData['tokenFields'];
  formKey: string;
  answer: AccountFailure | null;
}

/** Form for a new token. `formKey` is also its idempotency key: sent twice, it creates one token. */
export function TokenForm({ fields, formKey, answer }: TokenFormProps) {
  const creating = useNavigation().formData?.get('intent') === 'create-token';
  const typed: Readonly<Record<string, string>> = { ...answer?.typed };
  return (
    <Form method="post" noValidate className="mt-3 border-t border-line pt-3" autoComplete="off">
      <input type="hidden" name="formToken" value={formKey} />
      <div className="flex flex-wrap items-start gap-2">
        {fields.map((field) => (
          <div key={field.name} className={field.kind === 'choice' ? 'w-32' : 'min-w-48 flex-1'}>
            <FieldControl field={field} value={typed[field.name] ?? field.initial} errors={answer?.errors} />
          </div>
        ))}
        <Button type="submit" name="intent" value="create-token" disabled={creating} className="sm:mt-6">
          {creating ? 'Creando…' : 'Crear acceso'}
        </Button>
      </div>
    </Form>
  );
}
