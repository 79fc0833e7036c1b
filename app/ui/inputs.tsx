import { forwardRef, type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes } from 'react';
import { describedBy, fieldId, FieldNotes } from './Field.tsx';
import { classNames } from './class-names.ts';

/** Plain inputs with the kit's look: they take every HTML attribute; `<Field>` gives those that tie them to label and errors. */
export const TextInput = forwardRef<HTMLInputElement, InputHTMLAttributes<HTMLInputElement>>(function TextInput(
  { className, type = 'text', ...rest },
  ref,
) {
  return <input ref={ref} type={type} className={classNames('input', className)} {...rest} />;
});

export function TextArea({ className, rows = 4, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea rows={rows} className={classNames('textarea', className)} {...rest} />;
}

export interface Option {
  value: string;
  label: string;
  /** Shown, but cannot be chosen; the label says why. */
  disabled?: boolean;
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly Option[];
  /** First entry with an empty value: "Elija una agencia". */
  placeholder?: string | undefined;
}

export function Select({ className, options, placeholder, ...rest }: SelectProps) {
  return (
    <select className={classNames('select', className)} {...rest}>
      {placeholder === undefined ? null : <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  name: string;
  label: ReactNode;
  help?: ReactNode;
  errors?: readonly string[] | undefined;
}

/** A check box with its label on the right. Sends `value` ("on" by default) when ticked, nothing when not. */
export function Checkbox({ label, help, errors = [], id, className, ...rest }: CheckboxProps) {
  const inputId = id ?? fieldId(rest.name);
  const notes = { id: inputId, help, errors };
  return (
    <div className={classNames('field', className)}>
      <div className="flex items-start gap-2.5">
        <input
          type="checkbox"
          id={inputId}
          className="checkbox checkbox-primary mt-0.5"
          aria-describedby={describedBy(notes)}
          aria-invalid={errors.length > 0 || undefined}
          {...rest}
        />
        <label htmlFor={inputId}>{label}</label>
      </div>
      <FieldNotes {...notes} />
    </div>
  );
}

interface ListedBoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: string;
}

/** One of many check boxes in a list, its name on one line. */
export function ListedBox({ label, hidden, ...rest }: ListedBoxProps) {
  return (
    <label className="flex min-w-0 items-center gap-2 py-1" hidden={hidden}>
      <input type="checkbox" className="checkbox checkbox-primary" {...rest} />
      <span className="truncate" title={label}>
        {label}
      </span>
    </label>
  );
}
