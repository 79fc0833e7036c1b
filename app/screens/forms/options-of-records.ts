import { optionOf } from '#server/domain/fields.ts';
import type { Option } from '../../ui/inputs.tsx';

/**
 * Options for records, preceded by the current choice if it is no longer among them. An option with a `why` it cannot be chosen is
 * disabled, unless it is the current one: a form does not submit a disabled option.
 */
export function optionsOfRecords(records: readonly { id: string; name: string; why?: string }[], current?: Option): Option[] {
  const options = records
    .map(optionOf)
    .map((option) => (option.value === current?.value ? { value: option.value, label: option.label } : option));
  return !current || current.value === '' || options.some(({ value }) => value === current.value) ? options : [current, ...options];
}
