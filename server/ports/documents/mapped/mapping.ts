import type { DatabaseName } from '../document-store.ts';
import { isPlainMap } from '../document-values.ts';
import { parseCollectionPath } from '../document-path.ts';
import { parseDateForm, type DateForm } from './date-form.ts';

/**
 * The mapping file (docs/mapping.md): what other programs call the portal's collections and fields. Pure: the caller passes in the file's
 * text and what the portal knows.
 */

/** The portal's kind of a field; `other` (lists, maps) passes as stored. */
export type PortalKind = 'text' | 'reference' | 'number' | 'flag' | 'day' | 'time' | 'other';

export interface KnownField {
  kind: PortalKind;
  /** Whether the portal never has to write it: only such a field may be joined from several. */
  canBeMade: boolean;
}

/** A collection that the portal reads. */
interface KnownCollection {
  database: DatabaseName;
  fields: Readonly<Record<string, KnownField>>;
}

/** By path without ids: `clientes`, `productos_servicios/productos`. */
export type KnownCollections = Readonly<Record<string, KnownCollection>>;

/** The file as JSON. */
export type MappingFile = Readonly<Record<string, CollectionInFile>>;

interface CollectionInFile {
  /** Name there, or path of a collection under a fixed document; by default its own name. */
  collection?: string;
  isActive?: FieldInFile | null;
  createdAt?: FieldInFile | null;
  updatedAt?: FieldInFile | null;
  updatedBy?: null;
  fields?: Readonly<Record<string, FieldInFile>>;
  values?: Readonly<Record<string, Readonly<Record<string, Scalar>>>>;
}

/** Name of a field there (`a.b` is in a map), several to be joined by spaces, or one with another format. */
type FieldInFile = string | readonly string[] | { field: string; date?: string; number?: true | '.' | ',' };
export type Scalar = string | number | boolean | null;

export interface MappedField {
  kind: PortalKind;
  /** Names from the document's top level down; with more than one place they are joined, and read-only. */
  places: readonly (readonly string[])[];
  date?: DateForm;
  /** For a number in text: its decimal separator. `true`: a number there, text here. */
  number?: true | '.' | ',';
  /** Pairs of stored label and portal value; of several labels for one value the first is written. */
  values?: readonly (readonly [label: string, value: Scalar])[];
}

type GenericField = (typeof GENERIC_FIELDS)[number];
const GENERIC_FIELDS = ['isActive', 'createdAt', 'updatedAt', 'updatedBy'] as const;

export interface MappedCollection {
  database: DatabaseName;
  /** As in KnownCollections. */
  key: string;
  /** There: a path for a root collection, a name for one below a record. */
  collection: string;
  /** Generic fields that the documents lack: never written on the portal's own initiative. */
  absent: readonly GenericField[];
  /** All fields known to the portal, including generic ones. */
  fields: Readonly<Record<string, MappedField>>;
}

export type Mapping = readonly MappedCollection[];

export interface MappingProblem {
  /** Position in the file: `clientes.fields.nombre`; '' for the whole file. */
  path: string;
  /** What is wrong, and what to write instead. */
  message: string;
}

/** Collections of the portal alone: no other program has them. */
export const OWN_COLLECTIONS: readonly string[] = [
  'auditoria',
  'auditoria_sellos',
  'notas',
  'configuracion',
  'imagenes',
  'vistas_guardadas',
  'accesos_programas',
  'reportes_programados',
  'reportes_ejecuciones',
];
const GENERIC_KINDS: Readonly<Record<GenericField, PortalKind>> = {
  isActive: 'flag',
  createdAt: 'time',
  updatedAt: 'time',
  updatedBy: 'other',
};
const PARTS = ['collection', ...GENERIC_FIELDS, 'fields', 'values'];
const FORBIDDEN_NAME = /^__.*__$|[\0\p{Cs}]/u;

export function parseMapping(text: string, known: KnownCollections): { mapping: Mapping; problems: MappingProblem[] } {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    return { mapping: [], problems: [{ path: '', message: `No es JSON (${(error as Error).message}). Corrija el archivo.` }] };
  }
  if (!isPlainMap(file)) return { mapping: [], problems: [{ path: '', message: 'Debe ser un objeto: { "clientes": { … } }.' }] };
  const problems: MappingProblem[] = [];
  const mapping = Object.entries(file).flatMap(([key, given]) => readCollection(key, given, known, problems) ?? []);
  checkCollections(mapping, known, problems);
  return { mapping, problems };
}

export function describeMappingProblem({ path, message }: MappingProblem): string {
  return path === '' ? message : `${path}: ${message}`;
}

function readCollection(key: string, given: unknown, known: KnownCollections, problems: MappingProblem[]): MappedCollection | null {
  const report = (path: string, message: string) => void problems.push({ path: path === '' ? key : `${key}.${path}`, message });
  const collection = Object.hasOwn(known, key) ? known[key] : undefined;
  if (OWN_COLLECTIONS.includes(key)) {
    report('', 'La lleva el portal mismo, con sus nombres. Quítela del archivo.');
    return null;
  }
  if (!collection) {
    const names = Object.keys(known).filter((name) => !OWN_COLLECTIONS.includes(name));
    report('', `El portal no tiene esta colección. Escriba una de las suyas: ${names.sort().join(', ')}.`);
    return null;
  }
  if (!isPlainMap(given)) {
    report('', 'Debe ser un objeto, como { "collection": "socios", "fields": { … } }.');
    return null;
  }
  for (const part of Object.keys(given))
    if (!PARTS.includes(part)) report(part, `No se conoce. Escriba una de estas partes: ${PARTS.join(', ')}.`);
  const fields = new FieldsReader(collection, given, report);
  return {
    database: collection.database,
    key,
    collection: readName(key, given['collection'], (message) => report('collection', message)),
    absent: GENERIC_FIELDS.filter((name) => given[name] === null),
    fields: fields.read(),
  };
}

function readName(key: string, given: unknown, report: (message: string) => void): string {
  const own = key.slice(key.lastIndexOf('/') + 1);
  if (given === undefined) return own;
  const isBelow = key.includes('/');
  try {
    if (typeof given !== 'string') throw new Error();
    parseCollectionPath(given, isBelow);
    return given;
  } catch {
    report(
      isBelow
        ? 'Escriba el nombre de la subcolección en sus datos, sin «/».'
        : 'Escriba el nombre de la colección en sus datos, como "socios", o su ruta, como "cooperativa/central/socios".',
    );
    return own;
  }
}

type ReportProblem = (path: string, message: string) => void;

/** The fields of one collection. */
class FieldsReader {
  readonly #known: KnownCollection['fields'];
  readonly #given: Readonly<Record<string, unknown>>;
  readonly #tell: ReportProblem;
  readonly #fields: Record<string, MappedField> = {};
  /** Where each field was given in the file, for messages. */
  readonly #paths = new Map<string, string>();

  constructor(collection: KnownCollection, given: Readonly<Record<string, unknown>>, report: ReportProblem) {
    this.#known = collection.fields;
    this.#given = given;
    this.#tell = report;
  }

  read(): Record<string, MappedField> {
    for (const [name, { kind }] of Object.entries(this.#known)) this.#fields[name] = { kind, places: [[name]] };
    for (const name of GENERIC_FIELDS) this.#readGeneric(name);
    for (const [name, given] of this.#entries('fields')) this.#readNamed(name, given);
    for (const [name, given] of this.#entries('values')) this.#readValues(name, given);
    this.#takeFormsOfDates();
    this.#checkPlaces();
    return this.#fields;
  }

  #entries(part: 'fields' | 'values'): [string, unknown][] {
    const given = this.#given[part] ?? {};
    if (isPlainMap(given)) return Object.entries(given);
    this.#tell(part, 'Debe ser un objeto con un campo del portal por línea.');
    return [];
  }

  #readGeneric(name: GenericField): void {
    const kind = GENERIC_KINDS[name];
    const given = this.#given[name];
    this.#fields[name] = { kind, places: [[name]] };
    if (given === undefined || given === null) return;
    if (name === 'updatedBy') this.#tell(name, 'Solo puede ser null: el portal no anota en sus documentos quién los cambió.');
    else if (Array.isArray(given)) this.#tell(name, 'El portal lo escribe: indique un solo campo, o null si no lo hay.');
    else this.#take(name, name, kind, given);
  }

  #readNamed(name: string, given: unknown): void {
    const path = `fields.${name}`;
    const known = Object.hasOwn(this.#known, name) ? this.#known[name] : undefined;
    if (!known) {
      const isGeneric = (GENERIC_FIELDS as readonly string[]).includes(name);
      const names = Object.keys(this.#known).sort().join(', ');
      this.#tell(
        path,
        isGeneric ? `Va fuera de «fields», junto a «collection».` : `El portal no tiene este campo. Escriba uno de los suyos: ${names}.`,
      );
    } else if (Array.isArray(given) && given.length > 1 && !known.canBeMade)
      this.#tell(path, 'El portal lo escribe, así que no puede armarse de varios. Indique un solo campo de sus datos.');
    else this.#take(name, path, known.kind, given);
  }

  #take(name: string, path: string, kind: PortalKind, given: unknown): void {
    const described: Readonly<Record<string, unknown>> = isPlainMap(given) ? given : { field: given };
    const names: readonly unknown[] = Array.isArray(described['field']) ? described['field'] : [described['field']];
    const places = names.map((one) => this.#readPlace(path, one)).filter((place) => place !== null);
    if (places.length < names.length || names.length === 0) {
      if (names.length === 0) this.#tell(path, 'La lista está vacía. Escriba los campos de sus datos, en su orden.');
      return;
    }
    const { field: _field, date, number, ...others } = described;
    for (const other of Object.keys(others)) this.#tell(`${path}.${other}`, 'No se conoce. Escriba "field", "date" o "number".');
    if (places.length > 1 && isPlainMap(given)) this.#tell(path, 'Una lista va sola: ["nombres", "apellidos"].');
    this.#paths.set(name, path);
    this.#fields[name] = {
      kind,
      places,
      ...(date !== undefined && this.#readDate(path, kind, date)),
      ...(number !== undefined && this.#readNumber(path, kind, number)),
    };
  }

  #readPlace(path: string, given: unknown): string[] | null {
    const place = typeof given === 'string' ? given.split('.') : [''];
    if (!place.some((part) => part === '' || FORBIDDEN_NAME.test(part))) return place;
    this.#tell(path, 'Escriba el nombre del campo en sus datos, como "cif"; "contacto.telefono" si está dentro de otro.');
    return null;
  }

  #readDate(path: string, kind: PortalKind, given: unknown): Pick<MappedField, 'date'> {
    if (kind !== 'text' && kind !== 'day' && kind !== 'time')
      this.#tell(`${path}.date`, 'Para el portal este campo no es una fecha. Quítelo.');
    const date = typeof given === 'string' ? parseDateForm(given) : null;
    if (!date) {
      const forms = '"dd/MM/yyyy", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-ddTHH:mm:ss.SSSZ", "milliseconds" o "seconds"';
      this.#tell(`${path}.date`, `No es una forma de fecha. Escriba día, mes y año una vez cada uno, como ${forms}.`);
    } else if (kind === 'day' && !date.isDay) {
      this.#tell(`${path}.date`, 'Para el portal es un día sin hora. Quite la hora de la forma.');
    }
    return date ? { date } : {};
  }

  #readNumber(path: string, kind: PortalKind, given: unknown): Pick<MappedField, 'number'> {
    if (kind === 'text' && given === true) return { number: given };
    if (kind === 'number' && (given === '.' || given === ',')) return { number: given };
    const way =
      kind === 'text'
        ? 'Para el portal es texto: escriba true si en sus datos es un número.'
        : kind === 'number'
          ? 'Para el portal es un número: escriba "," o "." (el signo decimal) si en sus datos es texto.'
          : 'Para el portal este campo no es un número ni un texto. Quítelo.';
    this.#tell(`${path}.number`, way);
    return {};
  }

  #readValues(name: string, given: unknown): void {
    const path = `values.${name}`;
    const field = Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
    if (!field || name === 'createdAt' || name === 'updatedAt' || name === 'updatedBy') {
      const names = ['isActive', ...Object.keys(this.#known).sort()].join(', ');
      return this.#tell(path, `El portal no tiene este campo. Escriba uno de los suyos: ${names}.`);
    }
    if (field.places.length > 1 || field.date || field.number)
      return this.#tell(path, 'Un campo de varios, o con «date» o «number», no lleva valores. Quite uno de los dos.');
    if (!isPlainMap(given) || Object.keys(given).length === 0)
      return this.#tell(path, 'Escriba lo guardado y lo que significa para el portal, como { "S": true, "N": false }.');
    const values = Object.entries(given).filter((entry): entry is [string, Scalar] =>
      this.#isValue(`${path}.${entry[0]}`, field.kind, entry[1]),
    );
    for (const needed of field.kind === 'flag' ? [true, false] : [])
      if (!values.some(([, value]) => value === needed))
        this.#tell(path, `Falta lo que se guarda para ${String(needed)}: el portal lo escribe.`);
    this.#paths.set(name, this.#paths.get(name) ?? path);
    this.#fields[name] = { ...field, values };
  }

  #isValue(path: string, kind: PortalKind, value: unknown): boolean {
    const isRight =
      kind === 'flag'
        ? typeof value === 'boolean'
        : kind === 'number'
          ? typeof value === 'number' || value === null
          : typeof value === 'string' || (kind === 'other' && (typeof value === 'number' || typeof value === 'boolean' || value === null));
    if (!isRight) this.#tell(path, `Escriba ${WORDS[kind]}, que es lo que el portal lee.`);
    return isRight;
  }

  /** A creation time stored in the same place as a day field uses that field's format. */
  #takeFormsOfDates(): void {
    const { createdAt } = this.#fields;
    if (!createdAt || createdAt.date || this.#given['createdAt'] === undefined) return;
    const same = Object.entries(this.#fields).find(
      ([name, { date, places }]) => name !== 'createdAt' && date && isSamePlace(places, createdAt.places),
    );
    if (same?.[1].date) this.#fields['createdAt'] = { ...createdAt, date: same[1].date };
  }

  /** No two portal fields may share a place, be nested in each other, or use the place of an unmapped field. */
  #checkPlaces(): void {
    const entries = Object.entries(this.#fields);
    for (const [name, field] of entries) {
      const path = this.#paths.get(name);
      if (path === undefined) continue;
      for (const [other, { places }] of entries) {
        // A joined field only reads; the creation time is written once, and may share the place of a day field.
        const isAside = field.places.length > 1 || places.length > 1 || name === 'createdAt' || other === 'createdAt';
        if (other === name || isAside || !field.places.some((one) => places.some((two) => areNested(one, two)))) continue;
        if (!this.#paths.has(other))
          this.#tell(
            path,
            `«${other}» también es un campo del portal, que así quedaría oculto. Dele otro lugar: "fields": { "${other}": "${other}_portal" }.`,
          );
        else if (name < other)
          this.#tell(path, `Dos campos del portal, «${name}» y «${other}», quedan en «${placeOf(field)}». Dé a cada uno el suyo.`);
      }
    }
  }
}

const WORDS: Readonly<Record<PortalKind, string>> = {
  flag: 'true o false',
  number: 'un número',
  text: 'un texto',
  reference: 'un texto',
  day: 'un texto',
  time: 'un texto',
  other: 'un texto, un número, true, false o null',
};

const placeOf = ({ places }: MappedField) => places.map((place) => place.join('.')).join(', ');

function areNested(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((part, index) => part === other[index]);
}

function isSamePlace(one: MappedField['places'], other: MappedField['places']): boolean {
  return one.length === 1 && other.length === 1 && one[0]?.join('.') === other[0]?.join('.');
}

/** No two collections of the portal may share a place there. */
function checkCollections(mapping: Mapping, known: KnownCollections, problems: MappingProblem[]): void {
  const mapped = new Set(mapping.map(({ key }) => key));
  const ownerByPlace = new Map<string, string>();
  const placeIn = (database: DatabaseName, key: string, collection: string) =>
    `${database}:${key.includes('/') ? `${key.slice(0, key.lastIndexOf('/'))}/*/` : ''}${collection}`;
  for (const [key, { database }] of Object.entries(known))
    if (!mapped.has(key)) ownerByPlace.set(placeIn(database, key, key.slice(key.lastIndexOf('/') + 1)), key);
  for (const database of ['main', 'digitalization'] as const)
    for (const own of OWN_COLLECTIONS) ownerByPlace.set(placeIn(database, own, own), own);
  for (const { key, database, collection } of mapping) {
    const place = placeIn(database, key, collection);
    const other = ownerByPlace.get(place);
    if (other !== undefined)
      problems.push({ path: `${key}.collection`, message: `En «${collection}» ya está «${other}» del portal. Dé a cada una la suya.` });
    ownerByPlace.set(place, key);
  }
}
