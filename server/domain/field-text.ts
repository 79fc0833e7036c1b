import { formatDay } from './dates.ts';
import type { ExtraField } from './extra-fields.ts';
import { formatRate } from './text.ts';

/** What determines the text of a value: the kind of its field, labels of stored values, the precision of a number. */
interface TextField {
  kind: string;
  options?: readonly { value: string; label: string }[];
  step?: number;
  isPercent?: boolean;
}

type Value = string | number | boolean | null | readonly string[] | readonly ExtraField[];

/** A value on one line, for tables, comparisons and search; '' for none. */
export function fieldText({ kind, options, isPercent }: TextField, value: Value): string {
  if (value === null) return '';
  if (kind === 'ids' && options)
    return itemTexts(typeof value === 'object' ? value : [])
      .map((id) => labelIn(options, id))
      .join(', ');
  if (typeof value === 'object') return itemTexts(value).join(', ');
  if (isPercent && typeof value === 'number') return formatRate(value);
  if (options) return labelIn(options, String(value));
  return kind === 'date' ? formatDay(String(value)) : String(value);
}

function labelIn(options: NonNullable<TextField['options']>, value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

/** Extra fields appear by their labels. */
function itemTexts(values: readonly (string | ExtraField)[]): string[] {
  return values.map((item) => (typeof item === 'string' ? item : item.etiqueta));
}

/** Number of decimals to write a number with; null when it is not fixed. */
export function decimalsOf({ kind, step }: TextField): number | null {
  return kind === 'decimal' && step ? Math.max(1, Math.round(-Math.log10(step))) : null;
}
