import { formatDateTime, formatDay } from '../domain/dates.ts';
import { countOf, joinWithAnd } from '../domain/text.ts';
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
  const parts = declared.flatMap((field) => field.parts ?? []);
  const waiting = declared.flatMap(({ waits }) =>
    waits === undefined ? [] : [flag({ name: waits, label: 'Espera su primer día', words: ['Sí', 'No'] })],
  );
  const known = new Map([...COMMON_FIELDS, ...parts, ...waiting, ...declared].map((field) => [field.name, field]));
  const places = new Map(declared.map(({ name }, place) => [name, place]));
  return (name) => {
    const field = known.get(name) ?? null;
    const reference = field?.names ?? records[field?.catalog ?? '']?.names ?? null;
    return { label: field?.label ?? name, field, reference, place: places.get(name) ?? Infinity };
  };
}

const NO_NAMES: RecordNames = new Map();

/**
 * The fields of both sides: first those that people read differently, in the order in which the record declares them. Of a list of maps only
 * the items and parts that differ.
 */
export function describeChanges(wordsOf: FieldLookup, before: Fields | null, after: Fields | null, names: RecordNames): ChangedField[] {
  return describeFields(wordsOf, before, after, names).map(({ shown }) => shown);
}

interface DescribedField {
  words: FieldWords;
  shown: ChangedField;
}

function describeFields(wordsOf: FieldLookup, before: Fields | null, after: Fields | null, names: RecordNames): DescribedField[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const described = fields.flatMap((name) => {
    const { place } = wordsOf(name);
    const [one, other] = [before?.[name] ?? null, after?.[name] ?? null];
    const whole = describeField(wordsOf, { name, before: one, after: other }, names);
    const items = whole.shown.changed && isMapList(one) && isMapList(other) ? describeItems(wordsOf, { name, one, other }, names) : [];
    return (items.length > 0 ? items : [whole]).map((field) => ({ ...field, place }));
  });
  return described.sort((a, b) => Number(b.shown.changed) - Number(a.shown.changed) || Math.sign(a.place - b.place) || 0);
}

interface Sides {
  /** Of the field whose words it has. */
  name: string;
  before: FieldValue;
  after: FieldValue;
}

function describeField(wordsOf: FieldLookup, { name, before, after }: Sides, names: RecordNames): DescribedField {
  const words = wordsOf(name);
  const formatFor = (value: FieldValue, known: RecordNames) => formatValue(value, { name, words, wordsOf, names: known, depth: 0 });
  // Compared by ids: two records may have the same name.
  const changed = canonicalJson(before) !== canonicalJson(after) && formatFor(before, NO_NAMES) !== formatFor(after, NO_NAMES);
  const texts = { before: formatFor(before, names).slice(0, TEXT_MAX), after: formatFor(after, names).slice(0, TEXT_MAX) };
  return { words, shown: { name, label: words.label, ...texts, changed } };
}

const isMapList = (value: FieldValue): value is Fields[] => isList(value) && value.every(isPlainMap);

/** Fields by which an item is recognized on the other side, and those that hold its name, the likeliest first. */
const ITEM_KEYS = ['id', 'clave', 'lineId'];
const ITEM_NAMES = ['title', 'etiqueta', 'nombre', 'name', 'document'];

/** Items that were removed or added, parts of others that changed, and whether their order did; none where people read no difference. */
function describeItems(
  wordsOf: FieldLookup,
  { name, one, other }: { name: string; one: readonly Fields[]; other: readonly Fields[] },
  names: RecordNames,
): DescribedField[] {
  const textIn = (item: Fields, fields: readonly string[]) =>
    fields.map((field) => item[field]).find((text) => typeof text === 'string' && text !== '') as string | undefined;
  const isKey = (field: string) => [one, other].every((items) => new Set(items.map((item) => textIn(item, [field]))).size === items.length);
  const key = ITEM_KEYS.find(isKey);
  const byKey = (items: readonly Fields[]) => new Map(items.map((item) => [(key && textIn(item, [key])) ?? canonicalJson(item), item]));
  const [before, after] = [byKey(one), byKey(other)];
  const missingIn = (items: typeof before, others: typeof before) => [...items].flatMap(([id, item]) => (others.has(id) ? [] : [item]));
  const whole = describeField(wordsOf, { name, before: missingIn(before, after), after: missingIn(after, before) }, names);
  const nameOf = (id: string, item: Fields) => textIn(item, ITEM_NAMES) ?? id;
  const parts = [...before].flatMap(([id, item]) => {
    const now = after.get(id);
    return [...new Set([...Object.keys(item), ...Object.keys(now ?? {})])].flatMap((part) => {
      if (!now) return [];
      const { words, shown } = describeField(wordsOf, { name: part, before: item[part] ?? null, after: now[part] ?? null }, names);
      return shown.changed
        ? [{ words, shown: { ...shown, name: `${name}.${id}.${part}`, label: `${words.label} de ${nameOf(id, item)}` } }]
        : [];
    });
  });
  const shared = (items: typeof before, others: typeof before) => [...items.keys()].filter((id) => others.has(id));
  const namesOf = (ids: readonly string[]) => ids.map((id) => nameOf(id, before.get(id) ?? {})).join(', ');
  const [order, orderNow] = [namesOf(shared(before, after)), namesOf(shared(after, before))];
  const { words } = whole;
  const moved: DescribedField = {
    words,
    shown: { name: `${name}.orden`, label: `Orden de ${words.label}`, before: order, after: orderNow, changed: true },
  };
  return [...(whole.shown.changed ? [whole] : []), ...parts, ...(key && order !== orderNow ? [moved] : [])];
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
  // The action itself says whether a record was deactivated, unless the record declares what that means.
  const changed = describeFields(wordsOf, before, after, NO_NAMES).filter(
    ({ words, shown }) => shown.changed && (shown.name !== 'isActive' || words.place < Infinity),
  );
  // Two fields that are one to people, as holder and assignee, are said once.
  const all = [...new Set(changed.map(({ words, shown }) => summarizeChange(shown, words)))];
  const summaries = all.slice(0, SUMMARY_FIELDS);
  const rest = all.length - summaries.length;
  if (summaries.length === 0) return '';
  if (rest > 0) return `Cambió ${summaries.join(', ')} y ${countOf(rest, 'campo', 'campos')} más`;
  return `Cambió ${joinWithAnd(summaries)}`;
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
