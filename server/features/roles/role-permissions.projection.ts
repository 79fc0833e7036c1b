import { GENERIC_COLUMNS, genericColumns, readTextList, type GenericColumns } from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';

interface RolePermissionRow extends GenericColumns {
  menus: string[];
}

/** `permisos_rol/{role}`: the menu ids that a role may see (docs/specification.md section 6). */
export const rolePermissionsProjection: Projection<RolePermissionRow> = {
  database: 'main',
  collection: 'permisos_rol',
  table: 'permisos_rol',
  columns: { menus: 'text[]', ...GENERIC_COLUMNS },
  project: (document) => ({ menus: readTextList(document.data, 'menus'), ...genericColumns(document) }),
};
