import type { AnyProjection } from '../read-model/projection.ts';
import { agencies } from './entities/agencies.ts';
import { agenciesProjection } from './entities/agencies.projection.ts';
import { briefcaseDocumentTypes } from './entities/briefcase-document-types.ts';
import { briefcaseDocumentTypesProjection } from './entities/briefcase-document-types.projection.ts';
import { briefcaseFolders } from './entities/briefcase-folders.ts';
import { briefcaseFoldersProjection } from './entities/briefcase-folders.projection.ts';
import type { CatalogDefinition } from './definition.ts';
import { departments } from './entities/departments.ts';
import { departmentsProjection } from './entities/departments.projection.ts';
import { education } from './entities/education.ts';
import { educationProjection } from './entities/education.projection.ts';
import { jobOffers } from './entities/job-offers.ts';
import { jobOffersProjection } from './entities/job-offers.projection.ts';
import { jobPositions } from './entities/job-positions.ts';
import { jobPositionsProjection } from './entities/job-positions.projection.ts';
import { membershipSteps } from './entities/membership-steps.ts';
import { membershipStepsProjection } from './entities/membership-steps.projection.ts';
import { promotions } from './entities/promotions.ts';
import { promotionsProjection } from './entities/promotions.projection.ts';

export interface RegisteredCatalog {
  definition: CatalogDefinition;
  projection: AnyProjection;
}

/** Every catalog of the portal: one line per entity. */
export const CATALOGS = {
  agencias: { definition: agencies, projection: agenciesProjection },
  como_asociarse: { definition: membershipSteps, projection: membershipStepsProjection },
  departamentos: { definition: departments, projection: departmentsProjection },
  educacion_cooperativista: { definition: education, projection: educationProjection },
  maletin_carpetas: { definition: briefcaseFolders, projection: briefcaseFoldersProjection },
  maletin_tipos_documento: { definition: briefcaseDocumentTypes, projection: briefcaseDocumentTypesProjection },
  plazas_vacantes: { definition: jobOffers, projection: jobOffersProjection },
  promociones: { definition: promotions, projection: promotionsProjection },
  puestos: { definition: jobPositions, projection: jobPositionsProjection },
} as const satisfies Readonly<Record<string, RegisteredCatalog>>;

export type CatalogId = keyof typeof CATALOGS;

/** For the read model's registry of projections. */
export const CATALOG_PROJECTIONS: readonly AnyProjection[] = Object.values(CATALOGS).map((catalog) => catalog.projection);
