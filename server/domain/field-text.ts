import { formatDay } from './dates.ts';
import type { ExtraField } from './extra-fields.ts';

/** What the text of a value follows from: the kind of its field, words for stored values, the finest difference of a number. */
interface TextField {
  kind: string;
  options?: readonly { value: string; label: string }[];
  step?: number;
}

type Value = string | number | boolean | null | readonly string[] | readonly ExtraField[];

/** A value in one line, as tables, comparisons and search have it; '' for none. */
export function fieldText({ kind, options }: TextField, value: Value): string {
  if (value === null) return '';
  if (kind === 'ids' && options)
    return itemTexts(typeof value === 'object' ? value : [])
      .map((id) => labelIn(options, id))
      .join(', ');
  if (typeof value === 'object') return itemTexts(value).join(', ');
  if (options) return labelIn(options, String(value));
  return kind === 'date' ? formatDay(String(value)) : String(value);
}

function labelIn(options: NonNullable<TextField['options']>, value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

/** Extra fields by what people call them. */
function itemTexts(values: readonly (string | ExtraField)[]): string[] {
  return values.map((item) => (typeof item === 'string' ? item : item.etiqueta));
}

/** How many decimals a number is written with; null where it has as many as it has. */
export function decimalsOf({ kind, step }: TextField): number | null {
  return kind === 'decimal' && step ? Math.max(1, Math.round(-Math.log10(step))) : null;
}
