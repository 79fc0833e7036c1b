import type { AnyProjection } from '../../../read-model/projection.ts';
import type { DescribedCollection, DescribedField, Known } from './describe-collection.ts';
import { likeness, NAME_PARTS, truthOf } from './glossary.ts';
import type { ValueKind } from './value-kinds.ts';

/** A collection with what the portal has of it, if its name is one of the portal's. */
export interface Inspected {
  path: string;
  documents: number;
  described: DescribedCollection;
  known: Known | null;
}

type DraftField = string | readonly string[] | { field: string; date: string };

/** Of one collection, as MAPPING_FILE holds it. */
interface DraftOfCollection {
  collection?: string;
  createdAt?: string | null;
  updatedAt?: string | null;
  isActive?: string | null;
  fields: Record<string, DraftField>;
  values: Record<string, Record<string, unknown>>;
}

export interface Draft {
  mapping: Record<string, DraftOfCollection>;
  /** For the workbook: what each foreign field was taken for, by `collection field`. */
  guesses: Map<string, string>;
}

/** From where on a guess is better than none. */
const ALIKE_ENOUGH = 0.44;
const COLLECTION_ALIKE_ENOUGH = 0.4;
const GENERIC_NAMES: Readonly<Record<'createdAt' | 'updatedAt' | 'isActive', readonly string[]>> = {
  createdAt: ['createdAt', 'fecha de creación', 'fecha de ingreso', 'fecha de registro', 'creado', 'created', 'fecha de alta'],
  updatedAt: ['updatedAt', 'fecha de actualización', 'fecha de modificación', 'actualizado', 'modificado', 'updated', 'last modified'],
  isActive: ['isActive', 'activo', 'habilitado', 'active', 'enabled'],
};

/**
 * A mapping for what stands under other names, of all that could be guessed. Who moves in reads and corrects it.
 * @param wanted the portal's collections, by their paths
 */
export function draftMapping(found: readonly Inspected[], wanted: ReadonlyMap<string, Known>): Draft {
  const draft: Draft = { mapping: {}, guesses: new Map() };
  const missing = [...wanted].filter(([path]) => !path.includes('/') && !found.some((one) => one.path === path && one.documents > 0));
  const foreign = found.filter(({ known, path, documents }) => !known && !path.includes('/') && documents > 0);
  const pairs = missing.flatMap(([path, known]) => {
    const names = storedFieldsOf(known);
    return foreign.map((one) => ({ path, known, one, score: scoreOf(path, names, one) }));
  });
  const taken = new Set<string>();
  for (const { path, known, one, score } of pairs.sort((a, b) => b.score - a.score)) {
    if (score < COLLECTION_ALIKE_ENOUGH || taken.has(one.path) || draft.mapping[path]) continue;
    taken.add(one.path);
    draft.mapping[path] = { collection: one.path, ...mapFields(one, known, draft) };
  }
  for (const one of found) {
    // What a mapping names already stays as it has it.
    if (!one.known || one.known.mapped) continue;
    const mapped = mapFields(one, one.known, draft);
    if (Object.keys(mapped.fields).length > 0 || Object.keys(mapped.values).length > 0) draft.mapping[one.path] = mapped;
  }
  return draft;
}

/** By the names of both, and by how many of the portal's fields the other has. */
function scoreOf(path: string, names: readonly string[], { path: foreign, described }: Inspected): number {
  const foreigners = [...described.fields.keys()];
  const met = names.filter((name) => foreigners.some((other) => likeness(name, other) >= ALIKE_ENOUGH)).length;
  return likeness(path, foreign) + (0.4 * met) / Math.max(1, names.length);
}

/** Fields that rows are read from: a value in each changes what is read. */
function storedFieldsOf({ projection, fields }: Known): string[] {
  const declared = fields.map(({ name }) => name);
  const columns = projection ? Object.keys(projection.columns).filter((column) => isStored(projection, column)) : [];
  return [...new Set([...declared, ...columns])].filter((name) => !(name in GENERIC_NAMES) && name !== 'search_text');
}

const PROBES = ['zz9', '2001-02-03', 7, 12.5, false, true, ['zz9'], { id: 'zz9', name: 'zz9', zz9: 'zz9' }] as const;

function isStored(projection: AnyProjection, column: string): boolean {
  const path = projection.pathOf?.('arriba/x') ?? `${projection.collection}/x`;
  const collection = path.slice(0, path.lastIndexOf('/'));
  const read = (data: Record<string, (typeof PROBES)[number]>) => {
    const row = projection.project({ path, id: 'x', collection, data, version: 1n, createdVersion: 1n }) as Record<string, unknown>;
    return JSON.stringify(row[column], (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  };
  const empty = read({});
  return PROBES.some((probe) => read({ [column]: probe }) !== empty);
}

function mapFields({ path, described }: Inspected, known: Known, draft: Draft): DraftOfCollection {
  const mapped: DraftOfCollection = { fields: {}, values: {} };
  const portals = storedFieldsOf(known);
  // What feeds something under its own name is the portal's already.
  const isPortals = (name: string, field: DescribedField) => field.feeds.size > 0 || name in GENERIC_NAMES || portals.includes(name);
  const free = new Map([...described.fields].filter(([name, field]) => !isPortals(name, field)));
  const open = portals.filter((name) => !described.fields.has(name));
  const take = (field: string, foreign: readonly string[]) => {
    for (const name of foreign) {
      free.delete(name);
      draft.guesses.set(`${path} ${name}`, field);
    }
  };
  for (const name of open.filter((one) => one === 'nombre' || one === 'name')) {
    const parts = NAME_PARTS.flatMap((part) => [...free.keys()].find((foreign) => part.test(foreign)) ?? []);
    if (parts.length < 2) continue;
    mapped.fields[name] = parts;
    take(name, parts);
  }
  const labels = new Map(known.fields.map(({ name, label }) => [name, label]));
  const alike = (name: string, foreign: string) => Math.max(likeness(name, foreign), 0.95 * likeness(labels.get(name) ?? name, foreign));
  const pairs = open
    .filter((name) => !(name in mapped.fields))
    .flatMap((name) => [...free.values()].map((field) => ({ name, field, score: alike(name, field.name) * fits(name, field, known) })));
  for (const { name, field, score } of pairs.sort((a, b) => b.score - a.score)) {
    if (score < ALIKE_ENOUGH || name in mapped.fields || !free.has(field.name)) continue;
    mapped.fields[name] = asDraft(field);
    take(name, [field.name]);
    addValues(mapped, name, field, known);
  }
  for (const name of described.fields.keys())
    if (known.fields.some((field) => field.name === name)) addValues(mapped, name, described.fields.get(name), known);
  addGeneric(mapped, { described, free, take });
  return mapped;
}

function addGeneric(
  mapped: DraftOfCollection,
  {
    described,
    free,
    take,
  }: { described: DescribedCollection; free: Map<string, DescribedField>; take: (name: string, foreign: readonly string[]) => void },
): void {
  for (const [name, names] of Object.entries(GENERIC_NAMES) as [keyof typeof GENERIC_NAMES, readonly string[]][]) {
    if (described.fields.has(name)) continue;
    const isTime = name !== 'isActive';
    // The day on which a member joined may be when their record was made as well.
    const scored = (isTime ? [...described.fields.values()] : [...free.values()])
      .filter((field) => (isTime ? hasKind(field, ['fecha y hora', 'fecha en texto', 'número']) : isSwitch(field)))
      .map((field) => ({ field, score: Math.max(...names.map((one) => likeness(one, field.name))) }))
      .sort((a, b) => b.score - a.score);
    const best = scored[0];
    // Who has none of it says so: nothing is written into their documents.
    if (!best || best.score < 0.6) {
      if (name === 'updatedAt') mapped.updatedAt = null;
      continue;
    }
    mapped[name] = best.field.name;
    if (free.has(best.field.name)) take(name, [best.field.name]);
  }
}

/** With its form where all its values are days in text of one form. */
function asDraft({ name, kinds, dateForms }: DescribedField): DraftField {
  const form = [...dateForms][0];
  const areDays = [...kinds.keys()].every((kind) => kind === 'fecha en texto' || kind === 'vacío') && kinds.has('fecha en texto');
  return areDays && form !== undefined && form !== 'iso' && form !== 'yyyy-MM-dd' ? { field: name, date: form } : name;
}

/** Switches and choices whose values stand as words of others. */
function addValues(mapped: DraftOfCollection, name: string, field: DescribedField | undefined, known: Known): void {
  if (!field?.words || field.words.size === 0) return;
  const words = [...field.words];
  if (typeOf(name, known) === 'switch') {
    const truths = words.map((word) => [word, truthOf(word)] as const);
    const areWords = truths.every(([word, truth]) => truth !== undefined && word !== 'true' && word !== 'false');
    if (areWords) mapped.values[name] = Object.fromEntries(truths);
    return;
  }
  const options = known.fields.find((one) => one.name === name)?.options ?? [];
  const named = words.map(
    (word) => [word, options.find(({ value, label }) => value === word || likeness(label, word) > 0.8)?.value] as const,
  );
  const isForeign = named.some(([word, value]) => value !== undefined && value !== word);
  if (options.length > 0 && isForeign) mapped.values[name] = Object.fromEntries(named.filter(([, value]) => value !== undefined));
}

type FieldType = 'date' | 'list' | 'number' | 'switch' | 'text';

function typeOf(name: string, { projection, fields }: Known): FieldType {
  const kind = fields.find((field) => field.name === name)?.kind;
  if (kind === 'flag') return 'switch';
  if (kind === 'date' || kind === 'creation-day') return 'date';
  const column = projection?.columns[name];
  if (column === 'boolean') return 'switch';
  if (column === 'timestamptz' || column === 'date') return 'date';
  if (column === 'integer' || column === 'bigint' || column === 'numeric' || column === 'double precision') return 'number';
  return column === 'jsonb' || column === 'text[]' ? 'list' : 'text';
}

const isSwitch = (field: DescribedField) =>
  hasKind(field, ['sí o no']) ||
  (field.words !== null && field.words.size > 0 && [...field.words].every((word) => truthOf(word) !== undefined));

const hasKind = ({ kinds }: DescribedField, wanted: readonly ValueKind[]) => [...kinds.keys()].some((kind) => wanted.includes(kind));

const FITTING: Readonly<Record<Exclude<FieldType, 'switch' | 'text'>, readonly ValueKind[]>> = {
  date: ['fecha y hora', 'fecha en texto', 'número'],
  number: ['número', 'número en texto'],
  list: ['lista', 'mapa', 'texto'],
};

/** A name that means the same with values of another kind is rather another field. */
function fits(name: string, field: DescribedField, known: Known): number {
  const type = typeOf(name, known);
  if (type === 'switch') return isSwitch(field) ? 1 : 0.4;
  if (type !== 'text') return hasKind(field, FITTING[type]) ? 1 : 0.4;
  const isOther = hasKind(field, ['fecha y hora', 'sí o no', 'coordenada']) && !hasKind(field, ['texto']);
  return isOther ? 0.4 : 1;
}
