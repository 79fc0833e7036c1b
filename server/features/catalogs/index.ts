import { createCatalogs } from '../../catalogs/catalogs.ts';
import { CATALOG_LISTS } from '../../catalogs/declared-catalogs.ts';
import { catalogTitle, recordPageUrl, recordsPlace, type CatalogDefinition } from '../../catalogs/definition.ts';
import { CATALOG_PROJECTIONS, CATALOGS } from '../../catalogs/registry.ts';
import type { DeclaredRecord } from '../../records/declared-record.ts';
import { feature } from '../feature.ts';
import { IMAGES_COLLECTION } from '../../domain/images.ts';

/** Every entity of server/catalogs, and the pictures of their contents. */
export const catalogs = feature({
  verbs: { catalogs: createCatalogs },
  records: {
    ...Object.fromEntries(Object.values(CATALOGS).map(({ definition }) => [recordsPlace(definition), declaredCatalog(definition)])),
    [IMAGES_COLLECTION]: { noun: { singular: 'imagen', plural: 'imágenes', gender: 'f' } },
  },
  projections: CATALOG_PROJECTIONS,
  lists: CATALOG_LISTS,
});

function declaredCatalog(definition: CatalogDefinition): DeclaredRecord {
  const { id, menu, parent, noun, titleField, fields } = definition;
  return {
    noun,
    title: catalogTitle(definition),
    page: { menu, href: ([first = '', last = first]) => recordPageUrl(definition, first, last) },
    // The rows of sub-collections are named by the id above as well.
    ...(!parent && { names: { table: id, name: titleField } }),
    fields,
  };
}
