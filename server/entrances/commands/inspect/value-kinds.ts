import type { BackedUpValue } from '../../../ports/documents/documents-backup.ts';

/** Kind of a stored value, in the workbook's words. */
export type ValueKind =
  | 'bytes'
  | 'coordenada'
  | 'correo'
  | 'dirección'
  | 'fecha en texto'
  | 'fecha y hora'
  | 'lista'
  | 'mapa'
  | 'número'
  | 'número en texto'
  | 'referencia'
  | 'sí o no'
  | 'texto'
  | 'vacío';

const NUMBER = /^[Qq]?\s?-?\d[\d.,' ]{0,30}$/;
const EMAIL = /^[^\s@,;]{1,64}@[^\s@,;]+\.[a-z]{2,}$/i;
const ADDRESS = /^(?:https?:\/\/|gs:\/\/|data:)/i;

/** Date formats that programs write as text, by their names in a mapping (docs/mapping.md). */
export const DATE_FORMS: readonly { form: string; matches: RegExp }[] = [
  { form: 'yyyy-MM-dd', matches: /^\d{4}-\d{2}-\d{2}$/ },
  { form: 'yyyy-MM-dd HH:mm:ss', matches: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/ },
  { form: 'yyyy-MM-dd HH:mm', matches: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/ },
  { form: 'yyyy-MM-ddTHH:mm:ss.SSSZ', matches: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/ },
  { form: 'iso', matches: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/ },
  { form: 'dd/MM/yyyy', matches: /^\d{1,2}\/\d{1,2}\/\d{4}$/ },
  { form: 'dd/MM/yyyy HH:mm', matches: /^\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d{2}$/ },
  { form: 'dd/MM/yyyy HH:mm:ss', matches: /^\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d{2}:\d{2}$/ },
  { form: 'dd-MM-yyyy', matches: /^\d{1,2}-\d{1,2}-\d{4}$/ },
  { form: 'yyyy/MM/dd', matches: /^\d{4}\/\d{2}\/\d{2}$/ },
];

export function kindOf(value: BackedUpValue): ValueKind {
  if (value === null || value === '') return 'vacío';
  if (typeof value === 'boolean') return 'sí o no';
  if (typeof value === 'number') return 'número';
  if (typeof value === 'string') return kindOfText(value.trim());
  if (Array.isArray(value)) return value.length === 0 ? 'vacío' : 'lista';
  const [first, ...others] = Object.keys(value);
  if (first === undefined) return 'vacío';
  return (others.length === 0 ? MARKED[first] : undefined) ?? 'mapa';
}

/** Kinds of values that JSON lacks (server/ports/documents/backed-up-values.ts). */
const MARKED: Readonly<Record<string, ValueKind>> = {
  $date: 'fecha y hora',
  $time: 'fecha y hora',
  $point: 'coordenada',
  $reference: 'referencia',
  $bytes: 'bytes',
  $number: 'número',
  $vector: 'lista',
};

function kindOfText(text: string): ValueKind {
  if (text === '') return 'vacío';
  if (ADDRESS.test(text)) return 'dirección';
  if (DATE_FORMS.some(({ matches }) => matches.test(text))) return 'fecha en texto';
  if (EMAIL.test(text)) return 'correo';
  return NUMBER.test(text) ? 'número en texto' : 'texto';
}
