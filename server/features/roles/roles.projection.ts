import { GENERIC_COLUMNS, genericColumns, readText, readTextList, type GenericColumns } from '../../read-model/field-readers.ts';
import type { RoleSwitches } from '../../domain/roles.ts';
import { readSwitches } from '../../staff/stored-roles.ts';
import type { Projection } from '../../read-model/projection.ts';

interface RoleRow extends GenericColumns, RoleSwitches {
  title: string;
  value: string;
  stated_id: string;
}

/** Labels of roles (docs/specification.md section 3); domain/roles.ts interprets them. */
export const rolesProjection: Projection<RoleRow> = {
  database: 'main',
  collection: 'roles',
  table: 'roles',
  columns: {
    title: 'text',
    value: 'text',
    stated_id: 'text',
    segundoFactor: 'boolean',
    soloAgencia: 'boolean',
    equipoPropio: 'boolean',
    ...GENERIC_COLUMNS,
  },
  project: (document) => ({
    title: readText(document.data, 'title'),
    value: readText(document.data, 'value'),
    stated_id: readText(document.data, 'id'),
    ...readSwitches(document.data),
    ...genericColumns(document),
  }),
};

interface RolePermissionRow extends GenericColumns {
  menus: string[];
  accionesNegadas: string[];
}

/** `permisos_rol/{role}`: the menu ids that a role may see (docs/specification.md section 6), and what its people may not do there. */
export const rolePermissionsProjection: Projection<RolePermissionRow> = {
  database: 'main',
  collection: 'permisos_rol',
  table: 'permisos_rol',
  columns: { menus: 'text[]', accionesNegadas: 'text[]', ...GENERIC_COLUMNS },
  project: (document) => ({
    menus: readTextList(document.data, 'menus'),
    accionesNegadas: readTextList(document.data, 'accionesNegadas'),
    ...genericColumns(document),
  }),
};
