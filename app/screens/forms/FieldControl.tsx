import { COORDINATES_MAX } from '#server/domain/coordinates.ts';
import type { FormValue } from '#server/domain/conflict.ts';
import type { FieldDescription, FieldKind, FieldOption } from '#server/domain/fields.ts';
import { fieldText } from '#server/domain/field-text.ts';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { DateInput, TimeInput } from './DateInput.tsx';
import { Field, type Control } from '../../ui/Field.tsx';
import { Select, TextArea, TextInput, type Option } from '../../ui/inputs.tsx';

/**
 * A form field: declared by a record, or known to the form alone. Without a kind it is a select if it has options, else one line of text.
 */
export interface FormField extends Pick<FieldDescription, 'label' | 'name'>, Partial<Omit<FieldDescription, 'label' | 'name'>> {
  /** Attributes of its control besides those of its kind; a select takes only `disabled` and `className`. */
  input?: Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'onChange'>;
  /** Visible lines of a multi-line text. */
  rows?: number;
  /** Label of a select's empty choice. */
  placeholder?: string;
  /** Text for an empty value when versions are compared. */
  empty?: string;
}

/** Text for a value in a control; an invalid number stays as typed, extra fields are JSON. */
function controlText(value: unknown): string {
  if (Array.isArray(value))
    return value.length > 0 && value.every((item) => typeof item === 'object') ? JSON.stringify(value) : value.join('\n');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A value as readable text. */
export function shownText({ kind = 'text', empty = '', ...field }: FormField, value: FormValue): string {
  return fieldText({ ...field, kind }, value) || empty;
}

export type FieldErrorsByName = Readonly<Record<string, readonly string[]>>;

/** What a control with several parts needs in addition. */
export interface DrawnField {
  field: FormField;
  /** The value of the stored record; undefined for a new one. */
  stored: unknown;
  /** Errors of its parts, with keys such as `campos.2.clave`. */
  errors: FieldErrorsByName;
}

/** Renders a custom control; `text` as from `controlText`. */
export type DrawControl = (control: Control, text: string, drawn: DrawnField) => ReactNode;
export type DrawControls = Readonly<Record<string, DrawControl | undefined>>;

/** Whether a form may edit the field: others are set by the server. */
export function isEditable(field: FieldDescription): boolean {
  return field.kind !== 'creation-day';
}

interface FieldControlProps {
  field: FormField;
  value?: unknown;
  stored?: unknown;
  /** Errors of all fields of the form. */
  errors?: FieldErrorsByName | undefined;
  /** Replaces the control of the field's kind. */
  draw?: DrawControl | undefined;
}

/** Label, control, help and errors of one field, by its kind; `draw` supplies a custom control. */
export function FieldControl({ field, value, stored, errors = {}, draw }: FieldControlProps) {
  const { name, label, fixed, help = '', required = false } = field;
  const text = controlText(value);
  const drawn = { field, stored, errors: Object.fromEntries(Object.entries(errors).filter(([part]) => part.startsWith(`${name}.`))) };
  return (
    <Field name={name} label={label} help={fixed ?? (help || undefined)} errors={errors[name]} required={required}>
      {(control) => draw?.(control, text, drawn) ?? <Input field={field} control={control} text={text} />}
    </Field>
  );
}

/** Control attributes of single-line kinds, including the on-screen keyboard. */
const ATTRIBUTES: Partial<Record<FieldKind, (field: FormField) => FormField['input']>> = {
  email: () => ({ type: 'email' }),
  phone: () => ({ type: 'tel' }),
  link: () => ({ inputMode: 'url' }),
  image: () => ({ inputMode: 'url' }),
  // A number input would silently drop the comma of «9,5» and any text that is not a number. Keyboards may lack the minus.
  // The length fits what maps copy: a pair of coordinates can be pasted whole.
  decimal: ({ min }) => ({ inputMode: Number(min) < 0 ? undefined : 'decimal', maxLength: COORDINATES_MAX, className: 'tabular max-w-48' }),
  integer: ({ min }) => ({ inputMode: Number(min) < 0 ? undefined : 'numeric', maxLength: 20, className: 'tabular max-w-48' }),
};

/** Look of a value that can be read and is submitted, but not changed. */
const FIXED = 'bg-base-200 border-dashed';

function Input({ field, control, text }: { field: FormField; control: Control; text: string }) {
  const { kind = field.options ? 'reference' : 'text', example, options = [], input, rows } = field;
  const isFixed = field.fixed !== undefined;
  const placeholder = example && !isFixed ? `Ej.: ${example}` : undefined;
  switch (kind) {
    case 'flag':
    case 'choice':
    case 'reference':
      return (
        <Select
          {...control}
          defaultValue={text}
          options={field.kind === 'reference' ? choicesOf(options, text) : options}
          placeholder={entryOfNone(field)}
          disabled={input?.disabled}
          className={input?.className ?? (kind === 'reference' ? undefined : 'max-w-64')}
        />
      );
    case 'long-text':
      return (
        <TextArea
          {...control}
          defaultValue={text}
          rows={rows}
          placeholder={placeholder}
          readOnly={isFixed}
          className={isFixed ? FIXED : undefined}
        />
      );
    case 'ids':
    case 'lines':
    case 'links':
    case 'extra-fields':
    case 'words':
      return (
        <>
          <TextArea {...control} defaultValue={text} rows={3} placeholder={placeholder} />
          {kind === 'words' ? <OfferedWords id={control.id} options={options} /> : null}
        </>
      );
    case 'date':
      return <DateInput {...control} className="max-w-48" {...input} defaultValue={text} />;
    case 'time':
      return <TimeInput {...control} className="max-w-32" {...input} defaultValue={text} />;
    default:
      return (
        <TextInput
          {...control}
          placeholder={placeholder}
          readOnly={isFixed}
          className={isFixed ? FIXED : undefined}
          {...ATTRIBUTES[kind]?.(field)}
          {...input}
          defaultValue={text}
        />
      );
  }
}

/** Label of the empty choice; undefined where something is always chosen. */
function entryOfNone({ kind, required, initial, placeholder }: FormField): string | undefined {
  if (placeholder !== undefined || kind === undefined) return placeholder;
  if (kind === 'reference') return required ? 'Elija una opción' : 'Sin dato';
  return initial === '' ? 'Elija una opción' : undefined;
}

/** Words from the field's list: clicking one adds it as a line. Without JavaScript they show what may be written. */
function OfferedWords({ id, options }: { id: string; options: readonly FieldOption[] }) {
  if (options.length === 0) return null;
  const add = (word: string) => {
    const area = document.getElementById(id);
    if (!(area instanceof HTMLTextAreaElement)) return;
    const lines = area.value.split(/\s+/).filter((line) => line !== '');
    if (lines.includes(word)) return;
    area.value = [...lines, word].join('\n');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <div role="group" aria-label="Agregar" className="mt-1.5 flex flex-wrap gap-1.5">
      {options.map(({ value, label }) => (
        <Button key={value} small title={label} onClick={() => add(value)}>
          {value}
        </Button>
      ))}
    </div>
  );
}

/**
 * Options in use, plus the record's current one even if it was deleted, is unknown or could not be chosen anew: a form does not submit a
 * disabled option.
 */
function choicesOf(options: readonly FieldOption[], current: string): Option[] {
  const known = options.filter((option) => !option.retired || option.value === current);
  const offered = known.map(({ value, label, retired, disabled }) => ({
    value,
    label: retired ? `${label} (ya no está en uso)` : label,
    disabled: disabled && value !== current,
  }));
  return current === '' || offered.some(({ value }) => value === current) ? offered : [{ value: current, label: current }, ...offered];
}
