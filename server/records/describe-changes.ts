import { formatDateTime, formatDay } from '../domain/dates.ts';
import { countOf } from '../domain/text.ts';
import type { Fields, FieldValue } from '../ports/documents/document-store.ts';
import { isList, isPlainMap } from '../ports/documents/document-values.ts';
import { canonicalJson } from './canonical-json.ts';
import { PEOPLE, type ChoiceSource } from '../read-model/pages/choices.ts';
import type { DeclaredRecords } from './declared-record.ts';
import { flag, recordId, text, type Field } from './fields.ts';
import { PERMISSIONS_FIELD, referencesInSet, formatPermissions } from './set-words.ts';
import type { RecordNames } from './targets.ts';
import { markReference, plainText } from './record-references.ts';

/** One field of an audit entry in words; '' for a side without it. */
export interface ChangedField {
  name: string;
  label: string;
  before: string;
  after: string;
  changed: boolean;
}

/** Longest text of one side: other programs store entries of any size. */
const TEXT_MAX = 20_000;
const MAX_DEPTH = 6;

/** What the portal knows about a stored field of a record. */
interface FieldWords {
  label: string;
  /** Its declaration, if any. */
  field: Field | null;
  /** Source of the names of its ids. */
  reference: ChoiceSource | null;
  /** Its position among the changes. */
  place: number;
}

type FieldLookup = (name: string) => FieldWords;

/**
 * Fields that audit entries of any kind may hold besides the record's own: the generic ones, those
 * of exports, and those of security events.
 */
const COMMON_FIELDS: readonly Field[] = [
  flag({ name: 'isActive', label: 'En uso', words: ['Sí', 'No'] }),
  text({ name: 'id', label: 'Código' }),
  text({ name: 'name', label: 'Nombre' }),
  text({ name: 'createdAt', label: 'Creado' }),
  text({ name: 'updatedAt', label: 'Modificado' }),
  text({ name: 'updatedBy', label: 'Guardado por' }),
  text({ name: 'orden', label: 'Orden' }),
  text({ name: 'title', label: 'Título' }),
  text({ name: 'url', label: 'Dirección' }),
  text({ name: 'filters', label: 'Filtros' }),
  text({ name: 'format', label: 'Formato del archivo' }),
  text({ name: 'rows', label: 'Filas' }),
  recordId({ name: 'sentTo', label: 'Enviado a', names: PEOPLE }),
  text({ name: 'reason', label: 'Motivo' }),
  text({ name: 'attempts', label: 'Intentos' }),
  text({ name: 'since', label: 'Desde' }),
  text({ name: 'until', label: 'Hasta' }),
  text({ name: 'network', label: 'Red' }),
  text({ name: 'device', label: 'Equipo' }),
  text({ name: 'channel', label: 'Canal' }),
];

/** @param declared fields of a kind of record; none of one that declares none */
export function createFieldLookup(records: DeclaredRecords, declared: readonly Field[]): FieldLookup {
  const known = new Map([...COMMON_FIELDS, ...declared].map((field) => [field.name, field]));
  const places = new Map(declared.map(({ name }, place) => [name, place]));
  return (name) => {
    const field = known.get(name) ?? null;
    const reference = field?.names ?? records[field?.catalog ?? '']?.names ?? null;
    return { label: field?.label ?? name, field, reference, place: places.get(name) ?? Infinity };
  };
}

const NO_NAMES: RecordNames = new Map();

/** The fields of both sides: first those that people read differently, in the order in which the record declares them. */
export function describeChanges(wordsOf: FieldLookup, before: Fields | null, after: Fields | null, names: RecordNames): ChangedField[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const rows = fields.map((name) => {
    const words = wordsOf(name);
    const [one, other] = [before?.[name] ?? null, after?.[name] ?? null];
    const formatFor = (value: FieldValue, known: RecordNames) => formatValue(value, { name, words, wordsOf, names: known, depth: 0 });
    // Compared by ids: two records may have the same name.
    const changed = canonicalJson(one) !== canonicalJson(other) && formatFor(one, NO_NAMES) !== formatFor(other, NO_NAMES);
    const texts = { before: formatFor(one, names).slice(0, TEXT_MAX), after: formatFor(other, names).slice(0, TEXT_MAX) };
    return { place: words.place, shown: { name, label: words.label, ...texts, changed } };
  });
  rows.sort((a, b) => Number(b.shown.changed) - Number(a.shown.changed) || Math.sign(a.place - b.place) || 0);
  return rows.map(({ shown }) => shown);
}

/** Fields beyond this are only counted. */
const SUMMARY_FIELDS = 2;
/** Longer sides, and codes of states, are left to the entry's own page: here only the field is named. */
const SIDE_MAX = 40;

/**
 * The changes of an entry in one line: "Cambió Estado de Activa a Inactiva, Teléfono y 2 campos más"; '' for a new record or no change.
 * Other records appear in it as marked ids (record-references.ts).
 */
export function summarizeChanges(wordsOf: FieldLookup, before: Fields | null, after: Fields | null): string {
  if (before === null) return '';
  // The action itself says whether a record was deactivated.
  const changed = describeChanges(wordsOf, before, after, NO_NAMES).filter((field) => field.changed && field.name !== 'isActive');
  const summaries = changed.slice(0, SUMMARY_FIELDS).map((field) => summarizeChange(field, wordsOf(field.name)));
  const rest = changed.length - summaries.length;
  if (summaries.length === 0) return '';
  if (rest > 0) return `Cambió ${summaries.join(', ')} y ${countOf(rest, 'campo', 'campos')} más`;
  return `Cambió ${summaries.join(' y ')}`;
}

function summarizeChange(change: ChangedField, { reference }: FieldWords): string {
  const label = plainText(quotedLabel(change));
  // An id in capitals is no state code: it is replaced by a name.
  const fits = reference ? isShort(change.before) && isShort(change.after) : isShortChange(change);
  if (!fits) return label;
  const formatSide = (side: string) => (side === '' ? 'nada' : reference ? markReference(reference, side) : plainText(side));
  return `${label} de ${formatSide(change.before)} a ${formatSide(change.after)}`;
}

/** Whether both sides fit into a sentence. */
export function isShortChange({ before, after }: ChangedField): boolean {
  return [before, after].every((side) => isShort(side) && !/^[A-Z][A-Z_]+$/.test(side));
}

/** Lists are left to the entry's own page. */
const isShort = (side: string) => !side.includes('\n') && side.length <= SIDE_MAX;

/** The label of a field as a word of a sentence. */
export function quotedLabel({ label }: Pick<ChangedField, 'label'>): string {
  return label.includes(' ') ? `«${label}»` : label;
}

/** The ids in both sides whose names are needed, by table. */
export function findReferences(
  wordsOf: FieldLookup,
  sides: readonly (Fields | null)[],
): Map<string, { source: ChoiceSource; ids: Set<string> }> {
  const found = new Map<string, { source: ChoiceSource; ids: Set<string> }>();
  const add = (source: ChoiceSource, ids: readonly string[]) => {
    const known = found.get(source.table) ?? { source, ids: new Set() };
    for (const id of ids) known.ids.add(id);
    found.set(source.table, known);
  };
  const collect = (name: string, stored: FieldValue, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    const { field, reference } = wordsOf(name);
    const value = idsOf(field, stored);
    if (isList(value)) return value.forEach((item) => collect(name, item, depth + 1));
    if (name === PERMISSIONS_FIELD && isPlainMap(value)) return referencesInSet(value).forEach(({ source, ids }) => add(source, ids));
    if (isPlainMap(value)) return Object.entries(value).forEach(([inner, item]) => collect(inner, item, depth + 1));
    if (reference && typeof value === 'string' && value !== '') add(reference, [value]);
  };
  for (const side of sides) if (side) Object.entries(side).forEach(([name, value]) => collect(name, value, 0));
  return found;
}

interface FormatContext {
  name: string;
  words: FieldWords;
  wordsOf: FieldLookup;
  names: RecordNames;
  depth: number;
}

/** The ids in a map that refers to other records; any other value unchanged. */
function idsOf(field: FieldWords['field'], value: FieldValue): FieldValue {
  if (!isPlainMap(value) || !field?.read || (field.kind !== 'ids' && field.kind !== 'reference')) return value;
  const ids = field.read({ [field.name]: value }, '');
  return typeof ids === 'string' && ids !== '' ? ids : Array.isArray(ids) ? ids.map(String) : value;
}

function formatValue(stored: FieldValue, context: FormatContext): string {
  const value = idsOf(context.words.field, stored);
  if (value === null) return '';
  if (value instanceof Date) return formatDateTime(value);
  if (isList(value)) return value.map((item) => formatValue(item, context)).join('\n');
  if (isPlainMap(value)) return context.name === PERMISSIONS_FIELD ? formatPermissions(value, context.names) : formatMap(value, context);
  if (typeof value === 'boolean') return formatFlag(value, context.words);
  return typeof value === 'number' ? formatNumber(value, context.words) : formatText(value, context);
}

function formatMap(map: Fields, { wordsOf, names, depth }: FormatContext): string {
  if (depth >= MAX_DEPTH) return '…';
  return Object.entries(map)
    .map(([name, value]) => {
      const words = wordsOf(name);
      const text = formatValue(value, { name, words, wordsOf, names, depth: depth + 1 });
      const isLong = text.includes('\n') || isPlainMap(value);
      return isLong ? `${words.label}:\n${text.replace(/^/gm, '  ')}` : `${words.label}: ${text}`;
    })
    .join('\n');
}

function formatFlag(value: boolean, { field }: FieldWords): string {
  return field?.options?.find((option) => option.value === String(value))?.label ?? (value ? 'Sí' : 'No');
}

/** A text field's `say` takes only text, but other programs may have stored a number. */
function formatNumber(value: number, { field }: FieldWords): string {
  return field?.say && typeof field.initial !== 'string' ? field.say(value) : String(value);
}

function formatText(value: string, { words: { field, reference }, names }: FormatContext): string {
  if (reference) return names.get(reference.table)?.get(value) ?? value;
  if (field?.say && typeof field.initial === 'string') return field.say(value);
  const day = field?.kind === 'date' || /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value) : '';
  return day || (field?.options?.find((option) => option.value === value)?.label ?? value);
}
