import { describeCatalog, type CatalogDescription } from '../../catalogs/describe.ts';
import type { ListExport } from '../../lists/list-verbs.ts';
import { readRecordForm, type RecordForm } from '../../catalogs/form-input.ts';
import type { CatalogRecord } from '../../catalogs/record.ts';
import { createItem, type CreateItemCall } from './create-item.ts';
import { deactivateItem, restoreItem } from './deactivate-item.ts';
import { photosDefinition, productsDefinition, servicesDefinition } from './definitions.ts';
import { exportItems, findItems, type ItemPage } from './find-items.ts';
import { getItem } from './get-item.ts';
import type { ItemCall, ItemList, ProductServices } from './item-list.ts';
import { moveItem, type MoveItemCall } from './move-item.ts';
import { updateItem, type UpdateItemCall } from './update-item.ts';

/**
 * The services of the app, the products of each, the photos of the extraordinary assets: three kinds of ordered list,
 * one set of verbs. Each verb checks the permission `products` itself; see its own file for shapes and errors.
 */
export interface Products {
  /** Labels and constraints for the browser; no data, so no permission. */
  describe(kind: ItemList['kind']): CatalogDescription;
  readForm(kind: ItemList['kind'], form: FormData): RecordForm;
  findItems(call: ItemCall & { params: URLSearchParams }): Promise<ItemPage>;
  exportItems(call: ItemCall & { params: URLSearchParams }): Promise<ListExport>;
  getItem(call: ItemCall & { id: string }): Promise<CatalogRecord>;
  createItem(call: CreateItemCall): Promise<{ id: string }>;
  updateItem(call: UpdateItemCall): Promise<{ id: string }>;
  deactivateItem(call: ItemCall & { id: string }): Promise<void>;
  restoreItem(call: ItemCall & { id: string }): Promise<void>;
  moveItem(call: MoveItemCall): Promise<void>;
}

const DEFINITIONS = { services: servicesDefinition, products: productsDefinition, photos: photosDefinition } as const;

export function createProducts(services: ProductServices): Products {
  return {
    describe: (kind) => describeCatalog(DEFINITIONS[kind]),
    readForm: (kind, form) => readRecordForm(DEFINITIONS[kind], form),
    findItems: (call) => findItems(services, call),
    exportItems: (call) => exportItems(services, call),
    getItem: (call) => getItem(services, call),
    createItem: (call) => createItem(services, call),
    updateItem: (call) => updateItem(services, call),
    deactivateItem: (call) => deactivateItem(services, call),
    restoreItem: (call) => restoreItem(services, call),
    moveItem: (call) => moveItem(services, call),
  };
}
