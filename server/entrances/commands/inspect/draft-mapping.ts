import { parseMapping, type KnownCollections, type KnownField } from '../../../ports/documents/mapped/mapping.ts';
import { isWordOf, wordsIn } from '../../../read-model/vocabularies.ts';
import type { DescribedCollection, DescribedField, Known } from './describe-collection.ts';
import { isOpposite, likeness, NAME_PARTS, otherTruth, truthOf } from './glossary.ts';
import type { ValueKind } from './value-kinds.ts';

/** A collection, with what the portal knows of it if its name is one of the portal's. */
export interface Inspected {
  /** With `*` for the ids of parent documents. */
  path: string;
  documents: number;
  described: DescribedCollection;
  known: Known | null;
  /** Whether it is one of the portal's own collections, whatever is known of it. */
  isOwn: boolean;
}

type DraftField = string | readonly string[] | { field: string; date?: string; number?: true | '.' | ',' };
type GenericName = 'createdAt' | 'updatedAt' | 'isActive';

/** The draft for one collection, in the format of MAPPING_FILE. */
interface DraftOfCollection extends Partial<Record<GenericName, DraftField | null>> {
  collection?: string;
  fields: Record<string, DraftField>;
  values: Record<string, Record<string, unknown>>;
}

export interface Draft {
  mapping: Record<string, DraftOfCollection>;
  /** For the workbook: the portal field guessed for each foreign field, by `collection field`. */
  guesses: Map<string, string>;
  /** Words of choices whose meaning could not be guessed, with their frequency, by the same key: the draft keeps them as they are. */
  strange: Map<string, Map<string, number>>;
}

/** What the portal has, by the keys of MAPPING_FILE (`productos_servicios/productos`). */
export interface UnmappedCollection {
  fields: Readonly<Record<string, KnownField>>;
  own: Known | null;
}

/** Minimum score for a guess. */
const MIN_SIMILARITY = 0.44;
const MIN_COLLECTION_SIMILARITY = 0.4;
const GENERIC_NAMES: Readonly<Record<GenericName, readonly string[]>> = {
  createdAt: ['creado', 'fecha de creación', 'fecha de ingreso'],
  updatedAt: ['actualizado', 'fecha de actualización', 'última actualización', 'last updated'],
  isActive: ['activo', 'vigente', 'no borrado'],
};
const isGeneric = (name: string): name is GenericName => Object.hasOwn(GENERIC_NAMES, name);

/**
 * A draft mapping for everything stored under other names, as far as it can be guessed; a portal would accept it. Somebody reviews and
 * corrects it.
 * @param wanted the portal's collections of that database that no mapping names yet
 */
export function draftMapping(found: readonly Inspected[], wanted: ReadonlyMap<string, UnmappedCollection>, known: KnownCollections): Draft {
  const draft: Draft = { mapping: {}, guesses: new Map(), strange: new Map() };
  const has = (path: string) => found.some((one) => one.path === path && one.documents > 0);
  const strangers = found.filter((one) => !one.known && !one.isOwn && one.documents > 0);
  const roots = [...wanted].filter(([key]) => !key.includes('/'));
  assign(
    roots.filter(([key]) => !has(key)),
    strangers.flatMap((one) => {
      const place = placeAtRoot(one);
      return place === null ? [] : [{ one, name: place.slice(place.lastIndexOf('/') + 1), collection: place }];
    }),
    draft,
  );
  for (const [parent] of roots) {
    const above = draft.mapping[parent]?.collection ?? parent;
    const below = [...wanted].filter(([key]) => key.startsWith(`${parent}/`) && !has(`${above}/*/${key.slice(parent.length + 1)}`));
    const candidates = found
      .filter((one) => one.path.startsWith(`${above}/*/`) && one.documents > 0 && (above !== parent || !one.known))
      .map((one) => ({ one, name: one.path.slice(above.length + 3) }));
    assign(
      below,
      candidates.filter(({ name }) => !name.includes('/')).map((candidate) => ({ ...candidate, collection: candidate.name })),
      draft,
    );
  }
  for (const one of found) {
    const key = one.path.replaceAll('/*/', '/');
    const own = wanted.get(key);
    // A collection already in the mapping stays as it is there.
    if (!one.known || one.known.mapped || !own || draft.mapping[key]) continue;
    const mapped = mapFields(key, one, own, draft);
    if (Object.keys(mapped.fields).length > 0 || Object.keys(mapped.values).length > 0) draft.mapping[key] = mapped;
  }
  dropRefused(draft, known);
  return draft;
}

/** Where a root collection of the portal may be stored: at the root, or below fixed documents. null for others. */
function placeAtRoot({ path, described }: Inspected): string | null {
  if (!path.includes('/')) return path;
  const [place, ...others] = described.places;
  return others.length === 0 ? (place ?? null) : null;
}

interface Candidate {
  one: Inspected;
  name: string;
  /** Its name in the mapping. */
  collection: string;
}

/** Assigns each of the portal's collections the most similar foreign one, by name and fields. */
function assign(
  wanted: readonly (readonly [key: string, own: UnmappedCollection])[],
  candidates: readonly Candidate[],
  draft: Draft,
): void {
  const often = new Map<string, number>();
  for (const [, { fields }] of wanted) for (const name of Object.keys(fields)) often.set(name, (often.get(name) ?? 0) + 1);
  const pairs = wanted.flatMap(([key, own]) => candidates.map((candidate) => ({ key, own, candidate, score: score(key, own, candidate) })));

  function score(key: string, { fields }: UnmappedCollection, { one, name }: Candidate): number {
    const foreigners = allFields(one.described);
    const met = Object.keys(fields).filter((field) =>
      foreigners.some((other) => nameSimilarity(field, other, `${name} ${key}`) >= MIN_SIMILARITY),
    );
    // Fields common to all catalogues say little about any of them.
    const telling = met.reduce((sum, field) => sum + 1 / (often.get(field) ?? 1), 0);
    const fieldCount = Math.max(1, Object.keys(fields).length);
    const possible = Math.max(1, Math.min(fieldCount, foreigners.length));
    const byName = likeness(key.slice(key.lastIndexOf('/') + 1), name);
    return byName + (0.2 * met.length) / possible + (0.2 * met.length) / fieldCount + Math.min(0.4, 0.05 * telling);
  }

  const taken = new Set<Inspected>();
  for (const { key, own, candidate, score: reached } of pairs.sort((a, b) => b.score - a.score)) {
    if (reached < MIN_COLLECTION_SIMILARITY || taken.has(candidate.one) || draft.mapping[key]) continue;
    taken.add(candidate.one);
    draft.mapping[key] = { collection: candidate.collection, ...mapFields(key, candidate.one, own, draft) };
  }
}

/** Top-level fields, then those within maps. */
const allFields = ({ fields, inner }: DescribedCollection): DescribedField[] => [...fields.values(), ...inner.values()];

/** Similarity by the last part of its name, or by all of it. @param of name of the collection */
function nameSimilarity(name: string, { name: foreign }: DescribedField, of: string): number {
  const last = foreign.slice(foreign.lastIndexOf('.') + 1);
  return last === foreign ? likeness(name, foreign, of) : Math.max(0.98 * likeness(name, last, of), 0.9 * likeness(name, foreign, of));
}

function mapFields(key: string, { path, described, known }: Inspected, wanted: UnmappedCollection, draft: Draft): DraftOfCollection {
  const { fields, own } = wanted;
  const of = `${path} ${key}`;
  const mapped: DraftOfCollection = { fields: {}, values: {} };
  const names = Object.keys(fields);
  // A field that feeds something under its own name is already the portal's.
  const isPortals = ({ name, feeds }: DescribedField) => feeds.size > 0 || isGeneric(name) || names.includes(name);
  const free = new Map(allFields(described).flatMap((field) => (isPortals(field) ? [] : [[field.name, field] as const])));
  const open = names.filter((name) => !described.fields.has(name));
  const claim = (field: string, foreign: readonly string[]) => {
    for (const name of foreign) {
      // A map excludes the fields within it, and vice versa.
      for (const other of [...free.keys()])
        if (other === name || other.startsWith(`${name}.`) || name.startsWith(`${other}.`)) free.delete(other);
      draft.guesses.set(`${path} ${name}`, field);
    }
  };
  const noteStrange = ({ name, words }: DescribedField, strange: readonly string[]) => {
    if (strange.length > 0) draft.strange.set(`${path} ${name}`, new Map(strange.map((word) => [word, words?.get(word) ?? 0])));
  };
  for (const name of open.filter((one) => fields[one]?.canBeMade && (one === 'nombre' || one === 'name'))) {
    const parts = NAME_PARTS.flatMap((part) => [...free.keys()].find((foreign) => part.test(foreign)) ?? []);
    if (parts.length < 2) continue;
    mapped.fields[name] = parts;
    claim(name, parts);
  }
  const labels = new Map(own?.fields.map(({ name, label }) => [name, label]));
  const alike = (name: string, field: DescribedField) =>
    Math.max(
      nameSimilarity(name, field, of),
      0.95 * nameSimilarity(labels.get(name) ?? name, field, of),
      // Any field that holds e-mail addresses, whatever its name.
      hasKind(field, ['correo']) && likeness(name, 'correo') > 0.8 ? 0.6 : 0,
    );
  const pairs = open.flatMap((name) =>
    [...free.values()].map((field) => ({ name, field, score: alike(name, field) * fits(fields[name], field) })),
  );
  // Top-level fields take precedence over those within maps.
  const rank = ({ field, score }: { field: DescribedField; score: number }) => score - (field.name.includes('.') ? 0.1 : 0);
  for (const { name, field, score } of [...pairs, ...genericPairs(described, free, path)].sort((a, b) => rank(b) - rank(a))) {
    if (score < MIN_SIMILARITY || name in mapped.fields || (isGeneric(name) && name in mapped) || !free.has(field.name)) continue;
    if (isGeneric(name)) mapped[name] = asDraft(field, GENERIC_KINDS[name]);
    else mapped.fields[name] = asDraft(field, fields[name]);
    claim(name, [field.name]);
    noteStrange(field, addValues(mapped, name, field, wanted));
  }
  for (const [name, field] of described.fields) {
    if (!Object.hasOwn(fields, name)) continue;
    const strange = addValues(mapped, name, field, wanted);
    if (known) continue;
    draft.guesses.set(`${path} ${name}`, name);
    noteStrange(field, strange);
  }
  addTimes(mapped, described, path);
  return mapped;
}

const GENERIC_KINDS: Readonly<Record<GenericName, Pick<KnownField, 'kind'>>> = {
  createdAt: { kind: 'time' },
  updatedAt: { kind: 'time' },
  isActive: { kind: 'flag' },
};

function genericPairs({ fields }: DescribedCollection, free: ReadonlyMap<string, DescribedField>, path: string) {
  return (
    (Object.keys(GENERIC_NAMES) as GenericName[])
      .filter((name) => !fields.has(name))
      .flatMap((name) => [...free.values()].map((field) => ({ name, field, score: genericScore(name, field, path) })))
      .filter(({ score }) => score >= 0.6)
      // Prefer the state that the portal displays over the one that hides a record altogether.
      .map((pair) => (pair.name === 'isActive' ? { ...pair, score: 0.8 * pair.score } : pair))
  );
}

const genericScore = (name: GenericName, field: DescribedField, path: string) =>
  Math.max(...GENERIC_NAMES[name].map((one) => nameSimilarity(one, field, path))) * (canBe(GENERIC_KINDS[name], field) ? 1 : 0);

/**
 * The day on which a member joined may also serve as the creation time of their record. A missing time is declared null, so that it is
 * never written.
 */
function addTimes(mapped: DraftOfCollection, { fields }: DescribedCollection, path: string): void {
  if (!fields.has('updatedAt')) mapped.updatedAt ??= null;
  if (fields.has('createdAt') || mapped.createdAt !== undefined) return;
  const [best] = [...fields.values()]
    .map((field) => ({ field, score: genericScore('createdAt', field, path) }))
    .sort((a, b) => b.score - a.score)
    .filter(({ score }) => score >= 0.6);
  if (best) mapped.createdAt = best.field.name;
}

/** With a date format if all its values are text dates of one format, and with the number form where a number is text here. */
function asDraft({ name, kinds, dateForms, signs }: DescribedField, known: Pick<KnownField, 'kind'> | undefined): DraftField {
  const only = (kind: ValueKind) => kinds.has(kind) && [...kinds.keys()].every((one) => one === kind || one === 'vacío');
  const [form] = dateForms;
  const kind = known?.kind;
  const isDay = kind === 'day' || kind === 'text';
  if ((isDay || kind === 'time') && only('fecha en texto') && form !== undefined && form !== 'iso' && !(isDay && form === 'yyyy-MM-dd'))
    return { field: name, date: form };
  const [sign, ...others] = signs;
  if (kind === 'number' && sign !== undefined && others.length === 0 && !kinds.has('texto')) return { field: name, number: sign };
  return kind === 'text' && only('número') ? { field: name, number: true } : name;
}

/**
 * Value mappings for switches and choices stored as other words. An unknown word of a choice stands for itself, to be corrected.
 * @returns the unknown words
 */
function addValues(mapped: DraftOfCollection, name: string, field: DescribedField, { fields, own }: UnmappedCollection): string[] {
  const kind = isGeneric(name) ? GENERIC_KINDS[name].kind : fields[name]?.kind;
  const words = [...(field.words ?? new Map<string, number>()).keys()];
  const drafted = name in mapped.fields ? mapped.fields[name] : isGeneric(name) ? mapped[name] : undefined;
  if (kind === 'flag' && field.name !== name && isOpposite(field.name) && hasKind(field, ['sí o no'])) {
    mapped.values[name] = { true: false, false: true };
    return [];
  }
  if (words.length === 0 || (drafted !== undefined && drafted !== null && typeof drafted !== 'string')) return [];
  const vocabulary = own?.projection?.expects?.[name]?.vocabulary;
  // Role permissions are never guessed.
  if (own && vocabulary === 'roles') {
    const strange = words.filter((word) => !isWordOf(own.vocabularies, vocabulary, word));
    if (strange.length > 0) mapped.values[name] = Object.fromEntries(strange.map((word) => [word, word]));
    return strange;
  }
  const options = own && vocabulary ? wordsIn(own.vocabularies, vocabulary) : (own?.fields.find((one) => one.name === name)?.options ?? []);
  const optionOf = (word: string) =>
    options.find(({ value, label }) => value === word || likeness(label, word) > 0.8 || likeness(value, word) > 0.8);
  if (kind === 'flag') {
    const truths = words.map((word) => [word, truthOf(word) ?? asTruth(optionOf(word)?.value)] as const);
    const strange = truths.flatMap(([word, truth]) => (truth === undefined ? [word] : []));
    if (strange.length > 0 || words.includes('true') || words.includes('false')) return strange;
    const distinctTruths = new Set(truths.map(([, truth]) => truth));
    const [first] = truths;
    // The portal also writes the opposite value.
    const other = first && distinctTruths.size === 1 ? otherTruth(first[0]) : undefined;
    mapped.values[name] = Object.fromEntries([...truths, ...(other !== undefined ? [[other, !first?.[1]] as const] : [])]);
    return [];
  }
  const named = new Map(words.map((word) => [word, optionOf(word)?.value]));
  const open = options.filter(({ value }) => value !== '' && ![...named.values()].includes(value));
  const unnamed = words.filter((word) => named.get(word) === undefined);
  // A single leftover word matches a single leftover option.
  if (unnamed.length === 1 && open.length === 1 && words.length > 1) named.set(unnamed[0] ?? '', open[0]?.value);
  if (options.length === 0) return [];
  if ([...named].some(([word, value]) => value !== word))
    mapped.values[name] = Object.fromEntries([...named].map(([word, value]) => [word, value ?? word]));
  return words.filter((word) => named.get(word) === undefined);
}

const asTruth = (value: string | undefined) => (value === 'true' ? true : value === 'false' ? false : undefined);

const isSwitch = (field: DescribedField) =>
  hasKind(field, ['sí o no']) ||
  (field.words !== null && field.words.size > 0 && [...field.words.keys()].every((word) => truthOf(word) !== undefined));

const hasKind = ({ kinds }: DescribedField, wanted: readonly ValueKind[]) => [...kinds.keys()].some((kind) => wanted.includes(kind));

const FITTING: Readonly<Record<Exclude<KnownField['kind'], 'flag' | 'text'>, readonly ValueKind[]>> = {
  day: ['fecha y hora', 'fecha en texto', 'número'],
  time: ['fecha y hora', 'fecha en texto', 'número'],
  number: ['número', 'número en texto'],
  reference: ['texto', 'referencia', 'mapa', 'número', 'número en texto'],
  other: ['lista', 'mapa', 'texto', 'dirección'],
};

/** Whether its values can be of that kind. */
function canBe(known: Pick<KnownField, 'kind'> | undefined, field: DescribedField): boolean {
  const kind = known?.kind ?? 'other';
  // A field without any values does not contradict any kind.
  if ([...field.kinds.keys()].every((one) => one === 'vacío')) return true;
  if (kind === 'flag') return isSwitch(field);
  if (kind === 'reference' && hasKind(field, ['mapa'])) return field.hasId;
  if (kind !== 'text') return hasKind(field, FITTING[kind]);
  return !hasKind(field, ['fecha y hora', 'sí o no', 'coordenada', 'mapa', 'lista']) || hasKind(field, ['texto']);
}

/** A matching name with values of another kind is probably another field. */
const fits = (known: KnownField | undefined, field: DescribedField): number => (canBe(known, field) ? 1 : 0.4);

/** Removes what a portal would refuse, piece by piece, so that the draft is a valid file to start from. */
function dropRefused({ mapping }: Draft, known: KnownCollections): void {
  for (let problems = parseMapping(JSON.stringify(mapping), known).problems; problems.length > 0;) {
    for (const { path } of problems) {
      const [key, part, name] = split(path, mapping);
      const own = mapping[key];
      if (!own) continue;
      if (part === 'fields' || part === 'values') Reflect.deleteProperty(own[part], name ?? '');
      else if (part !== undefined && isGeneric(part)) Reflect.deleteProperty(own, part);
      else Reflect.deleteProperty(mapping, key);
    }
    const left = parseMapping(JSON.stringify(mapping), known).problems;
    // Problems that cannot be fixed this way would otherwise loop for ever.
    problems = left.length < problems.length ? left : [];
  }
}

/** Splits `clientes.fields.contacto.date` into collection, part and field. */
function split(path: string, mapping: Draft['mapping']): [key: string, part?: string, name?: string] {
  const key = Object.keys(mapping).find((one) => path === one || path.startsWith(`${one}.`)) ?? '';
  const [part, ...names] = path.slice(key.length + 1).split('.');
  return [key, part, names[0]];
}
