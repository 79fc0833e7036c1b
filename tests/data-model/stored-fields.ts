import type { Field } from '#server/records/fields.ts';
import { CATALOGS, type RegisteredCatalog } from '#server/catalogs/registry.ts';
import type { FieldKind } from '#server/domain/fields.ts';
import { PROJECTIONS } from '#server/registries.ts';
import type { AnyProjection, ColumnType } from '#server/read-model/projection.ts';
import type { CollectionNote, StoredType } from './describe-collection.ts';

export interface StoredField {
  name: string;
  type: StoredType;
  /** Label in the form; '' without a form. */
  label: string;
  required: boolean;
  means: string;
}

const GENERIC = ['isActive', 'createdAt', 'updatedAt'];

const definitions = new Map<string, { fields: readonly Field[] }>(
  (Object.values(CATALOGS) as readonly RegisteredCatalog[]).map(({ definition }) => [definition.id, definition]),
);

const TYPE_OF_COLUMN: Readonly<Record<Exclude<ColumnType, 'jsonb'>, StoredType>> = {
  text: 'text',
  'text[]': 'list of text',
  boolean: 'true or false',
  integer: 'whole number',
  bigint: 'whole number',
  'double precision': 'number',
  numeric: 'number',
  timestamptz: 'timestamp',
  date: 'day as text, YYYY-MM-DD',
};

const TYPE_OF_KIND: Readonly<Record<FieldKind, StoredType>> = {
  text: 'text',
  'long-text': 'text',
  email: 'text',
  phone: 'text',
  integer: 'whole number',
  decimal: 'number',
  flag: 'true or false',
  choice: 'text',
  date: 'day as text, YYYY-MM-DD',
  'creation-day': 'day as text, day/month/year',
  time: 'text',
  words: 'list of text',
  lines: 'list of text',
  ids: 'list of text',
  reference: 'text',
  link: 'text',
  image: 'text',
  links: 'list of text',
  'extra-fields': 'list of maps',
};

export const projectionOf = ({ table, database }: CollectionNote): AnyProjection | undefined =>
  PROJECTIONS.find((projection) => projection.table === table && projection.database === database);

/** Columns that come from a document: not the generic ones, those in `COMPUTED`, and `search_text`. */
export function storedColumns({ table, columns }: AnyProjection): string[] {
  return Object.keys(columns).filter(
    (name) => !GENERIC.includes(name) && !(COMPUTED[table] ?? []).includes(name) && !['search_text', 'masked_text'].includes(name),
  );
}

/** Columns that a projection computes. */
const COMPUTED: Readonly<Record<string, readonly string[]>> = {
  agencias: ['hours_clear', 'phone_clear'],
  auditoria: ['changes', 'target_id', 'target_name'],
  cotizaciones: ['first_follow_up_at', 'last_follow_up_at', 'last_stage', 'follow_up_count', 'waiting_since', 'outcome'],
  packages: ['from_agency', 'line_count', 'checked_count', 'difference_count'],
  reportes_ejecuciones: ['is_due'],
  productos_servicios_productos: ['parentId'],
  productos_servicios_fotos: ['parentId'],
};

/** Fields of a collection with what definition and projection say about them. @throws where no type is known */
export function storedFields(note: CollectionNote): StoredField[] {
  const projection = projectionOf(note);
  const definition = definitions.get(note.table ?? '');
  return Object.entries(note.fields).map(([name, described]) => {
    const field = definition?.fields.find((entry) => entry.name === name);
    const column = projection?.columns[name];
    const known = field ? TYPE_OF_KIND[field.kind] : column && column !== 'jsonb' ? TYPE_OF_COLUMN[column] : undefined;
    const type = typeof described === 'string' ? known : described.type;
    if (!type) throw new Error(`${note.path}: the type of ${name} is not known`);
    return {
      name,
      type,
      label: field?.label ?? '',
      required: field?.required ?? false,
      means: typeof described === 'string' ? described : described.means,
    };
  });
}

/** Field names of a definition. */
export function definedFields({ table }: CollectionNote): string[] | null {
  return definitions.get(table ?? '')?.fields.map(({ name }) => name) ?? null;
}

/** Whether a stored value has the type; null and '' mean "no value" for every type. */
export function isOfType(value: unknown, type: StoredType): boolean {
  if (value === null || value === '') return true;
  switch (type) {
    case 'text':
      return typeof value === 'string';
    case 'day as text, YYYY-MM-DD':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
    case 'day as text, day/month/year':
      return typeof value === 'string' && /^\d{1,2}\/\d{1,2}\/\d{4}$/.test(value);
    case 'whole number':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'true or false':
      return typeof value === 'boolean';
    case 'timestamp':
      return value instanceof Date;
    case 'list of text':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'list of maps':
      return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item));
    case 'map':
      return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
  }
}
