import { GENERIC_COLUMNS, genericColumns, readText, type GenericColumns } from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';

interface RoleRow extends GenericColumns {
  title: string;
  value: string;
  stated_id: string;
}

/** Labels of roles (docs/specification.md section 3); what they tell of is read in domain/roles.ts. */
export const rolesProjection: Projection<RoleRow> = {
  database: 'main',
  collection: 'roles',
  table: 'roles',
  columns: { title: 'text', value: 'text', stated_id: 'text', ...GENERIC_COLUMNS },
  project: (document) => ({
    title: readText(document.data, 'title'),
    value: readText(document.data, 'value'),
    stated_id: readText(document.data, 'id'),
    ...genericColumns(document),
  }),
};
