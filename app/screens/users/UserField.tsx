import { USER_NAME_MAX } from '#server/domain/users.ts';
import { FieldErrors, fieldId } from '../../ui/Field.tsx';
import type { Option } from '../../ui/inputs.tsx';
import { FieldControl, type FormField } from '../forms/FieldControl.tsx';
import { FolderPicker } from './FolderPicker.tsx';
import { USER_LABELS, type UserFormField, type UserFormValues, type UserOptions } from './user-fields.ts';

interface UserFieldProps {
  field: UserFormField;
  values: UserFormValues;
  options: UserOptions;
  roleSummaries: Readonly<Record<string, string>>;
  errors?: readonly string[] | undefined;
}

/** Label, control, help and errors of one field of a person. */
export function UserField({ field, values, options, roleSummaries, errors }: UserFieldProps) {
  if (field === 'role') return <RoleChoice roles={options.role} summaries={roleSummaries} value={values.role} errors={errors} />;
  if (field === 'folders') return <FolderPicker folders={options.folders} value={values.folders} errors={errors} />;
  const own = fieldsOf(options)[field];
  return (
    <FieldControl field={{ name: field, label: USER_LABELS[field], ...own }} value={values[field]} errors={errors && { [field]: errors }} />
  );
}

function fieldsOf(options: UserOptions): Record<Exclude<UserFormField, 'role' | 'folders'>, Partial<FormField>> {
  const choice = (name: Exclude<keyof UserOptions, 'folders'>, placeholder: string) => ({
    options: options[name],
    placeholder,
    input: { className: 'max-w-96' },
  });
  return {
    name: { required: true, input: { maxLength: USER_NAME_MAX, autoComplete: 'off' } },
    email: {
      required: true,
      help: 'Con él inicia sesión. No se puede cambiar después.',
      input: { type: 'email', maxLength: 254, autoComplete: 'off' },
    },
    phone: { input: { type: 'tel', maxLength: 60, autoComplete: 'off', className: 'max-w-64' } },
    agency: choice('agency', 'Sin agencia'),
    department: choice('department', 'Sin departamento'),
    position: choice('position', 'Sin puesto'),
    digitalization_permission_id:
      options.digitalization_permission_id.length > 0
        ? {
            ...choice('digitalization_permission_id', 'Sin permisos de digitalización'),
            help: 'Qué puede hacer con los documentos digitalizados de cada categoría.',
          }
        : {
            options: [],
            placeholder: 'Ninguno disponible',
            help: 'Todavía no hay conjuntos de permisos de digitalización. Podrá asignar uno cuando existan.',
            input: { disabled: true, className: 'max-w-96' },
          },
  };
}

interface RoleChoiceProps {
  roles: readonly Option[];
  /** What each role sees. */
  summaries: Readonly<Record<string, string>>;
  value: string;
  errors?: readonly string[] | undefined;
}

/** Each role with what it sees, so that nobody has to know the roles by heart. */
function RoleChoice({ roles, summaries, value, errors = [] }: RoleChoiceProps) {
  const errorId = `${fieldId('role')}-error`;
  return (
    <fieldset className="field" aria-describedby={errors.length > 0 ? errorId : undefined}>
      <legend className="mb-1.5 font-[550]">
        {USER_LABELS.role}
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
