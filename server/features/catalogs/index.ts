import { createCatalogs } from '../../catalogs/catalogs.ts';
import { CATALOG_LISTS } from '../../catalogs/declared-catalogs.ts';
import { CATALOG_PROJECTIONS } from '../../catalogs/registry.ts';
import { feature } from '../feature.ts';

/** Every entity of server/catalogs. */
export const catalogs = feature({ verbs: { catalogs: createCatalogs }, projections: CATALOG_PROJECTIONS, lists: CATALOG_LISTS });
