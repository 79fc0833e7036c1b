import type { FormValue } from '#server/domain/conflict.ts';
import { fieldText } from '#server/domain/field-text.ts';
import type { FieldDescription } from '#server/domain/fields.ts';
import type { Facts } from '../../ui/DescriptionList.tsx';

export function labelOf(fields: readonly Pick<FieldDescription, 'label' | 'name'>[], name: string): string {
  return fields.find((field) => field.name === name)?.label ?? name;
}

/** Labels by name, for the error summary. */
export function labelsOf(fields: readonly Pick<FieldDescription, 'label' | 'name'>[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, label }) => [name, label]));
}

/** Fields as readable text by label, in order; `own` replaces the text of some by name. */
export function factsIn(fields: readonly FieldDescription[], values: Readonly<Record<string, FormValue>>, own: Facts): Facts {
  return Object.fromEntries(
    fields.map((field) => [field.label, field.name in own ? own[field.name] : fieldText(field, values[field.name] ?? null)]),
  );
}
