import { briefcaseFilesProjection } from './briefcase/briefcase-files.projection.ts';
import { fileEventsProjection } from './briefcase/file-events.projection.ts';
import { CATALOG_PROJECTIONS } from './catalogs/registry.ts';
import type { AnyProjection } from './read-model/projection.ts';
import { rolePermissionsProjection } from './read-model/projections/role-permissions.projection.ts';
import { usersProjection } from './read-model/projections/users.projection.ts';

/** Every collection that has a table: one line per projection. Collections that are not here live only in the store. */
export const PROJECTIONS: readonly AnyProjection[] = [
  usersProjection,
  rolePermissionsProjection,
  ...CATALOG_PROJECTIONS,
  briefcaseFilesProjection,
  fileEventsProjection,
];
