import { parseMapping, type KnownCollections, type KnownField } from '../../../ports/documents/mapped/mapping.ts';
import { isWordOf, wordsIn } from '../../../read-model/vocabularies.ts';
import type { DescribedCollection, DescribedField, Known } from './describe-collection.ts';
import { isOpposite, likeness, NAME_PARTS, otherTruth, truthOf } from './glossary.ts';
import type { ValueKind } from './value-kinds.ts';

/** A collection with what the portal has of it, if its name is one of the portal's. */
export interface Inspected {
  /** With a star for the ids of documents above. */
  path: string;
  documents: number;
  described: DescribedCollection;
  known: Known | null;
  /** Whether the portal keeps it for itself, whatever it has of it. */
  isOwn: boolean;
}

type DraftField = string | readonly string[] | { field: string; date?: string; number?: true | '.' | ',' };
type GenericName = 'createdAt' | 'updatedAt' | 'isActive';

/** Of one collection, as MAPPING_FILE holds it. */
interface DraftOfCollection extends Partial<Record<GenericName, DraftField | null>> {
  collection?: string;
  fields: Record<string, DraftField>;
  values: Record<string, Record<string, unknown>>;
}

export interface Draft {
  mapping: Record<string, DraftOfCollection>;
  /** For the workbook: what each foreign field was taken for, by `collection field`. */
  guesses: Map<string, string>;
  /** Words of choices of which nobody could guess what they mean, with how often, by the same: the draft has them as they are. */
  strange: Map<string, Map<string, number>>;
}

/** What the portal has, by the keys of MAPPING_FILE (`productos_servicios/productos`). */
export interface Wanted {
  fields: Readonly<Record<string, KnownField>>;
  own: Known | null;
}

/** From where on a guess is better than none. */
const ALIKE_ENOUGH = 0.44;
const COLLECTION_ALIKE_ENOUGH = 0.4;
const GENERIC_NAMES: Readonly<Record<GenericName, readonly string[]>> = {
  createdAt: ['creado', 'fecha de creación', 'fecha de ingreso'],
  updatedAt: ['actualizado', 'fecha de actualización', 'última actualización', 'last updated'],
  isActive: ['activo', 'vigente', 'no borrado'],
};
const isGeneric = (name: string): name is GenericName => Object.hasOwn(GENERIC_NAMES, name);

/**
 * A mapping for what stands under other names, of all that could be guessed; nothing in it is refused. Who moves in reads and corrects it.
 * @param wanted the portal's collections of that database that no mapping names yet
 */
export function draftMapping(found: readonly Inspected[], wanted: ReadonlyMap<string, Wanted>, known: KnownCollections): Draft {
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
    // What a mapping names already stays as it has it.
    if (!one.known || one.known.mapped || !own || draft.mapping[key]) continue;
    const mapped = mapFields(key, one, own, draft);
    if (Object.keys(mapped.fields).length > 0 || Object.keys(mapped.values).length > 0) draft.mapping[key] = mapped;
  }
  dropRefused(draft, known);
  return draft;
}

/** Where a collection of the portal's root may lie: at the root, or below documents that are always the same. null for the others. */
function placeAtRoot({ path, described }: Inspected): string | null {
  if (!path.includes('/')) return path;
  const [place, ...others] = described.places;
  return others.length === 0 ? (place ?? null) : null;
}

interface Candidate {
  one: Inspected;
  name: string;
  /** As the mapping names it. */
  collection: string;
}

/** Each of the portal's gets the foreign one that is most like it, by its name and by its fields. */
function assign(wanted: readonly (readonly [key: string, own: Wanted])[], candidates: readonly Candidate[], draft: Draft): void {
  const often = new Map<string, number>();
  for (const [, { fields }] of wanted) for (const name of Object.keys(fields)) often.set(name, (often.get(name) ?? 0) + 1);
  const pairs = wanted.flatMap(([key, own]) => candidates.map((candidate) => ({ key, own, candidate, score: score(key, own, candidate) })));

  function score(key: string, { fields }: Wanted, { one, name }: Candidate): number {
    const foreigners = allFields(one.described);
    const met = Object.keys(fields).filter((field) => foreigners.some((other) => alikeIn(field, other, `${name} ${key}`) >= ALIKE_ENOUGH));
    // What every catalogue has tells of none.
    const telling = met.reduce((sum, field) => sum + 1 / (often.get(field) ?? 1), 0);
    const wanted = Math.max(1, Object.keys(fields).length);
    const possible = Math.max(1, Math.min(wanted, foreigners.length));
    const byName = likeness(key.slice(key.lastIndexOf('/') + 1), name);
    return byName + (0.2 * met.length) / possible + (0.2 * met.length) / wanted + Math.min(0.4, 0.05 * telling);
  }

  const taken = new Set<Inspected>();
  for (const { key, own, candidate, score: reached } of pairs.sort((a, b) => b.score - a.score)) {
    if (reached < COLLECTION_ALIKE_ENOUGH || taken.has(candidate.one) || draft.mapping[key]) continue;
    taken.add(candidate.one);
    draft.mapping[key] = { collection: candidate.collection, ...mapFields(key, candidate.one, own, draft) };
  }
}

/** Those within maps after those of the document itself. */
const allFields = ({ fields, inner }: DescribedCollection): DescribedField[] => [...fields.values(), ...inner.values()];

/** By the last of its names, or by all of them. @param of the collection */
function alikeIn(name: string, { name: foreign }: DescribedField, of: string): number {
  const last = foreign.slice(foreign.lastIndexOf('.') + 1);
  return last === foreign ? likeness(name, foreign, of) : Math.max(0.98 * likeness(name, last, of), 0.9 * likeness(name, foreign, of));
}

function mapFields(key: string, { path, described, known }: Inspected, wanted: Wanted, draft: Draft): DraftOfCollection {
  const { fields, own } = wanted;
  const of = `${path} ${key}`;
  const mapped: DraftOfCollection = { fields: {}, values: {} };
  const names = Object.keys(fields);
  // What feeds something under its own name is the portal's already.
  const isPortals = ({ name, feeds }: DescribedField) => feeds.size > 0 || isGeneric(name) || names.includes(name);
  const free = new Map(allFields(described).flatMap((field) => (isPortals(field) ? [] : [[field.name, field] as const])));
  const open = names.filter((name) => !described.fields.has(name));
  const take = (field: string, foreign: readonly string[]) => {
    for (const name of foreign) {
      // A map goes with what lies in it, and the other way round.
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
    take(name, parts);
  }
  const labels = new Map(own?.fields.map(({ name, label }) => [name, label]));
  const alike = (name: string, field: DescribedField) =>
    Math.max(
      alikeIn(name, field, of),
      0.95 * alikeIn(labels.get(name) ?? name, field, of),
      // Whatever it is called.
      hasKind(field, ['correo']) && likeness(name, 'correo') > 0.8 ? 0.6 : 0,
    );
  const pairs = open.flatMap((name) =>
    [...free.values()].map((field) => ({ name, field, score: alike(name, field) * fits(fields[name], field) })),
  );
  // What stands in the document itself before what stands in a map of it.
  const rank = ({ field, score }: { field: DescribedField; score: number }) => score - (field.name.includes('.') ? 0.1 : 0);
  for (const { name, field, score } of [...pairs, ...genericPairs(described, free, path)].sort((a, b) => rank(b) - rank(a))) {
    if (score < ALIKE_ENOUGH || name in mapped.fields || (isGeneric(name) && name in mapped) || !free.has(field.name)) continue;
    if (isGeneric(name)) mapped[name] = asDraft(field, GENERIC_KINDS[name]);
    else mapped.fields[name] = asDraft(field, fields[name]);
    take(name, [field.name]);
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
      // A state that the portal shows rather than one that hides a record whole.
      .map((pair) => (pair.name === 'isActive' ? { ...pair, score: 0.8 * pair.score } : pair))
  );
}

const genericScore = (name: GenericName, field: DescribedField, path: string) =>
  Math.max(...GENERIC_NAMES[name].map((one) => alikeIn(one, field, path))) * (canBe(GENERIC_KINDS[name], field) ? 1 : 0);

/** The day on which a member joined may be when their record was made as well. Who has none of it says so: nothing is written there. */
function addTimes(mapped: DraftOfCollection, { fields }: DescribedCollection, path: string): void {
  if (!fields.has('updatedAt')) mapped.updatedAt ??= null;
  if (fields.has('createdAt') || mapped.createdAt !== undefined) return;
  const [best] = [...fields.values()]
    .map((field) => ({ field, score: genericScore('createdAt', field, path) }))
    .sort((a, b) => b.score - a.score)
    .filter(({ score }) => score >= 0.6);
  if (best) mapped.createdAt = best.field.name;
}

/** With its form where all its values are days, or numbers, in text of one form, and with a word where a number is a text here. */
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
 * Switches and choices whose values stand as words of others. Of a choice, a word of which nobody knows what it means stands for itself, to be
 * corrected.
 * @returns the words of which nobody knows
 */
function addValues(mapped: DraftOfCollection, name: string, field: DescribedField, { fields, own }: Wanted): string[] {
  const kind = isGeneric(name) ? GENERIC_KINDS[name].kind : fields[name]?.kind;
  const words = [...(field.words ?? new Map<string, number>()).keys()];
  const drafted = name in mapped.fields ? mapped.fields[name] : isGeneric(name) ? mapped[name] : undefined;
  if (kind === 'flag' && field.name !== name && isOpposite(field.name) && hasKind(field, ['sí o no'])) {
    mapped.values[name] = { true: false, false: true };
    return [];
  }
  if (words.length === 0 || (drafted !== undefined && drafted !== null && typeof drafted !== 'string')) return [];
  const vocabulary = own?.projection?.expects?.[name]?.vocabulary;
  // What a role opens is never guessed.
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
    const said = new Set(truths.map(([, truth]) => truth));
    const [first] = truths;
    // The portal writes the other one too.
    const other = first && said.size === 1 ? otherTruth(first[0]) : undefined;
    mapped.values[name] = Object.fromEntries([...truths, ...(other !== undefined ? [[other, !first?.[1]] as const] : [])]);
    return [];
  }
  const named = new Map(words.map((word) => [word, optionOf(word)?.value]));
  const open = options.filter(({ value }) => value !== '' && ![...named.values()].includes(value));
  const unnamed = words.filter((word) => named.get(word) === undefined);
  // What is left over means what is left over.
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

/** Whether its values may be of that kind. */
function canBe(known: Pick<KnownField, 'kind'> | undefined, field: DescribedField): boolean {
  const kind = known?.kind ?? 'other';
  // Nothing in it says nothing against it.
  if ([...field.kinds.keys()].every((one) => one === 'vacío')) return true;
  if (kind === 'flag') return isSwitch(field);
  if (kind === 'reference' && hasKind(field, ['mapa'])) return field.hasId;
  if (kind !== 'text') return hasKind(field, FITTING[kind]);
  return !hasKind(field, ['fecha y hora', 'sí o no', 'coordenada', 'mapa', 'lista']) || hasKind(field, ['texto']);
}

/** A name that means the same with values of another kind is rather another field. */
const fits = (known: KnownField | undefined, field: DescribedField): number => (canBe(known, field) ? 1 : 0.4);

/** Takes out what a portal would refuse, piece by piece: who moves in begins with a file that is taken. */
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
    // What cannot be mended so would be told again for ever.
    problems = left.length < problems.length ? left : [];
  }
}

/** `clientes.fields.contacto.date` → its collection, part and field. */
function split(path: string, mapping: Draft['mapping']): [key: string, part?: string, name?: string] {
  const key = Object.keys(mapping).find((one) => path === one || path.startsWith(`${one}.`)) ?? '';
  const [part, ...names] = path.slice(key.length + 1).split('.');
  return [key, part, names[0]];
}
