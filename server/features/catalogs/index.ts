import { createCatalogs } from '../../catalogs/catalogs.ts';
import { CATALOG_LISTS } from '../../catalogs/declared-catalogs.ts';
import { recordsPlace } from '../../catalogs/definition.ts';
import { CATALOG_PROJECTIONS, CATALOGS } from '../../catalogs/registry.ts';
import { feature } from '../feature.ts';

/** Every entity of server/catalogs. */
export const catalogs = feature({
  verbs: { catalogs: createCatalogs },
  records: Object.fromEntries(Object.values(CATALOGS).map(({ definition }) => [recordsPlace(definition), definition.fields])),
  projections: CATALOG_PROJECTIONS,
  lists: CATALOG_LISTS,
});
