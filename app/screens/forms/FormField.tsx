import type { InputHTMLAttributes, ReactNode } from 'react';
import type { FormValue } from '#server/domain/conflict.ts';
import { baseText } from '#server/domain/form-base.ts';
import { Field, type Control } from '../../ui/Field.tsx';
import { Select, TextInput, type Option } from '../../ui/inputs.tsx';

/** A field of a form as data: an input unless it says otherwise. */
export interface FormField {
  name: string;
  label: string;
  help?: string | undefined;
  required?: boolean;
  /** Heading under which it stands; fields of a section follow each other. */
  section?: string;
  /** Attributes of its input: `type`, `maxLength`. A select takes `disabled` and `className` of them. */
  input?: Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'onChange'>;
  /** A select of these. */
  options?: readonly Option[];
  /** The select's entry of no choice. */
  placeholder?: string;
  /** What people read for no value where versions are compared. */
  empty?: string;
  /** A control of its own. */
  draw?: (control: Control, value: string) => ReactNode;
}

interface FormFieldProps {
  field: FormField;
  value?: string | undefined;
  errors?: readonly string[] | undefined;
}

/** Label, control, help and errors of one field. */
export function FormFieldControl({ field, value = '', errors }: FormFieldProps) {
  return (
    <Field name={field.name} label={field.label} help={field.help} required={field.required ?? false} errors={errors}>
      {(control) => field.draw?.(control, value) ?? <Input field={field} control={control} value={value} />}
    </Field>
  );
}

function Input({ field: { input, options, placeholder }, control, value }: { field: FormField; control: Control; value: string }) {
  if (!options) return <TextInput {...control} {...input} defaultValue={value} />;
  const { disabled, className } = input ?? {};
  return (
    <Select
      {...control}
      disabled={disabled}
      className={className}
      options={options}
      defaultValue={value}
      {...(placeholder !== undefined && { placeholder })}
    />
  );
}

/** A value as people read it. */
export function shownText({ options, empty = '' }: FormField, value: FormValue): string {
  const text = baseText(value);
  return options?.find((option) => option.value === text)?.label ?? (text || empty);
}
