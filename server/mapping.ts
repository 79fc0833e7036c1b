import { readFile } from 'node:fs/promises';
import { ConfigError } from './config/config.ts';
import type { FieldKind } from './domain/fields.ts';
import {
  parseMapping,
  describeMappingProblem,
  type KnownCollections,
  type KnownField,
  type Mapping,
  type PortalKind,
} from './ports/documents/mapped/mapping.ts';
import type { AnyProjection, ColumnType } from './read-model/projection.ts';
import type { DeclaredRecords } from './records/declared-record.ts';
import type { Field } from './records/fields.ts';
import type { Registries } from './services.ts';

/**
 * null when documents use the portal's own names. @throws ConfigError with every problem of the file
 * @param open loads the features, only needed with a mapping
 */
export async function loadMapping(file: string | null, open: () => Promise<{ REGISTRIES: Registries }>): Promise<Mapping | null> {
  if (file === null) return null;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ConfigError([`MAPPING_FILE: no se puede leer (${(error as Error).message})`]);
  });
  const { REGISTRIES } = await open();
  const { mapping, problems } = parseMapping(text, knownCollections(REGISTRIES));
  if (problems.length > 0) throw new ConfigError(problems.map((problem) => `MAPPING_FILE: ${describeMappingProblem(problem)}`));
  return mapping.length > 0 ? mapping : null;
}

/** What a mapping may refer to: fields the read model reads from documents, and declared fields of records. */
export function knownCollections({ projections, records }: Pick<Registries, 'projections' | 'records'>): KnownCollections {
  return Object.fromEntries(
    projections.map((projection) => {
      const { database } = projection;
      const [key, declared] = placeOf(projection, records);
      return [key, { database, fields: { ...fieldsOfTable(projection, declared), ...declaredFields(projection, declared) } }];
    }),
  );
}

/** The path of a sub-collection contains that of its parent. */
function placeOf(
  { collection, group, table }: AnyProjection,
  records: DeclaredRecords,
): [key: string, declared: readonly Field[] | undefined] {
  const path = group ? Object.keys(records).find((one) => one.replaceAll('/*/', '_') === table) : collection;
  return [(path ?? collection).replaceAll('/*/', '/'), records[path ?? '']?.fields];
}

const GENERIC = ['isActive', 'createdAt', 'updatedAt', 'search_text', 'masked_text'];
/** Kinds of fields that people type as text and the portal can do without. */
const LINES: readonly FieldKind[] = ['text', 'long-text', 'email', 'phone'];
const KIND_OF_COLUMN: Readonly<Record<ColumnType, PortalKind>> = {
  text: 'text',
  'text[]': 'other',
  boolean: 'flag',
  integer: 'number',
  bigint: 'number',
  'double precision': 'number',
  numeric: 'number',
  timestamptz: 'time',
  jsonb: 'other',
  date: 'day',
};

/** The portal writes no field of a collection whose fields are not declared. */
function fieldsOfTable(projection: AnyProjection, declared: readonly Field[] | undefined): Record<string, KnownField> {
  const { columns } = projection;
  const names = Object.keys(columns).filter((name) => !GENERIC.includes(name) && isStored(projection, name));
  return Object.fromEntries(
    names.map((name) => {
      const kind = KIND_OF_COLUMN[columns[name] ?? 'jsonb'];
      return [name, { kind, canBeMade: kind === 'text' && declared === undefined }];
    }),
  );
}

const PROBES = ['zz9', '2001-02-03', 7, 12.5, false, true, ['zz9'], { id: 'zz9', name: 'zz9', zz9: 'zz9' }] as const;

/** Whether a column is read from a field of the same name: others are computed or counted. */
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

function declaredFields({ columns }: AnyProjection, declared: readonly Field[] = []): Record<string, KnownField> {
  return Object.fromEntries(
    declared
      .filter(({ name }) => !name.includes('.'))
      .map(({ name, kind }): [string, KnownField] => {
        const column = KIND_OF_COLUMN[columns[name] ?? (LINES.includes(kind) ? 'text' : 'jsonb')];
        return [
          name,
          {
            kind: kind === 'date' ? 'day' : kind === 'reference' && column === 'text' ? kind : column,
            canBeMade: column === 'text' && LINES.includes(kind),
          },
        ];
      }),
  );
}
