import { USER_NAME_MAX } from '#server/domain/users.ts';
import { Field } from '../../ui/Field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { FolderPicker } from './FolderPicker.tsx';
import { RoleChoice } from './RoleChoice.tsx';
import { USER_LABELS, type UserFormField, type UserFormValues, type UserOptions, type UserTextField } from './user-fields.ts';

export interface UserFieldProps {
  field: UserFormField;
  values: UserFormValues;
  options: UserOptions;
  roleSummaries: Readonly<Record<string, string>>;
  errors?: readonly string[] | undefined;
}

/** Label, control, help and errors of one field of a person. */
export function UserField({ field, values, options, roleSummaries, errors }: UserFieldProps) {
  switch (field) {
    case 'role':
      return <RoleChoice roles={options.role} summaries={roleSummaries} value={values.role} errors={errors} />;
    case 'folders':
      return <FolderPicker folders={options.folders} value={values.folders} errors={errors} />;
    case 'digitalization_permission_id':
      return <PermissionSet value={values[field]} options={options} errors={errors} />;
    case 'name':
    case 'email':
    case 'phone':
      return <TextField field={field} value={values[field]} errors={errors} />;
    default:
      return (
        <Field name={field} label={USER_LABELS[field]} errors={errors}>
          {(control) => (
            <Select {...control} defaultValue={values[field]} options={options[field]} placeholder={NONE[field]} className="max-w-96" />
          )}
        </Field>
      );
  }
}

const NONE = { agency: 'Sin agencia', department: 'Sin departamento', position: 'Sin puesto' } as const;

const TEXTS = {
  name: { required: true, type: 'text', maxLength: USER_NAME_MAX, autoComplete: 'off', help: undefined },
  email: { required: true, type: 'email', maxLength: 254, autoComplete: 'off', help: 'Con él inicia sesión. No se puede cambiar después.' },
  phone: { required: false, type: 'tel', maxLength: 60, autoComplete: 'off', help: undefined },
} as const;

function TextField({
  field,
  value,
  errors,
}: {
  field: keyof typeof TEXTS & UserTextField;
  value: string;
  errors: readonly string[] | undefined;
}) {
  const { help, required, ...input } = TEXTS[field];
  return (
    <Field name={field} label={USER_LABELS[field]} required={required} help={help} errors={errors}>
      {(control) => <TextInput {...control} {...input} defaultValue={value} className={field === 'phone' ? 'max-w-64' : undefined} />}
    </Field>
  );
}

function PermissionSet({ value, options, errors }: { value: string; options: UserOptions; errors: readonly string[] | undefined }) {
  const offered = options.digitalization_permission_id;
  const none = offered.length === 0;
  return (
    <Field
      name="digitalization_permission_id"
      label={USER_LABELS.digitalization_permission_id}
      errors={errors}
      help={
        none
          ? 'Todavía no hay conjuntos de permisos de digitalización. Podrá asignar uno cuando existan.'
          : 'Qué puede hacer con los documentos digitalizados de cada categoría.'
      }
    >
      {(control) => (
        <Select
          {...control}
          disabled={none}
          defaultValue={value}
          options={offered}
          placeholder={none ? 'Ninguno disponible' : 'Sin permisos de digitalización'}
          className="max-w-96"
        />
      )}
    </Field>
  );
}
