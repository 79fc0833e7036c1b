import { Form } from '@remix-run/react';
import type { FieldOption } from '#server/domain/fields.ts';
import type { GrantKind } from '#server/features/briefcase/folder-access.ts';
import { Button } from '../../ui/Button.tsx';
import type { Control } from '../../ui/Field.tsx';

const KIND_WORDS: Readonly<Record<GrantKind, string>> = {
  roles: 'Rol',
  agencias: 'Agencia',
  departamentos: 'Departamento',
  personas: 'Persona',
};

const GROUPS: readonly (readonly [GrantKind, string])[] = [
  ['roles', 'Todos los de un rol'],
  ['agencias', 'Todos los de una agencia'],
  ['departamentos', 'Todos los de un departamento'],
  ['personas', 'Una persona'],
];

interface GranteeListProps {
  given: readonly { kind: GrantKind; id: string; name: string }[];
  action: string;
  /** What is revoked, placed before «de»: `el acceso`. */
  what: string;
  mayTake: boolean;
}

/** Grantees or required readers, each with a button to remove them. */
export function GranteeList({ given, action, what, mayTake }: GranteeListProps) {
  return (
    <ul className="mb-3 grid gap-1">
      {given.map(({ kind, id, name }) => (
        <li key={`${kind}:${id}`} className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 wrap-anywhere">{named(kind, name)}</span>
          {mayTake ? <RevokeButton action={action} to={`${kind}:${id}`} name={name} what={what} /> : null}
        </li>
      ))}
    </ul>
  );
}

/** «Rol Editor»; most agencies' names already begin with the word. */
function named(kind: GrantKind, name: string): string {
  return name.startsWith(KIND_WORDS[kind]) ? name : `${KIND_WORDS[kind]} ${name}`;
}

export function RevokeButton({ action, to, name, what }: { action: string; to: string; name: string; what: string }) {
  return (
    <Form method="post" action={action} className="no-print ms-auto" preventScrollReset>
      <Button type="submit" name="intent" value={`take:${to}`} look="quiet" small>
        Quitar
        <span className="sr-only">
          {' '}
          {what} de {name}
        </span>
      </Button>
    </Form>
  );
}

interface GranteeSelectProps {
  control: Control;
  choices: Readonly<Record<GrantKind, readonly FieldOption[]>>;
  chosen?: string;
}

/** A person, or all of a role, an agency or a department. */
export function GranteeSelect({ control, choices, chosen = '' }: GranteeSelectProps) {
  return (
    <select {...control} className="select" defaultValue={chosen}>
      <option value="">Elija a quién</option>
      {GROUPS.map(([kind, label]) => (
        <optgroup key={kind} label={label}>
          {choices[kind].map(({ value, label: name, disabled }) => (
            <option key={value} value={value} disabled={disabled && value !== chosen}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
