import type { Noun } from '../domain/grammar.ts';
import type { MenuId } from '../domain/menu.ts';
import type { CatalogDefinition, FieldDescription } from './definition.ts';

/** What screens know of a catalog: JSON, sent as loader data. Rules and queries stay on the server. */
export interface CatalogDescription {
  id: string;
  listUrl: string;
  /** Permission of the screens. */
  menu: MenuId;
  noun: Noun;
  titleField: string;
  /** '' when the records have no order of their own. */
  orderField: string;
  fields: readonly FieldDescription[];
}

export function describeCatalog(definition: CatalogDefinition): CatalogDescription {
  return {
    id: definition.id,
    listUrl: definition.listUrl,
    menu: definition.menu,
    noun: definition.noun,
    titleField: definition.titleField,
    orderField: definition.orderField ?? '',
    fields: definition.fields.map(({ schema: _schema, ...description }) => description),
  };
}
