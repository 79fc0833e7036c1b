import { createCatalogs } from '../../catalogs/catalogs.ts';
import type { CreateRecordCall } from '../../catalogs/create-record.ts';
import type { UpdateRecordCall } from '../../catalogs/update-record.ts';
import { bind } from '../../platform/bind.ts';
import { exportItems, findItems } from './find-items.ts';
import { CATALOG_OF, toCatalogCall, type ItemCall, type ItemList, type ProductServices } from './item-list.ts';

/**
 * The services of the app, the products of each, the photos of the extraordinary assets: ordered catalogs, the latter two
 * with a service as parent. Their lists and exports are their own; everything else is what every catalog does.
 */
export function createProducts(services: ProductServices) {
  const catalogs = createCatalogs(services);
  return {
    ...bind(services, { findItems, exportItems }),
    /** Labels and constraints for the browser; no data, so no permission. */
    describe: (kind: ItemList['kind']) => catalogs.describe(CATALOG_OF[kind]),
    readForm: (kind: ItemList['kind'], form: FormData) => catalogs.readForm(CATALOG_OF[kind], form),
    getItem: async (call: ItemCall & { id: string }) => catalogs.getRecord(toCatalogCall(call)),
    createItem: async (call: ItemCall & Pick<CreateRecordCall, 'values' | 'formToken'>) => catalogs.createRecord(toCatalogCall(call)),
    updateItem: async (call: ItemCall & Omit<UpdateRecordCall, 'catalog'>) => catalogs.updateRecord(toCatalogCall(call)),
    deactivateItem: async (call: ItemCall & { id: string }) => catalogs.deactivateRecord(toCatalogCall(call)),
    restoreItem: async (call: ItemCall & { id: string }) => catalogs.restoreRecord(toCatalogCall(call)),
    moveItem: async ({ afterId, ...call }: ItemCall & { id: string; afterId: string }) =>
      catalogs.moveRecord({ ...toCatalogCall(call), to: { afterId } }),
  };
}

export type Products = ReturnType<typeof createProducts>;
