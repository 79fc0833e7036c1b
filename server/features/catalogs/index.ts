import { createCatalogs } from '../../catalogs/catalogs.ts';
import { CATALOG_LINKS, CATALOG_LISTS } from '../../catalogs/declared-catalogs.ts';
import { catalogTitle, recordPageUrl, collectionPath, type CatalogDefinition } from '../../catalogs/definition.ts';
import { getRecord } from '../../catalogs/record.ts';
import { CATALOG_PROJECTIONS, CATALOGS, type CatalogId } from '../../catalogs/registry.ts';
import type { DeclaredRecord } from '../../records/declared-record.ts';
import { feature } from '../feature.ts';
import { IMAGES_COLLECTION } from '../../domain/images.ts';

/** Every entity of server/catalogs, and the pictures of their contents. */
export const catalogs = feature({
  verbs: { catalogs: createCatalogs },
  records: {
    ...Object.fromEntries(
      (Object.keys(CATALOGS) as CatalogId[]).map((catalog) => [collectionPath(CATALOGS[catalog].definition), declaredCatalog(catalog)]),
    ),
    [IMAGES_COLLECTION]: { noun: { singular: 'imagen', plural: 'imágenes', gender: 'f' } },
  },
  projections: CATALOG_PROJECTIONS,
  lists: CATALOG_LISTS,
  linkedRows: CATALOG_LINKS,
});

function declaredCatalog(catalog: CatalogId): DeclaredRecord {
  const definition: CatalogDefinition = CATALOGS[catalog].definition;
  const { id, menu, parent, noun, titleField, fields } = definition;
  return {
    noun,
    title: catalogTitle(definition),
    page: { menu, href: ([first = '', last = first]) => recordPageUrl(definition, first, last) },
    names: { table: id, name: titleField },
    ...(!parent && {
      open: async (services, { actor, id: record }) => {
        const { title } = await getRecord(services, { actor, id: record, catalog });
        return { href: recordPageUrl(definition, record, record), name: `«${title}»` };
      },
    }),
    fields,
  };
}
