import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../domain/errors.ts';
import type { Fields, FieldValue, NestedChange, Write } from '../document-store.ts';
import { checkFields, isPlainMap, withNested } from '../document-values.ts';
import type { MappedCollection, MappedField } from './mapping.ts';
import { toForeignValue, toPortalValue, UnmappableValue } from './mapped-values.ts';

/** After the name of a stored field that the portal reads something else under: it is not hidden, and nothing takes it for the portal's. */
const UNMAPPED = ' (sin mapeo)';

type Draft = Record<string, FieldValue>;

/** The documents of one mapped collection: as the portal reads them, and its writes as the store takes them. */
export interface MappedDocuments {
  toPortal(stored: Fields): Fields;
  /** Where a portal's field of that name lies, if it is a field of the document itself; else null. */
  storedName(field: string): string | null;
  fieldNamed(field: string): MappedField | undefined;
  /** Why a field cannot be changed, by the names of those. */
  fixed: Readonly<Record<string, string>>;
  /** Whether a write depends on what is stored. */
  needsStored(write: Write): boolean;
  /** @throws invalid-input for what cannot be written back */
  toForeign(write: Write, path: string, stored: Fields | null): Write;
  /** Names in the store of the times that the store itself writes; null where it has none. */
  times: { createdAt: string | null; updatedAt: string | null };
}

export function mapDocuments(collection: MappedCollection): MappedDocuments {
  const fields = new Map(Object.entries(collection.fields));
  const absent = new Set<string>(collection.absent);
  /** Portal fields by the name of the stored one. */
  const byName = new Map<string, string[]>();
  /** Those that are more than another name: read of several, or of one within another. */
  const made: [string, MappedField][] = [];
  const moved = new Set<string>();
  /** Places within a stored field that are fields of the portal, by the name of that. */
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

  /** What a write gives, in the store's names: fields of the document, and those within others. */
  const translate = (given: Fields, path: string, stored: Fields | null) => {
    const data: Draft = {};
    const nested: NestedChange[] = [];
    // The time of creation first: a field that is the same day says it better.
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
    // One within a map that is written as a whole goes into that.
    const apart = nested.filter(({ place, value }) => {
      const [first = ''] = place;
      if (!(first in data)) return true;
      Object.assign(data, withNested(data, [{ place, value }]));
      return false;
    });
    return { data, nested: apart };
  };

  /** Generic fields that the documents have not: never given on the portal's own account. */
  const isLeftOut = (name: string, value: FieldValue, stored: Fields | null): boolean =>
    absent.has(name) && (name === 'updatedBy' || (name === 'isActive' && value === true && (stored === null || !('isActive' in stored))));

  /** A field that is made of several changes with them alone. */
  const requireMade = (given: Fields, path: string, after: Fields): void => {
    for (const [name, field] of made) {
      if (field.places.length < 2 || !Object.hasOwn(given, name)) continue;
      const value = given[name] ?? '';
      if (value !== (joined(field, after) ?? '')) throw refusal(path, name, whyReadOnly(field));
    }
  };

  /** The times of a write: by the store's clock where they are a field of the document, else by ours in the form that they have. */
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
    // A list would be taken apart into fields here, and look like a document to the store.
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

/** Why a field that is made of several cannot be changed here. */
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

/** A value without what lies at the places within; undefined where that was all. */
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

/** undefined where there is none of them. */
function joined({ places }: MappedField, data: Fields): string | undefined {
  const parts = places.map((place) => valueAt(data, place)).filter((part) => part !== undefined);
  if (parts.length === 0) return undefined;
  return parts
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .map((part) => String(part).trim())
    .filter((part) => part !== '')
    .join(' ');
}
