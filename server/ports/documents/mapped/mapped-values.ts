import { dayOf, parseDay, startOfDay } from '../../../domain/dates.ts';
import type { FieldValue } from '../document-store.ts';
import { isPlainMap } from '../document-values.ts';
import { parseDateForm } from './date-form.ts';
import type { MappedField, Scalar } from './mapping.ts';

/** A value that the store cannot hold as required: the message is for the person. */
export class UnmappableValue extends Error {}

const NUMERAL = /^-?\d+(\.\d+)?$/;
const GROUPED = { ',': /^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/, '.': /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/ } as const;
/** Text formats of days, which an edit keeps. */
const DAY_FORMS = ['dd/MM/yyyy', 'd/M/yyyy', 'dd-MM-yyyy', 'yyyy/MM/dd'].map(parseDateForm).filter((form) => form !== null);

/** A stored value in the portal's form; one that does not match the mapping passes unchanged. */
export function toPortalValue(field: MappedField, value: FieldValue): FieldValue {
  const { kind, values, date, number } = field;
  if (values) {
    const found = isScalar(value) ? values.find(([label]) => label === String(value)) : undefined;
    return found ? found[1] : value;
  }
  if (date) {
    const at = date.read(value);
    return at === null ? value : kind === 'time' ? at : dayOf(at);
  }
  switch (kind) {
    case 'text':
      return typeof value === 'number' ? String(value) : value;
    case 'reference':
      return idOf(value);
    case 'number':
      return typeof value === 'string' ? (readNumber(value, number) ?? value) : value;
    case 'flag':
      return value === 1 || value === 'true' ? true : value === 0 || value === 'false' ? false : value;
    case 'day':
      return value instanceof Date ? dayOf(value) : value;
    default:
      return value;
  }
}

function readNumber(text: string, sign: MappedField['number']): number | null {
  if (sign !== ',' && sign !== '.') return isNumeral(text) ? Number(text) : null;
  const trimmed = text.trim();
  if (!GROUPED[sign].test(trimmed)) return null;
  return Number(sign === ',' ? trimmed.replaceAll('.', '').replace(',', '.') : trimmed.replaceAll(',', ''));
}

/** Text whose number form is exactly the same. */
const isNumeral = (text: string) => NUMERAL.test(text) && String(Number(text)) === text;

/**
 * A portal value in the document's form, of the same kind as `old`; undefined if there was none.
 * @throws UnmappableValue
 */
export function toForeignValue(field: MappedField, value: FieldValue, old: FieldValue | undefined): FieldValue {
  if (field.values) return labelOf(field.values, value, old);
  if (field.date) return dateOf(field, value, old);
  switch (field.kind) {
    case 'text':
      if (field.number === true && typeof value === 'string' && typeof old !== 'string') return numberOf(value);
      if (typeof old === 'number' && typeof value === 'string' && isNumeral(value)) return Number(value);
      return typeof value === 'string' ? dayInKind(value, old) : value;
    case 'reference':
      return typeof value === 'string' && old !== undefined ? referenceLike(old, value) : value;
    case 'number': {
      const isText = typeof old === 'string' || (old === undefined && field.number !== undefined);
      if (typeof value !== 'number' || !isText) return value;
      return field.number === ',' ? String(value).replace('.', ',') : String(value);
    }
    case 'flag':
      return typeof value !== 'boolean'
        ? value
        : old === 0 || old === 1
          ? Number(value)
          : old === 'true' || old === 'false'
            ? String(value)
            : value;
    case 'day':
      return typeof value === 'string' ? dayInKind(value, old) : value;
    default:
      return value;
  }
}

/** Id of a referenced record, which other programs may store as a path or a map. */
function idOf(value: FieldValue): FieldValue {
  if (typeof value === 'number') return String(value);
  if (isPlainMap(value) && typeof value['id'] === 'string') return value['id'];
  return typeof value === 'string' ? value.slice(value.lastIndexOf('/') + 1) : value;
}

/** A reference to another record in the same form as the old one. */
function referenceLike(old: FieldValue, id: string): FieldValue {
  if (isPlainMap(old) && typeof old['id'] === 'string') return { ...old, id };
  if (typeof old === 'number' && isNumeral(id)) return Number(id);
  return typeof old === 'string' && id !== '' ? old.slice(0, old.lastIndexOf('/') + 1) + id : id;
}

function labelOf(values: NonNullable<MappedField['values']>, value: FieldValue, old: FieldValue | undefined): FieldValue {
  const label = values.find(([, meaning]) => meaning === value)?.[0];
  if (label === undefined) {
    if (isScalar(value) && values.some(([other]) => other === String(value)))
      throw new UnmappableValue('En sus datos no hay una palabra para este valor; agréguela a «values» del mapeo.');
    return value;
  }
  const isNumber = old === undefined || old === null ? values.every(([one]) => isNumeral(one)) : typeof old === 'number';
  if (isNumber && isNumeral(label)) return Number(label);
  return typeof old === 'boolean' && (label === 'true' || label === 'false') ? label === 'true' : label;
}

function dateOf({ kind, date }: MappedField, value: FieldValue, old: FieldValue | undefined): FieldValue {
  const day = typeof value === 'string' ? parseDay(value) : null;
  const at = value instanceof Date ? value : kind !== 'time' && day !== null ? startOfDay(day) : null;
  if (at === null || !date) return value;
  if (old instanceof Date) return at;
  if (typeof old === 'string' && date.read(old) === null && day !== null && parseDay(old) !== null) return day;
  return date.write(at);
}

/** A day, where the document holds a time or uses another format. */
function dayInKind(value: string, old: FieldValue | undefined): FieldValue {
  const day = parseDay(value);
  if (day === null) return value;
  if (old instanceof Date) return startOfDay(day);
  return DAY_FORMS.find((form) => form.read(old) !== null)?.write(startOfDay(day)) ?? value;
}

function numberOf(value: string): number | null {
  if (value === '') return null;
  if (!isNumeral(value)) throw new UnmappableValue('En sus datos es un número: escriba solo cifras.');
  return Number(value);
}

/** The stored values that the portal reads as `value`; null if they cannot be listed. */
export function storedFor(field: MappedField, value: FieldValue): FieldValue[] | null {
  const { kind, values, date, number } = field;
  if (field.places.length > 1 || (field.places[0]?.length ?? 0) > 1) return null;
  if (values) {
    const labels = values.filter(([, meaning]) => meaning === value).map(([label]) => label);
    const asIs = isScalar(value) && values.some(([label]) => label === String(value)) ? [] : [value];
    return [...labels.flatMap(spelled), ...asIs];
  }
  if (date) return kind === 'time' || !date.isDay ? null : [toForeignValue(field, value, undefined), value];
  switch (kind) {
    case 'text':
      return typeof value === 'string' && isNumeral(value) ? [value, Number(value)] : [value];
    case 'number':
      return number === ',' || number === '.' ? null : typeof value === 'number' ? [value, String(value)] : [value];
    case 'flag':
      return typeof value === 'boolean' ? [value, Number(value), String(value)] : [value];
    case 'day':
    case 'reference':
      return null;
    default:
      return [value];
  }
}

/** The label as text, number and boolean. */
function spelled(label: string): FieldValue[] {
  return [label, ...(isNumeral(label) ? [Number(label)] : []), ...(label === 'true' || label === 'false' ? [label === 'true'] : [])];
}

function isScalar(value: FieldValue): value is Scalar {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
