import { catalogTitle, listPageUrl, recordsUrl, type CatalogDefinition } from './definition.ts';
import { describeFields } from '../records/record-fields.ts';

/** What screens know of a catalog: JSON, sent as loader data. Rules and queries stay on the server. */
export type CatalogDescription = ReturnType<typeof describeCatalog>;

export function describeCatalog(definition: CatalogDefinition, parentId = '') {
  const { id, menu, noun, titleField, orderField = '', counted = null, undo = null, publishing = null, parent } = definition;
  const pageUrl = listPageUrl(definition, parentId);
  return {
    id,
    /** Permission of the screens. */
    menu,
    noun,
    title: catalogTitle(definition),
    titleField,
    /** '' when the records have no order of their own. */
    orderField,
    counted,
    publishing,
    undo,
    /** '' without a parent. */
    parentId,
    /** Base address of the records. */
    listUrl: recordsUrl(definition, parentId),
    /** The page that shows the list. */
    pageUrl,
    /** Breadcrumbs above a record, nearest last; the parent record's label is filled in from the data. */
    above: parent
      ? [
          { label: catalogTitle(parent.definition), href: parent.definition.listUrl },
          { label: '', href: pageUrl },
        ]
      : [{ label: catalogTitle(definition), href: pageUrl }],
    fields: describeFields(definition.fields),
  };
}
