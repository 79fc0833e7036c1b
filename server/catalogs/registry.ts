import type { AnyProjection } from '../read-model/projection.ts';
import { catalogProjection } from './catalog-table.ts';
import type { CatalogDefinition } from './definition.ts';
import { agencies } from './entities/agencies.ts';
import { briefcaseDocumentTypes } from './entities/briefcase-document-types.ts';
import { briefcaseFolders } from './entities/briefcase-folders.ts';
import { categories } from './entities/categories.ts';
import { departments } from './entities/departments.ts';
import { documentTypes } from './entities/document-types.ts';
import { education } from './entities/education.ts';
import { jobOffers } from './entities/job-offers.ts';
import { jobPositions } from './entities/job-positions.ts';
import { membershipSteps } from './entities/membership-steps.ts';
import { promotions } from './entities/promotions.ts';
import { servicePhotos } from './entities/service-photos.ts';
import { serviceProducts } from './entities/service-products.ts';
import { services } from './entities/services.ts';

export interface RegisteredCatalog {
  definition: CatalogDefinition;
  projection: AnyProjection;
}

const registered = (definition: CatalogDefinition): RegisteredCatalog => ({ definition, projection: catalogProjection(definition) });

/** All catalogs of the portal: one line per entity, by collection. */
export const CATALOGS = {
  agencias: registered(agencies),
  categorias: registered(categories),
  como_asociarse: registered(membershipSteps),
  departamentos: registered(departments),
  educacion_cooperativista: registered(education),
  maletin_carpetas: registered(briefcaseFolders),
  maletin_tipos_documento: registered(briefcaseDocumentTypes),
  plazas_vacantes: registered(jobOffers),
  productos_servicios: registered(services),
  productos_servicios_productos: registered(serviceProducts),
  productos_servicios_fotos: registered(servicePhotos),
  promociones: registered(promotions),
  puestos: registered(jobPositions),
  tipos_documento: registered(documentTypes),
};

export type CatalogId = keyof typeof CATALOGS;

export function isCatalogId(id: string): id is CatalogId {
  return Object.hasOwn(CATALOGS, id);
}

/** The catalog whose list or record has this address, in capitals or not as in every route; null for any other address. */
export function catalogAt(pathname: string): CatalogId | null {
  const address = `${pathname.toLowerCase()}/`;
  return (Object.keys(CATALOGS) as CatalogId[]).find((id) => address.startsWith(`${CATALOGS[id].definition.listUrl}/`)) ?? null;
}

/** Catalogs whose records lie below those of this one. */
export function childrenOf(definition: CatalogDefinition): CatalogDefinition[] {
  return Object.values(CATALOGS)
    .map((catalog) => catalog.definition)
    .filter(({ parent }) => parent?.definition === definition);
}

/** For the read model's registry of projections. */
export const CATALOG_PROJECTIONS: readonly AnyProjection[] = Object.values(CATALOGS).map((catalog) => catalog.projection);
