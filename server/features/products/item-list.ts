import type { CatalogDefinition } from '../../catalogs/definition.ts';
import { recordNotFound, recordPath, type CatalogServices } from '../../catalogs/record.ts';
import type { DocumentTransaction, StoredDocument } from '../../documents/document-store.ts';
import { AppError } from '../../domain/errors.ts';
import { requireMenu, type Staff } from '../../domain/permissions.ts';
import { EXTRAORDINARY_ASSETS_ID } from '../../domain/products.ts';
import { genericColumns, readBoolean, readInteger } from '../../read-model/field-readers.ts';
import { photosDefinition, productsDefinition, servicesDefinition } from './definitions.ts';
import { changedOrders, idsInOrder } from '../../domain/record-order.ts';

export type ProductServices = CatalogServices;

/** One ordered list: the services, the products of one, or the photos of the extraordinary assets. */
export type ItemList = { kind: 'services' } | { kind: 'products' | 'photos'; serviceId: string };

/** Who asks for what; every verb takes it. */
export interface ItemCall {
  actor: Staff;
  list: ItemList;
  /** Joins audit entries with the request's log lines. */
  requestId?: string;
}

/** A list once the person may open it. */
export interface OpenList {
  definition: CatalogDefinition;
  /** Path of the collection. */
  collection: string;
  /** '' for the services themselves. */
  serviceId: string;
  /** Document of the service, null for the services themselves. */
  parentPath: string | null;
}

/** So that renumbering a whole list fits into one transaction of the store. */
export const MAX_ITEMS = 400;

/** The first line of every verb. Errors: `forbidden`; `not-found` for a service that cannot have such a list. */
export function openList({ actor, list }: ItemCall): OpenList {
  requireMenu(actor, servicesDefinition.menu);
  if (list.kind === 'services')
    return { definition: servicesDefinition, collection: servicesDefinition.id, serviceId: '', parentPath: null };
  const { kind, serviceId } = list;
  const parentPath = recordPath(servicesDefinition, serviceId);
  if (kind === 'photos' && serviceId !== EXTRAORDINARY_ASSETS_ID) throw recordNotFound(photosDefinition, serviceId);
  return kind === 'products'
    ? { definition: productsDefinition, collection: `${parentPath}/productos`, serviceId, parentPath }
    : { definition: photosDefinition, collection: `${parentPath}/fotos`, serviceId, parentPath };
}

/** Path of a record. An id that cannot be one answers like a record that does not exist. */
export function itemPath({ definition, collection }: OpenList, id: string): string {
  recordPath(definition, id);
  return `${collection}/${id}`;
}

/** What a change of the order needs of the list, read inside the transaction. */
export interface ListState {
  documents: ReadonlyMap<string, StoredDocument>;
  /** Ids of the active records in order. */
  order: readonly string[];
}

/**
 * Reads the whole list. The transaction holds on to it, so of two that change the order at once the second sees what
 * the first did. Errors: `not-found` when the service does not exist.
 */
export async function readList(tx: DocumentTransaction, open: OpenList): Promise<ListState & { parent: StoredDocument | null }> {
  const parent = await readParent(tx, open);
  const documents = await tx.query({ collection: open.collection });
  const active = documents
    .filter(isActive)
    .map((document) => ({ id: document.id, orden: ordenOf(document), createdAt: genericColumns(document).createdAt }));
  return { parent, documents: new Map(documents.map((document) => [document.id, document])), order: idsInOrder(active) };
}

export async function readParent(
  tx: Pick<DocumentTransaction, 'get'>,
  { parentPath, serviceId }: OpenList,
): Promise<StoredDocument | null> {
  if (parentPath === null) return null;
  const parent = await tx.get(parentPath);
  if (!parent) throw recordNotFound(servicesDefinition, serviceId);
  return parent;
}

/**
 * Numbers the records as `order` has them: one update for each whose number changes, none for the others.
 * @returns the paths written
 */
export function writeOrder(
  tx: DocumentTransaction,
  { collection }: OpenList,
  { documents }: ListState,
  order: readonly string[],
): string[] {
  const stored = new Map([...documents.values()].map((document) => [document.id, storedOrden(document)]));
  return changedOrders(order, stored).map(({ id, orden }) => {
    tx.update(`${collection}/${id}`, { orden });
    return `${collection}/${id}`;
  });
}

/** The number as it counts for the order; `storedOrden` also tells a number from what only reads like one. */
export function ordenOf({ data }: StoredDocument): number {
  return readInteger(data, 'orden', 0);
}

function storedOrden({ data }: StoredDocument): number {
  return typeof data['orden'] === 'number' ? data['orden'] : Number.NaN;
}

/** As the projection reads it. */
export function isActive({ data }: StoredDocument): boolean {
  return readBoolean(data, 'isActive', true);
}

/** The record or the place it should go to is no longer in the list that the person saw. */
export function listChanged({ definition }: OpenList, id: string): AppError {
  return new AppError('conflict', `order of ${definition.id} changed: ${id.slice(0, 200)}`, {
    userMessage: `La lista cambió mientras usted la ordenaba. Vea el orden actual y repita el cambio si aún hace falta.`,
  });
}
