import { USER_NAME_MAX } from '#server/domain/users.ts';
import { FormFieldControl, type FormField } from '../forms/FormField.tsx';
import { FolderPicker } from './FolderPicker.tsx';
import { RoleChoice } from './RoleChoice.tsx';
import { USER_LABELS, type UserFormField, type UserFormValues, type UserOptions } from './user-fields.ts';

export interface UserFieldProps {
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
  return <FormFieldControl field={{ name: field, label: USER_LABELS[field], ...own }} value={values[field]} errors={errors} />;
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
