import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

/** The attributes that tie a control to its label, help and errors. Spread them: `<TextInput {...control} />`. */
export interface Control {
  id: string;
  name: string;
  required: boolean;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  name: string;
  label: string;
  /** Shown under the control: how to fill it in. */
  help?: ReactNode;
  errors?: readonly string[] | undefined;
  required?: boolean;
  /** For pages with two forms that have the same field names. */
  idPrefix?: string;
  children: (control: Control) => ReactNode;
}

/** Id of a field's control: the error summary links to it. */
export function fieldId(name: string, prefix = 'campo'): string {
  return `${prefix}-${name.replace(/[^a-zA-Z0-9_-]/g, '-')}`;
}

/** Label above, help under, errors tied to the control for screen readers. */
export function Field({ name, label, help, errors = [], required = false, idPrefix, children }: FieldProps) {
  const id = fieldId(name, idPrefix);
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {required ? <RequiredMark /> : null}
      </label>
      {children({
        id,
        name,
        required,
        'aria-describedby': describedBy({ id, help, errors }),
        'aria-invalid': errors.length > 0 || undefined,
      })}
      <FieldNotes id={id} help={help} errors={errors} />
    </div>
  );
}

interface Notes {
  /** The control's id. */
  id: string;
  help: ReactNode;
  errors: readonly string[];
}

/** The control's `aria-describedby`: the ids of what `FieldNotes` shows under it. */
export function describedBy({ id, help, errors }: Notes): string | undefined {
  return [help ? `${id}-ayuda` : null, errors.length > 0 ? `${id}-error` : null].filter(Boolean).join(' ') || undefined;
}

/** Help and errors under a control. */
export function FieldNotes({ id, help, errors }: Notes) {
  return (
    <>
      {help ? (
        <p id={`${id}-ayuda`} className="field-help">
          {help}
        </p>
      ) : null}
      <FieldErrors id={`${id}-error`} errors={errors} />
    </>
  );
}

export function FieldErrors({ id, errors }: { id: string; errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <div id={id}>
      {errors.map((error) => (
        <p key={error} className="field-error">
          <Icon name="circle-alert" className="size-3.5" />
          <span>{error}</span>
        </p>
      ))}
    </div>
  );
}

function RequiredMark() {
  return (
    <span aria-hidden className="text-error" title="Obligatorio">
      {' '}
      *
    </span>
  );
}
