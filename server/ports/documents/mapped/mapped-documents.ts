import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../domain/errors.ts';
import type { Fields, FieldValue, NestedChange, Write } from '../document-store.ts';
import { checkFields, isPlainMap, withNested } from '../document-values.ts';
import type { MappedCollection, MappedField } from './mapping.ts';
import { toForeignValue, toPortalValue, UnmappableValue } from './mapped-values.ts';

/** Suffix for a stored field whose name the portal uses for something else: it stays visible and is not taken for the portal's. */
const UNMAPPED = ' (sin mapeo)';

type Draft = Record<string, FieldValue>;

/** Translates the documents of one mapped collection to the portal's form, and its writes to the store's. */
export interface MappedDocuments {
  toPortal(stored: Fields): Fields;
  /** Stored name of a portal field if it is a top-level field of the document; else null. */
  storedName(field: string): string | null;
  fieldNamed(field: string): MappedField | undefined;
  /** Reasons why fields are read-only, by name. */
  fixed: Readonly<Record<string, string>>;
  /** Portal names of the fields that joined ones are made of. */
  parts: readonly string[];
  /** Whether translating a write depends on the stored document. */
  needsStored(write: Write): boolean;
  /** @throws invalid-input for what cannot be written back */
  toForeign(write: Write, path: string, stored: Fields | null): Write;
  /** Stored names of the times that the store itself sets; null for missing ones. */
  times: { createdAt: string | null; updatedAt: string | null };
}

export function mapDocuments(collection: MappedCollection): MappedDocuments {
  const fields = new Map(Object.entries(collection.fields));
  const absent = new Set<string>(collection.absent);
  /** Portal fields by stored name. */
  const byName = new Map<string, string[]>();
  /** Fields that are more than renamed: joined from several places, or nested in a map. */
  const made: [string, MappedField][] = [];
  const moved = new Set<string>();
  /** Nested places that are portal fields, by the top-level stored field. */
  const inner = new Map<string, (readonly string[])[]>();
  for (const [name, field] of fields) {
    const [place = [], ...others] = field.places;
    const [first = ''] = place;
    if (others.length === 0 && place.length > 1) inner.set(first, [...(inner.get(first) ?? []), place.slice(1)]);
    if (others.length > 0 || place.length > 1) made.push([name, field]);
    else byName.set(first, [...(byName.get(first) ?? []), name]);
    if (others.length > 0 || place.length > 1 || first !== name) moved.add(name);
  }

  const portalNames = (stored: string): readonly string[] => {
    const known = byName.get(stored);
    if (known) return known;
    if (moved.has(stored)) return [`${stored}${UNMAPPED}`];
    const base = stored.endsWith(UNMAPPED) ? stored.slice(0, -UNMAPPED.length) : null;
    return [base !== null && byName.has(base) && !fields.has(base) ? base : stored];
  };
  const storedName = (name: string): string => {
    const base = name.endsWith(UNMAPPED) ? name.slice(0, -UNMAPPED.length) : null;
    if (base !== null && moved.has(base) && !byName.has(base)) return base;
    return byName.has(name) && !fields.has(name) ? `${name}${UNMAPPED}` : name;
  };

  const toPortal = (stored: Fields): Fields => {
    const data: Draft = {};
    for (const [name, whole] of Object.entries(stored)) {
      const value = inner.has(name) ? without(whole, inner.get(name) ?? []) : whole;
      if (value !== undefined)
        for (const portal of portalNames(name)) {
          const field = fields.get(portal);
          data[portal] = field ? toPortalValue(field, value) : value;
        }
    }
    for (const [name, field] of made) {
      const value = field.places.length > 1 ? joined(field, stored) : valueAt(stored, field.places[0] ?? []);
      if (value !== undefined) data[name] = field.places.length > 1 ? value : toPortalValue(field, value);
    }
    if (absent.has('isActive')) data['isActive'] ??= true;
    return data;
  };

  const encode = (path: string, name: string, field: MappedField, value: FieldValue, old: FieldValue | undefined): FieldValue => {
    if (old !== undefined && isDeepStrictEqual(toPortalValue(field, old), value)) return old;
    try {
      return toForeignValue(field, value, old);
    } catch (error) {
      if (error instanceof UnmappableValue) throw refusal(path, name, error.message);
      throw error;
    }
  };

  /** A write's values under stored names: top-level fields, and nested ones. */
  const translate = (given: Fields, path: string, stored: Fields | null) => {
    const data: Draft = {};
    const nested: NestedChange[] = [];
    // createdAt first, so that a field for the same day, which is more precise about it, overrides it.
    const { createdAt, ...others } = given;
    for (const [name, value] of Object.entries(createdAt === undefined ? others : { createdAt, ...others })) {
      const field = fields.get(name);
      if (isLeftOut(name, value, stored)) continue;
      if (!field) data[storedName(name)] = value;
      else if (field.places.length === 1) {
        const [place = []] = field.places;
        const [first = ''] = place;
        const encoded = encode(path, name, field, value, stored ? valueAt(stored, place) : undefined);
        if (place.length > 1) nested.push({ place, value: encoded });
        else if (!(first in data) || !isEmpty(value)) data[first] = encoded;
      }
    }
    // A nested value goes into a map that is written as a whole.
    const apart = nested.filter(({ place, value }) => {
      const [first = ''] = place;
      if (!(first in data)) return true;
      Object.assign(data, withNested(data, [{ place, value }]));
      return false;
    });
    return { data, nested: apart };
  };

  /** Generic fields that these documents lack: never written on the portal's own initiative. */
  const isLeftOut = (name: string, value: FieldValue, stored: Fields | null): boolean =>
    absent.has(name) && (name === 'updatedBy' || (name === 'isActive' && value === true && (stored === null || !('isActive' in stored))));

  /** A joined field may change only together with its parts. */
  const requireMade = (given: Fields, path: string, after: Fields): void => {
    for (const [name, field] of made) {
      if (field.places.length < 2 || !Object.hasOwn(given, name)) continue;
      const value = given[name] ?? '';
      if (value !== (joined(field, after) ?? '')) throw refusal(path, name, whyReadOnly(field));
    }
  };

  /** The times of a write: from the store's clock for top-level fields, else from the portal's clock in the field's format. */
  const withTimes = (names: readonly ('createdAt' | 'updatedAt')[], data: Draft, nested: NestedChange[]): string[] => {
    const times: string[] = [];
    const now = new Date();
    for (const name of names) {
      const { places: [place = []] = [], date } = fields.get(name) ?? {};
      const [first = '', ...rest] = place;
      const value = date ? date.write(now) : now;
      if (absent.has(name) || first === '') continue;
      if (rest.length > 0) nested.push({ place, value });
      else if (name === 'updatedAt' || isEmpty(data[first])) {
        delete data[first];
        if (date) data[first] = value;
        else times.push(first);
      }
    }
    return times;
  };

  const toForeign = (write: Write, path: string, stored: Fields | null): Write => {
    // A list would be split into fields here, and look like a document to the store.
    if ('data' in write) checkFields(write.data);
    switch (write.kind) {
      case 'delete':
        return { ...write, path };
      case 'set': {
        const { data, nested } = translate(write.data, path, stored);
        const whole = withNested(data, nested);
        requireMade(write.data, path, whole);
        return { ...write, path, data: whole };
      }
      case 'create': {
        const generic = { ...(!absent.has('isActive') && { isActive: true }), ...write.data };
        const { data, nested } = translate(generic, path, null);
        const own = (['createdAt', 'updatedAt'] as const).filter((name) => !Object.hasOwn(write.data, name));
        const times = withTimes(own, data, nested);
        const whole = withNested(data, nested);
        requireMade(write.data, path, whole);
        return { ...write, path, data: whole, times };
      }
      case 'update': {
        const { updatedAt: _always, ...changes } = write.changes;
        const { data, nested } = translate(changes, path, stored);
        const times = withTimes(['updatedAt'], data, nested);
        requireMade(changes, path, withNested({ ...stored, ...data }, nested));
        return { ...write, path, changes: data, nested, times };
      }
    }
  };

  const nameOfTime = (name: 'createdAt' | 'updatedAt'): string | null => {
    const { places: [place = []] = [], date } = fields.get(name) ?? {};
    return absent.has(name) || date || place.length > 1 ? null : (place[0] ?? null);
  };

  return {
    toPortal,
    storedName: (name) => {
      const field = fields.get(name);
      if (!field) return storedName(name);
      const [place = []] = field.places;
      return field.places.length === 1 && place.length === 1 ? (place[0] ?? null) : null;
    },
    fieldNamed: (name) => fields.get(name),
    fixed: Object.fromEntries(made.filter(([, { places }]) => places.length > 1).map(([name, field]) => [name, whyReadOnly(field)])),
    parts: made
      .flatMap(([, { places }]) => (places.length > 1 ? places : []))
      .flatMap(([first = '', ...rest]) => (rest.length > 0 ? [] : portalNames(first))),
    needsStored: (write) => {
      if (write.kind !== 'set' && write.kind !== 'update') return false;
      const names = Object.keys(write.kind === 'set' ? write.data : write.changes);
      return names.some((name) => {
        const field = fields.get(name);
        return field !== undefined && (field.kind !== 'other' || field.values !== undefined || field.places.length > 1);
      });
    },
    toForeign,
    times: { createdAt: nameOfTime('createdAt'), updatedAt: nameOfTime('updatedAt') },
  };
}

/** Why a joined field cannot be changed here. */
function whyReadOnly({ places }: Pick<MappedField, 'places'>): string {
  const names = places.map((place) => place.join('.'));
  return `Se arma de ${names.slice(0, -1).join(', ')} y ${names.at(-1)} en sus datos; se cambia allá.`;
}

const isEmpty = (value: FieldValue | undefined) => value === undefined || value === null || value === '';

function refusal(path: string, name: string, message: string): AppError {
  return new AppError('invalid-input', `${path}: ${name} cannot be written as it is mapped`, {
    userMessage: `No se guardó. ${message}`,
    fields: { [name]: [message] },
  });
}

function valueAt(data: Fields, place: readonly string[]): FieldValue | undefined {
  let value: FieldValue | undefined = data;
  for (const name of place) value = isPlainMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** A value without its nested places; undefined if nothing is left. */
function without(value: FieldValue, places: readonly (readonly string[])[]): FieldValue | undefined {
  if (!isPlainMap(value)) return value;
  const rest = Object.entries(value).flatMap(([name, one]): [string, FieldValue][] => {
    const within = places.filter(([first]) => first === name).map((place) => place.slice(1));
    if (within.length === 0) return [[name, one]];
    const left = within.some((place) => place.length === 0) ? undefined : without(one, within);
    return left === undefined ? [] : [[name, left]];
  });
  return rest.length === 0 && Object.keys(value).length > 0 ? undefined : Object.fromEntries(rest);
}

/** The joined value; undefined if no part exists. */
function joined({ places }: MappedField, data: Fields): string | undefined {
  const parts = places.map((place) => valueAt(data, place)).filter((part) => part !== undefined);
  if (parts.length === 0) return undefined;
  return parts
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .map((part) => String(part).trim())
    .filter((part) => part !== '')
    .join(' ');
}
