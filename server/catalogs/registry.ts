import type { AnyProjection } from '../read-model/projection.ts';
import { catalogProjection } from './catalog-table.ts';
import type { CatalogDefinition } from './definition.ts';
import { agencies } from './entities/agencies.ts';
import { briefcaseDocumentTypes } from './entities/briefcase-document-types.ts';
import { briefcaseFolders } from './entities/briefcase-folders.ts';
import { departments } from './entities/departments.ts';
import { education } from './entities/education.ts';
import { jobOffers } from './entities/job-offers.ts';
import { jobPositions } from './entities/job-positions.ts';
import { membershipSteps } from './entities/membership-steps.ts';
import { servicePhotos, serviceProducts, services } from './own-screens/services.ts';
import { promotions } from './entities/promotions.ts';

export interface RegisteredCatalog {
  definition: CatalogDefinition;
  projection: AnyProjection;
}

const registered = (definition: CatalogDefinition): RegisteredCatalog => ({ definition, projection: catalogProjection(definition) });

/** Every catalog of the portal: one line per entity, under its collection. */
export const CATALOGS = {
  agencias: registered(agencies),
  como_asociarse: registered(membershipSteps),
  departamentos: registered(departments),
  educacion_cooperativista: registered(education),
  maletin_carpetas: registered(briefcaseFolders),
  maletin_tipos_documento: registered(briefcaseDocumentTypes),
  plazas_vacantes: registered(jobOffers),
  promociones: registered(promotions),
  puestos: registered(jobPositions),
};

export type CatalogId = keyof typeof CATALOGS;

/** What lies under «Productos y servicios»: kept by the same verbs, shown by screens of their own (server/features/products). */
const WITH_OWN_SCREENS = {
  productos_servicios: services,
  productos_servicios_productos: serviceProducts,
  productos_servicios_fotos: servicePhotos,
} as const satisfies Readonly<Record<string, CatalogDefinition>>;

export type AnyCatalogId = CatalogId | keyof typeof WITH_OWN_SCREENS;

export function definitionOf(catalog: AnyCatalogId): CatalogDefinition {
  return isRegistered(catalog) ? CATALOGS[catalog].definition : WITH_OWN_SCREENS[catalog];
}

const isRegistered = (catalog: AnyCatalogId): catalog is CatalogId => Object.hasOwn(CATALOGS, catalog);

/** For the read model's registry of projections. */
export const CATALOG_PROJECTIONS: readonly AnyProjection[] = Object.values(CATALOGS).map((catalog) => catalog.projection);
