import { listSource, sortedTable, type DeclaredList } from '../lists/declared-list.ts';
import type { LinkedRows } from '../lists/linked-rows.ts';
import { catalogImport } from './catalog-import.ts';
import { catalogList } from './catalog-list.ts';
import { maintainsOrder, type CatalogDefinition } from './definition.ts';
import { exportRecords, findListChoices } from './list-records.ts';
import { referredCatalog } from './references.ts';
import { CATALOGS, type CatalogId } from './registry.ts';
import { searchedCatalog } from './searched-catalog.ts';

/** The lists of all catalogs; only those with filter choices in the database get findChoices. */
export const CATALOG_LISTS: readonly DeclaredList[] = (Object.keys(CATALOGS) as CatalogId[]).map((catalog) => {
  const { definition } = CATALOGS[catalog];
  const list = catalogList(definition);
  const hasChoices = list.filters.some(({ choices }) => choices);
  return {
    url: definition.listUrl,
    open: (services, call) => exportRecords(services, { ...call, catalog }),
    ...(hasChoices && { findChoices: (services, call) => findListChoices(services, { ...call, catalog }) }),
    searched: searchedCatalog(definition),
    asked: listSource(list),
    ...(list.acts && { acts: list.acts }),
    ...(definition.parent && {
      under: (parentId: string) => {
        const { acts = [], ...one } = catalogList(definition, { id: parentId });
        return { asked: listSource(one), acts };
      },
    }),
    ...(!definition.parent && { imports: catalogImport(catalog) }),
    // Maintained orders have at most 400 records and are read whole.
    ...(!maintainsOrder(definition) && { sorted: sortedTable(list) }),
  };
});

/** Linked rows of references, where the referring list has a filter for them. */
export const CATALOG_LINKS: readonly LinkedRows[] = Object.values(CATALOGS).flatMap(({ definition }: { definition: CatalogDefinition }) =>
  definition.fields
    .filter((field) => field.filter && field.kind === 'reference')
    .map((field) => ({
      of: referredCatalog(field).id,
      list: catalogList(definition),
      params: (id) => ({ [field.name]: id }),
    })),
);
