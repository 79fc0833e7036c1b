import type { FieldDescription } from '#server/domain/fields.ts';

export function labelOf(fields: readonly Pick<FieldDescription, 'label' | 'name'>[], name: string): string {
  return fields.find((field) => field.name === name)?.label ?? name;
}

/** By name, for the summary of what is wrong. */
export function labelsOf(fields: readonly Pick<FieldDescription, 'label' | 'name'>[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, label }) => [name, label]));
}
