import type { FieldDescription, FieldOption } from '#server/domain/fields.ts';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field, type Control } from '../../ui/Field.tsx';
import { Select, TextArea, TextInput } from '../../ui/inputs.tsx';

/** What a control holds for a value; text that was no number comes back as it was typed, extra fields are JSON. */
function controlText(value: unknown): string {
  if (Array.isArray(value))
    return value.length > 0 && value.every((item) => typeof item === 'object') ? JSON.stringify(value) : value.join('\n');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export type FieldErrorsByName = Readonly<Record<string, readonly string[]>>;

/** What a control of several parts needs besides. */
export interface DrawnField {
  field: FieldDescription;
  /** The value of the stored record; undefined for a new one. */
  stored: unknown;
  /** Errors of its parts, as `campos.2.clave`. */
  errors: FieldErrorsByName;
}

/** A control that a screen draws itself; `text` as `controlText`. */
export type DrawControl = (control: Control, text: string, drawn: DrawnField) => ReactNode;
export type DrawControls = Readonly<Record<string, DrawControl | undefined>>;

/** Fields of a form: the rest is written by the server. */
export function isEditable(field: FieldDescription): boolean {
  return field.kind !== 'creation-day';
}

interface FieldControlProps {
  field: FieldDescription;
  value: unknown;
  stored?: unknown;
  /** Of all fields of the form. */
  errors?: FieldErrorsByName | undefined;
  /** Instead of the control of the field's kind. */
  draw?: DrawControl | undefined;
}

/** Label, control, help and errors of one field, by its kind. Those with a script of their own are handed in (`draw`). */
export function FieldControl({ field, value, stored, errors = {}, draw }: FieldControlProps) {
  const text = controlText(value);
  const drawn = { field, stored, errors: Object.fromEntries(Object.entries(errors).filter(([name]) => name.startsWith(`${field.name}.`))) };
  return (
    <Field name={field.name} label={field.label} help={field.help || undefined} errors={errors[field.name]} required={field.required}>
      {(control) => draw?.(control, text, drawn) ?? <Input field={field} control={control} text={text} />}
    </Field>
  );
}

/** What a phone offers to type with. */
const KEYBOARDS = {
  text: {},
  'creation-day': {},
  phone: { type: 'tel' },
  link: { inputMode: 'url' },
  image: { inputMode: 'url' },
} as const;

function Input({ field, control, text }: { field: FieldDescription; control: Control; text: string }) {
  const placeholder = field.example === '' ? undefined : `Ej.: ${field.example}`;
  switch (field.kind) {
    case 'text':
    case 'creation-day':
    case 'phone':
    case 'link':
    case 'image':
      return (
        <TextInput {...control} {...KEYBOARDS[field.kind]} defaultValue={text} maxLength={field.maxLength} placeholder={placeholder} />
      );
    case 'long-text':
      return <TextArea {...control} defaultValue={text} maxLength={field.maxLength} placeholder={placeholder} />;
    case 'decimal':
      // A number control would drop the comma of «9,5» without a word. Keyboards for decimals may lack the minus.
      return (
        <TextInput
          {...control}
          inputMode={Number(field.min) < 0 ? undefined : 'decimal'}
          defaultValue={text}
          maxLength={20}
          placeholder={placeholder}
          className="tabular max-w-48"
        />
      );
    case 'integer':
      return (
        <TextInput
          {...control}
          type="number"
          defaultValue={text}
          min={field.min}
          max={field.max}
          step={1}
          placeholder={placeholder}
          className="tabular max-w-48"
        />
      );
    case 'date':
      return <TextInput {...control} type="date" defaultValue={text} className="max-w-48" />;
    case 'time':
      return <TextInput {...control} type="time" defaultValue={text} className="max-w-40" />;
    case 'flag':
      return <Select {...control} defaultValue={text} options={field.options ?? []} className="max-w-64" />;
    case 'choice':
      return (
        <Select
          {...control}
          defaultValue={text}
          options={field.options ?? []}
          placeholder={field.initial === '' ? 'Elija una opción' : undefined}
          className="max-w-64"
        />
      );
    case 'reference':
      return (
        <Select
          {...control}
          defaultValue={text}
          options={choicesOf(field, text)}
          placeholder={field.required ? 'Elija una opción' : 'Sin dato'}
        />
      );
    case 'ids':
    case 'lines':
    case 'links':
    case 'extra-fields':
      return <TextArea {...control} defaultValue={text} rows={3} />;
    case 'words':
      return (
        <>
          <TextArea {...control} defaultValue={text} rows={3} placeholder={placeholder} />
          <OfferedWords id={control.id} options={field.options ?? []} />
        </>
      );
  }
}

/** What the list of the field has: each is a line more. Without JavaScript they say what may be written. */
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

/** What is in use, and what the record holds even when it was deleted or is not known. */
function choicesOf(field: FieldDescription, current: string): { value: string; label: string }[] {
  const known = (field.options ?? []).filter((option) => !option.retired || option.value === current);
  const offered = known.map(({ value, label, retired }) => ({ value, label: retired ? `${label} (ya no está en uso)` : label }));
  return current === '' || offered.some(({ value }) => value === current) ? offered : [{ value: current, label: current }, ...offered];
}
