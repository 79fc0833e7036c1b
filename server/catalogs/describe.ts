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
    /** The records lie under it. */
    listUrl: recordsUrl(definition, parentId),
    /** The page that shows the list. */
    pageUrl,
    /** The pages above a record, that one the last; the name of a parent only data knows. */
    above: parent
      ? [
          { label: catalogTitle(parent.definition), href: parent.definition.listUrl },
          { label: '', href: pageUrl },
        ]
      : [{ label: catalogTitle(definition), href: pageUrl }],
    fields: describeFields(definition.fields),
  };
}
