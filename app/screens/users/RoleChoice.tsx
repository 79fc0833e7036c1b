import { FieldErrors, fieldId } from '../../ui/Field.tsx';
import type { Option } from '../../ui/inputs.tsx';
import { USER_LABELS } from './user-fields.ts';

interface RoleChoiceProps {
  roles: readonly Option[];
  /** What each role sees. */
  summaries: Readonly<Record<string, string>>;
  value: string;
  errors?: readonly string[] | undefined;
}

/** Each role with what it sees, so that nobody has to know the roles by heart. */
export function RoleChoice({ roles, summaries, value, errors = [] }: RoleChoiceProps) {
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
