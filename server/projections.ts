import { briefcaseFilesProjection } from './briefcase/briefcase-files.projection.ts';
import { fileEventsProjection } from './briefcase/file-events.projection.ts';
import { CATALOG_PROJECTIONS } from './catalogs/registry.ts';
import { customersProjection } from './customers/customers.projection.ts';
import { userActivityProjection } from './clicks/user-activity.projection.ts';
import type { AnyProjection } from './read-model/projection.ts';
import { servicePhotosProjection } from './products/service-photos.projection.ts';
import { serviceProductsProjection } from './products/service-products.projection.ts';
import { servicesProjection } from './products/services.projection.ts';
import { quotesProjection } from './quotes/quotes.projection.ts';
import { rolePermissionsProjection } from './read-model/projections/role-permissions.projection.ts';
import { usersProjection } from './read-model/projections/users.projection.ts';

/** Every collection that has a table: one line per projection. Collections that are not here live only in the store. */
export const PROJECTIONS: readonly AnyProjection[] = [
  usersProjection,
  rolePermissionsProjection,
  ...CATALOG_PROJECTIONS,
  servicesProjection,
  serviceProductsProjection,
  servicePhotosProjection,
  customersProjection,
  quotesProjection,
  briefcaseFilesProjection,
  fileEventsProjection,
  userActivityProjection,
];
