import type { FieldOption } from '#server/domain/fields.ts';
import { textsOf } from '#server/domain/form-value.ts';
import type { FormValue } from '#server/domain/conflict.ts';
import { FieldErrors, fieldId } from '../../ui/Field.tsx';
import { FieldControl, type FieldErrorsByName, type FormField } from '../forms/FieldControl.tsx';
import { FolderPicker } from './FolderPicker.tsx';
import type { UserData } from './record-data.ts';

interface UserFieldProps {
  field: FormField;
  value: unknown;
  data: Pick<UserData, 'folders' | 'roleSummaries'>;
  errors?: FieldErrorsByName | undefined;
}

/** Label, control, help and errors of one field of a person. */
export function UserField({ field, value, data: { folders, roleSummaries }, errors }: UserFieldProps) {
  const { name, label, options = [] } = field;
  if (name === 'role')
    return <RoleChoice label={label} roles={options} summaries={roleSummaries} value={String(value)} errors={errors?.[name]} />;
  if (name === 'briefcase_permissions')
    return <FolderPicker label={label} folders={folders} value={textsOf((value ?? null) as FormValue)} errors={errors?.[name]} />;
  const isNone = name === 'digitalization_permission_id' && options.length === 0;
  return <FieldControl field={isNone ? { ...field, ...NO_SETS } : field} value={value} errors={errors} />;
}

const NO_SETS: Partial<FormField> = {
  placeholder: 'Ninguno disponible',
  help: 'Todavía no hay conjuntos de permisos de digitalización. Podrá asignar uno cuando existan.',
  input: { disabled: true },
};

interface RoleChoiceProps {
  label: string;
  roles: readonly FieldOption[];
  /** What each role sees, by role id. */
  summaries: Readonly<Record<string, string>>;
  value: string;
  errors?: readonly string[] | undefined;
}

/** Each role with a summary of what it sees, so that nobody has to know them by heart. */
function RoleChoice({ label, roles, summaries, value, errors = [] }: RoleChoiceProps) {
  const errorId = `${fieldId('role')}-error`;
  return (
    <fieldset className="field" aria-describedby={errors.length > 0 ? errorId : undefined}>
      <legend className="mb-1.5 font-[550]">
        {label}
        <span aria-hidden className="text-error">
          {' '}
          *
        </span>
      </legend>
      <div className="grid gap-2">
        {roles.map((role, index) => (
          <label
            key={role.value}
            className="surface grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 px-3 py-2.5 has-[:checked]:border-primary has-[:checked]:bg-primary-soft"
          >
            <input
              type="radio"
              className="radio radio-primary radio-sm mt-0.5"
              name="role"
              value={role.value}
              defaultChecked={role.value === value}
              required
              id={index === 0 ? fieldId('role') : undefined}
            />
            <span className="font-medium">{role.label}</span>
            {summaries[role.value] ? <span className="col-start-2 text-[0.8125rem] text-muted">Ve: {summaries[role.value]}</span> : null}
          </label>
        ))}
      </div>
      <FieldErrors id={errorId} errors={errors} />
    </fieldset>
  );
}
