import { formatExtraFields } from '../../domain/extra-field-lines.ts';
import type { Field } from '../../records/fields.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';
import { isExtraField } from '../../domain/extra-fields.ts';
import { dayOf } from '../../domain/dates.ts';
import { PUBLISHING_LABEL, publishingLabel, publishingState, readPublishing, type PublishingWindow } from '../../domain/publishing.ts';
import type { Entity } from '../../testing/lifecycle/lifecycle.contract.ts';
import { creationValues } from '../record-values.ts';
import type { CatalogConflict } from '../record.ts';
import { CATALOGS, type CatalogId } from '../registry.ts';
import type { CatalogFixture } from './catalog-fixture.ts';
import { testStaff } from '../../testing/test-staff.ts';
import { actor } from './catalog-tools.ts';
import { sampleOf } from './samples.ts';

const people = [actor, testStaff({ id: 'beto', name: 'Beto Ruiz', sessionId: 's2' })] as const;
const idOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Any catalog with its verbs, for the lifecycle tests of all entities. */
export function catalogEntity({ sql, catalogs }: Pick<CatalogFixture, 'sql' | 'catalogs'>, catalog: CatalogId): Entity {
  const { definition, projection } = CATALOGS[catalog];
  const { values, second } = sampleOf(catalog);
  const call = { actor, catalog };
  const pathOf = (id: string) => `${catalog}/${id}`;
  const nameOf = async (table: string, id: unknown) =>
    (await sql.query<{ nombre: string }>(`SELECT nombre FROM ${quoteIdentifier(table)} WHERE id = $1`, [id])).rows[0]?.nombre;
  const cellOf = (field: Field, value: unknown) => (field.kind === 'reference' ? nameOf(field.catalog ?? '', value) : shown(field, value));
  return {
    projection,
    computed: Object.keys(definition.computed ?? {}),
    create: async (change) => pathOf((await catalogs.createRecord({ ...call, values: { ...values, ...change }, formToken: '' })).id),
    first: values,
    writes: () => creationValues(definition, new Date()),
    title: definition.titleField,
    searches: ['titulo peculiar 12', 'TÍTULO', 'peculiar 1/2', '12\\ titulo'],
    find: async (params) => (await catalogs.findRecords({ ...call, params })).rows.map(({ id }) => pathOf(id)),
    editing: {
      second,
      version: async (path) => (await catalogs.getRecord({ ...call, id: idOf(path) })).version,
      save: (person, { path, version, values: changes }) =>
        catalogs.updateRecord({ ...call, actor: people[person], id: idOf(path), ifVersion: version, values: changes }),
      conflict: ({ details }) => {
        const { stored, submitted, differing } = details as unknown as CatalogConflict;
        return { stored: stored.values, submitted, differing, version: stored.version };
      },
    },
    removing: {
      deactivate: (path) => catalogs.deactivateRecord({ ...call, id: idOf(path) }),
      restore: (path) => catalogs.restoreRecord({ ...call, id: idOf(path) }),
    },
    exported: (params) => catalogs.exportRecords({ ...call, params }),
    async cells(row) {
      const fields = await Promise.all(
        definition.fields
          .filter((field) => field.export)
          // Typed fields in the lines that an import takes.
          .map(async (field) => {
            const value = row[field.name];
            const isTyped = field.kind === 'extra-fields' && Array.isArray(value);
            return [field.label, isTyped ? formatExtraFields(value.filter(isExtraField)) : await cellOf(field, value)] as const;
          }),
      );
      return {
        ...Object.fromEntries(fields),
        // Nothing refers to a new record yet.
        ...(definition.counted && { [definition.counted.label]: 0 }),
        ...(definition.publishing && { [PUBLISHING_LABEL]: stateOf(definition.publishing, row) }),
        'Fecha de creación': row['createdAt'],
        'Última modificación': row['updatedAt'],
        Código: row['id'],
      };
    },
  };
}

function stateOf(window: PublishingWindow, row: Readonly<Record<string, unknown>>): string {
  return publishingLabel(publishingState(readPublishing(window, row, row['isActive'] !== false), dayOf(new Date())));
}

/** The value as people see it: labels for flags and choices, a list in one cell. */
export function shown(field: Pick<Field, 'options'>, value: unknown): unknown {
  const words = field.options?.find((option) => option.value === String(value))?.label;
  return words ?? (Array.isArray(value) ? value.map((item: unknown) => (isExtraField(item) ? item.etiqueta : item)).join(', ') : value);
}
