import { ownId } from '../platform/document-id.ts';
import type { CatalogRow } from './catalog-columns.ts';
import { catalogList } from './catalog-list.ts';
import { catalogTitle, recordPageUrl, type CatalogDefinition } from './definition.ts';
import type { List } from '../lists/list.ts';
import { searchedList, type SearchedList } from '../lists/search-hits.ts';
import { fragment, identifier, quoteIdentifier, type SqlFragment } from '../platform/sql/sql-fragment.ts';

/** The searchable list of a catalog; with parents, the records of all of them. */
export function searchedCatalog(definition: CatalogDefinition): SearchedList {
  const list = catalogList(definition);
  return searchedList(definition.parent ? acrossParents(list, definition, definition.parent) : list);
}

type Parent = NonNullable<CatalogDefinition['parent']>;

/** The name of the record above comes first among the facts. */
function acrossParents(list: List<CatalogRow>, definition: CatalogDefinition, parent: Parent): List<CatalogRow> {
  const [table = '', name = ''] = [parent.definition.id, parent.definition.titleField].map(quoteIdentifier);
  return {
    ...list,
    access: () => [presentParent(parent)],
    sheet: { title: catalogTitle(definition) },
    hit: {
      ...list.hit,
      facts: (row) => (typeof row['above'] === 'string' ? [row['above']] : []),
      also: `(SELECT p.${name} FROM ${table} p WHERE p.id = t."parentId") AS above`,
      href: ({ id }) => recordPageUrl(definition, id.slice(0, id.lastIndexOf('/')), ownId(id)),
    },
  };
}

/** Records are not found if the record above is deactivated or may not have any. */
function presentParent({ definition, flag }: Parent): SqlFragment {
  const has = flag === undefined ? fragment`` : fragment` AND p.${identifier(flag)}`;
  return fragment`EXISTS (SELECT 1 FROM ${identifier(definition.id)} p WHERE p.id = t."parentId" AND p."isActive" AND NOT p.source_deleted${has})`;
}
