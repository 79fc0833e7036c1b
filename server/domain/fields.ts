import type { FormValue } from './conflict.ts';

/** The closed set of field kinds; form control, parsing, display and export type follow from it. */
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
  /** Stored name, also used for form control, column, filter parameter and audit key. */
  name: string;
  label: string;
  kind: FieldKind;
  required: boolean;
  help: string;
  /** Example, shown as the form's placeholder. */
  example: string;
  /** Heading of the form above the field; fields of a section are adjacent. */
  section: string;
  /** Whether lists show it by default, only when the person chooses the column, or never. */
  list: 'shown' | 'offered' | 'never';
  filter: boolean;
  export: boolean;
  /** Initial value in a new record's form. */
  initial: FormValue;
  min?: number;
  max?: number;
  /** Smallest difference people write, e.g. 0.01; it sets the decimals of an export. */
  step?: number;
  /** It counts hundredths, and is shown with their sign. */
  isPercent?: boolean;
  maxItems?: number;
  /** Values of a choice, words of a flag (`true`, `false`); those of a reference once its choices are loaded. */
  options?: readonly FieldOption[];
  /** Catalog that a reference points to. */
  catalog?: string;
  /** Why it cannot be changed here: its control is read-only and sends the value unchanged. */
  fixed?: string;
  /** Address of the records that a reference points to, if the person may open them. */
  recordsUrl?: string;
}

export interface FieldOption {
  value: string;
  label: string;
  /** Still shown by name, but no longer offered as a choice. */
  retired?: boolean;
  /** Shown as unavailable, with the reason. */
  disabled?: boolean;
}

/** A record as an option. With `why`, it is disabled and shows that reason. */
export function optionOf({ id, name, why = '' }: { id: string; name: string; why?: string }): FieldOption {
  return { value: id, label: why === '' ? name : `${name} (${why})`, ...(why !== '' && { disabled: true }) };
}
