import { optionOf } from '#server/domain/fields.ts';
import type { Option } from '../../ui/inputs.tsx';

/**
 * Options of records, and first what is chosen when it is none of them any more. One that says `why` it cannot be chosen is greyed, unless it is
 * chosen: a form does not send what is.
 */
export function optionsOfRecords(records: readonly { id: string; name: string; why?: string }[], current?: Option): Option[] {
  const options = records
    .map(optionOf)
    .map((option) => (option.value === current?.value ? { value: option.value, label: option.label } : option));
  return !current || current.value === '' || options.some(({ value }) => value === current.value) ? options : [current, ...options];
}
