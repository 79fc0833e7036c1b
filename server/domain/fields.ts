import type { FormValue } from './conflict.ts';

/** The closed set of what a field can be; form control, parsing, display and export type follow from it. */
export type FieldKind =
  | 'text' // one line
  | 'long-text' // several lines
  | 'email'
  | 'phone'
  | 'integer'
  | 'decimal'
  | 'flag' // true or false, shown by two words
  | 'choice' // one of `options`
  | 'date' // 'YYYY-MM-DD', a calendar day without time
  | 'time' // 'HH:MM' in Guatemala
  | 'creation-day' // day/month/year text that the server writes once
  | 'words' // list of short words, one per line
  | 'reference' // id of a record of another catalog
  | 'ids' // ids of records, each once
  | 'lines' // list of lines
  | 'link' // address of a page or video
  | 'image' // address of a picture
  | 'links' // list of addresses of pictures, in order
  | 'extra-fields'; // typed fields that a record asks of others

/** What the browser may know of a field: HTML constraints, no code. */
export interface FieldDescription {
  /** Stored name, unchanged: also form control, column, filter parameter, audit key. */
  name: string;
  label: string;
  kind: FieldKind;
  required: boolean;
  help: string;
  /** Example that the form shows as placeholder. */
  example: string;
  /** Heading of the form under which the field stands; fields of a section follow each other. */
  section: string;
  /** In the list always, only when the person chooses the column, or never. */
  list: 'shown' | 'offered' | 'never';
  filter: boolean;
  export: boolean;
  /** Value of a new record's form. */
  initial: FormValue;
  maxLength?: number;
  min?: number;
  max?: number;
  /** Finest difference that people write, e.g. 0.01: how many decimals an export shows. */
  step?: number;
  maxItems?: number;
  /** Values of a choice, words of a flag (`true`, `false`); of a reference once its choices are loaded. */
  options?: readonly FieldOption[];
  /** Catalog to which a reference leads. */
  catalog?: string;
  /** Why it cannot be changed here: its control shows it, and sends it as it is. */
  fixed?: string;
  /** Address under which the records lie to which a reference leads, where the person may open them. */
  recordsUrl?: string;
}

export interface FieldOption {
  value: string;
  label: string;
  /** Known by name, but not to be chosen any more. */
  retired?: boolean;
  /** Shown with the reason why it cannot be chosen. */
  disabled?: boolean;
}

/** A record as an option. One that says `why` it cannot be chosen is greyed, with the reason. */
export function optionOf({ id, name, why = '' }: { id: string; name: string; why?: string }): FieldOption {
  return { value: id, label: why === '' ? name : `${name} (${why})`, ...(why !== '' && { disabled: true }) };
}
