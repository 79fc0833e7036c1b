import { recordNotFound, type CatalogRecord } from '../../catalogs/record.ts';
import { itemPath, openList, readParent, type ItemCall, type ProductServices } from './item-list.ts';
import { toItem } from './item-record.ts';

/** One record, deactivated ones too, from the document store. Errors: `forbidden`, `not-found` (also under another service). */
export async function getItem(services: ProductServices, call: ItemCall & { id: string }): Promise<CatalogRecord> {
  const open = openList(call);
  const path = itemPath(open, call.id);
  const { main } = services.documents;
  const [document] = await Promise.all([main.get(path), readParent(main, open)]);
  if (!document) throw recordNotFound(open.definition, call.id);
  return toItem(open.definition, document);
}
