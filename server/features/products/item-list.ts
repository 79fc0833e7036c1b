import type { CatalogDefinition } from '../../catalogs/definition.ts';
import { openRecords, type CatalogCall, type CatalogServices } from '../../catalogs/record.ts';
import type { AnyCatalogId } from '../../catalogs/registry.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import type { Staff } from '../../domain/permissions.ts';

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

export const CATALOG_OF = {
  services: 'productos_servicios',
  products: 'productos_servicios_productos',
  photos: 'productos_servicios_fotos',
} as const satisfies Record<ItemList['kind'], AnyCatalogId>;

/** The same call as the verbs of the catalogs take it. */
export function toCatalogCall<Call extends ItemCall>({ list, ...call }: Call): Omit<Call, 'list'> & CatalogCall<AnyCatalogId> {
  return { ...call, catalog: CATALOG_OF[list.kind], ...(list.kind !== 'services' && { parentId: list.serviceId }) };
}

/** A list once the person may open it. */
export interface OpenList {
  definition: CatalogDefinition;
  /** '' for the services themselves. */
  serviceId: string;
  /** Path of the service's document, null for the services themselves. */
  parentPath: string | null;
  parent: RecordKind<object>['parent'];
}

/** Errors: `forbidden`; `not-found` for a service that cannot have such a list. */
export function openList(call: ItemCall): OpenList {
  const { definition, kind } = openRecords(toCatalogCall(call));
  return {
    definition,
    serviceId: call.list.kind === 'services' ? '' : call.list.serviceId,
    parentPath: kind.parent?.path ?? null,
    parent: kind.parent,
  };
}
