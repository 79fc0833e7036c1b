import type { BackedUpDocument, BackedUpValue } from '../../../ports/documents/documents-backup.ts';
import type { Fields, StoredDocument } from '../../../ports/documents/document-store.ts';
import { isList, isPlainMap } from '../../../ports/documents/document-values.ts';
import { storedOf } from '../../../ports/documents/read-only-documents.ts';
import { readText } from '../../../read-model/field-readers.ts';
import type { AnyProjection } from '../../../read-model/projection.ts';
import { findUnread, isEmpty } from '../../../read-model/unread.ts';
import { isWordOf, type Vocabularies } from '../../../read-model/vocabularies.ts';
import type { Field } from '../../../records/fields.ts';
import { readValue } from '../../../records/record-fields.ts';
import { DATE_FORMS, kindOf, type ValueKind } from './value-kinds.ts';

/** What the portal knows of a collection: how its documents become rows, and the fields of forms. */
export interface Known {
  projection: AnyProjection | null;
  fields: readonly Field[];
  /** As these documents define them. */
  vocabularies: Vocabularies;
  /** Present if MAPPING_FILE names the collection. */
  mapped?: Mapped;
}

export interface Mapped {
  /** The stored fields as the portal reads them. */
  toPortal: (stored: Fields) => Fields;
  /** The portal's fields that are read from a stored one. */
  portalNames: (stored: string) => readonly string[];
}

export interface DescribedField {
  name: string;
  /** Number of inspected documents that have it. */
  found: number;
  kinds: Map<ValueKind, number>;
  /** Columns of the portal whose value would differ without it. */
  feeds: Set<string>;
  /** Documents in which the portal cannot read it, or not all of it (Datos por revisar). */
  lost: { count: number; ids: string[] };
  /**
   * What it refers to, with the documents that do: `agencias/central` by table and id or name, `/agencias/central` by the stored path of a
   * Firestore reference.
   */
  references: Map<string, string[]>;
  /** Distinct short texts and numbers with their frequency; null once there are too many for a fixed set of words. */
  words: Map<string, number> | null;
  /** Stored words of a choice that neither the portal nor the mapping knows, with their frequency. */
  strange: Map<string, number>;
  /** Date formats that fit all its text dates. */
  dateForms: Set<string>;
  /** For maps: whether they reference another record. */
  hasId: boolean;
  /** Possible decimal separators of its text numbers: a single one, once a number is unambiguous. */
  signs: Set<',' | '.'>;
}

export interface DescribedCollection {
  lookedAt: number;
  without: { createdAt: number; updatedAt: number; isActive: number };
  fields: Map<string, DescribedField>;
  /** Fields within maps, by `map.name`. The columns they feed are noted on the map. */
  inner: Map<string, DescribedField>;
  /** Paths of the collections inspected under this name, at most two. */
  places: Set<string>;
}

const EXAMPLES = 3;
const WORDS_MAX = 24;
const WORD_MAX = 60;
const REFERENCES_MAX = 300;
/** A map with more entries has keys, not field names. */
const INNER_MAX = 60;
const GENERIC = ['createdAt', 'updatedAt', 'isActive'] as const;
const UNMAPPED: Mapped = { toPortal: (stored) => stored, portalNames: (stored) => [stored] };
const FIRST_FORMS = DATE_FORMS.map(({ form }) => form);

export function emptyDescription(): DescribedCollection {
  return { lookedAt: 0, without: { createdAt: 0, updatedAt: 0, isActive: 0 }, fields: new Map(), inner: new Map(), places: new Set() };
}

/**
 * Adds one document to the description. Of its values only short words, for guessing, and ids are kept. @param known null if the portal
 * does not know the collection
 */
export function describeDocument(described: DescribedCollection, document: BackedUpDocument, known: Known | null): void {
  described.lookedAt += 1;
  if (described.places.size < 2) described.places.add(document.path.slice(0, document.path.lastIndexOf('/')));
  const stored = storedOf(document);
  const { toPortal, portalNames } = known?.mapped ?? UNMAPPED;
  const read = { ...stored, data: toPortal(stored.data) };
  for (const name of GENERIC) if (isEmpty(read.data[name] ?? null)) described.without[name] += 1;
  const projection = known?.projection;
  const whole = projection?.project(read) ?? {};
  const row = columnsOf(whole);
  const strange = new Set(known ? strangeIn(known, read.data) : []);
  const unread = new Set(projection ? findUnread(projection, read, whole).map(({ field }) => field) : []);
  for (const [name, value] of Object.entries(document.data)) {
    const field = fieldOf(described.fields, name);
    const kind = note(field, value);
    if (kind === 'vacío') continue;
    if (kind === 'mapa') {
      field.hasId ||= 'id' in (value as object);
      noteInner(described.inner, name, value);
    }
    for (const target of referencesIn(value) ?? portalNames(name).flatMap((portal) => namedIn(known, portal, read)))
      noteReference(field, target, stored.id);
    const without = columnsOf(projection?.project({ ...stored, data: toPortal(omit(stored.data, name)) }) ?? {});
    for (const column of Object.keys(row)) if (row[column] !== without[column]) field.feeds.add(column);
    const lost = portalNames(name).filter((portal) => unread.has(portal) || strange.has(portal));
    if (lost.length === 0) continue;
    field.lost.count += 1;
    if (field.lost.ids.length < EXAMPLES) field.lost.ids.push(stored.id);
    if (lost.some((portal) => strange.has(portal) || isChoice(known, portal))) addTo(field.strange, wordOf(value));
  }
}

/** Fields with a word that their vocabulary lacks. */
function strangeIn({ projection, vocabularies }: Known, data: Fields): string[] {
  return Object.entries(projection?.expects ?? {}).flatMap(([field, { vocabulary }]) => {
    const word = vocabulary === undefined ? '' : readText(data, field);
    return vocabulary === undefined || word === '' || isWordOf(vocabularies, vocabulary, word) ? [] : [field];
  });
}

const isChoice = (known: Known | null, field: string) => {
  const { options, words } = known?.projection?.expects?.[field] ?? {};
  return options !== undefined || words !== undefined;
};

/** Used neither by the portal's columns nor by its forms. */
export const isUnused = (field: DescribedField, known: Known | null): boolean => {
  const names = (known?.mapped ?? UNMAPPED).portalNames(field.name);
  return field.feeds.size === 0 && !known?.fields.some(({ name }) => names.includes(name)) && !GENERIC.some((name) => names.includes(name));
};

/** Counts a value by its kind, and records its words and formats. */
function note(field: DescribedField, value: BackedUpValue): ValueKind {
  const kind = kindOf(value);
  field.found += 1;
  field.kinds.set(kind, (field.kinds.get(kind) ?? 0) + 1);
  if (kind !== 'vacío') noteWords(field, value, kind);
  return kind;
}

function noteInner(inner: DescribedCollection['inner'], name: string, value: BackedUpValue): void {
  for (const [key, within] of Object.entries(value as Record<string, BackedUpValue>)) {
    const place = `${name}.${key}`;
    // A dot in a name would look like a nested place.
    if (key.includes('.') || (!inner.has(place) && inner.size >= INNER_MAX)) continue;
    note(fieldOf(inner, place), within);
  }
}

function fieldOf(fields: Map<string, DescribedField>, name: string): DescribedField {
  const there = fields.get(name);
  if (there) return there;
  const made: DescribedField = {
    name,
    found: 0,
    kinds: new Map(),
    feeds: new Set(),
    lost: { count: 0, ids: [] },
    references: new Map(),
    words: new Map(),
    strange: new Map(),
    dateForms: new Set(FIRST_FORMS),
    hasId: false,
    signs: new Set([',', '.']),
  };
  fields.set(name, made);
  return made;
}

function noteWords(field: DescribedField, value: BackedUpValue, kind: ValueKind): void {
  if (kind === 'fecha en texto') {
    for (const { form, matches } of DATE_FORMS) if (typeof value === 'string' && !matches.test(value.trim())) field.dateForms.delete(form);
  }
  if (kind === 'número en texto' && typeof value === 'string') for (const sign of signsAgainst(value)) field.signs.delete(sign);
  if (!field.words) return;
  const word = wordOf(value);
  addTo(field.words, word);
  if (word === null || field.words.size > WORDS_MAX) field.words = null;
}

/** A short text or a number; null for anything else. */
function wordOf(value: BackedUpValue): string | null {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= WORD_MAX) ? String(value) : null;
}

function addTo(words: Map<string, number>, word: string | null): void {
  if (word !== null && (words.has(word) || words.size <= WORDS_MAX)) words.set(word, (words.get(word) ?? 0) + 1);
}

/** Decimal separators that a text number rules out. */
function signsAgainst(text: string): (',' | '.')[] {
  if (!/^-?[\d.,]+$/.test(text.trim())) return [',', '.'];
  const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')];
  if (point >= 0 && comma >= 0) return point > comma ? [','] : ['.'];
  const sign = point >= 0 ? '.' : ',';
  const last = Math.max(point, comma);
  if (last < 0) return [];
  // Three digits after the only separator may also be thousands.
  return text.trim().length - last - 1 === 3 && !/^-?0/.test(text) ? [] : [sign === '.' ? ',' : '.'];
}

/** The target of a Firestore reference; null for any other value. */
function referencesIn(value: BackedUpValue): string[] | null {
  const path = typeof value === 'object' && value !== null && !Array.isArray(value) ? value['$reference'] : undefined;
  return typeof path === 'string' ? [`/${path}`] : null;
}

/** Records that the portal reads from one of its fields, and from those of its items where they are maps. */
function namedIn(known: Known | null, name: string, { id, data }: Pick<StoredDocument, 'data' | 'id'>): string[] {
  // Some ids, such as those of menus, are of no collection.
  const fields = known?.fields.filter(({ kind, names, catalog }) => (kind === 'reference' || kind === 'ids') && (names ?? catalog)) ?? [];
  const value = data[name];
  const items = isList(value) ? value.filter(isPlainMap) : [];
  const read = (field: Field, from: Fields) =>
    [readValue(field, from, id)].flat().flatMap((target) => {
      const table = field.names?.table ?? field.catalog;
      return typeof target === 'string' && target !== '' ? [`${table}/${target}`] : [];
    });
  return [
    ...fields.filter((field) => field.name === name).flatMap((field) => read(field, data)),
    ...items.flatMap((item) => fields.flatMap((field) => read(field, item))),
  ];
}

function noteReference(field: DescribedField, target: string, id: string): void {
  const ids = field.references.get(target) ?? [];
  if (ids.length === 0 && field.references.size >= REFERENCES_MAX) return;
  if (ids.length < EXAMPLES) ids.push(id);
  field.references.set(target, ids);
}

const omit = (data: Fields, name: string): Fields => Object.fromEntries(Object.entries(data).filter(([other]) => other !== name));

/** Each column as text for comparison, without the search text derived from all of them. */
function columnsOf(row: object): Record<string, string> {
  const texts = Object.entries(row).map(([column, value]) => [column, JSON.stringify(value, bigIntegers) ?? 'null'] as const);
  return Object.fromEntries(texts.filter(([column]) => column !== 'search_text'));
}

const bigIntegers = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
