import type { AnyProjection } from '../read-model/projection.ts';
import { agencies } from './agencies.ts';
import { agenciesProjection } from './agencies.projection.ts';
import { briefcaseDocumentTypes } from './briefcase-document-types.ts';
import { briefcaseDocumentTypesProjection } from './briefcase-document-types.projection.ts';
import { briefcaseFolders } from './briefcase-folders.ts';
import { briefcaseFoldersProjection } from './briefcase-folders.projection.ts';
import type { CatalogDefinition } from './definition.ts';
import { departments } from './departments.ts';
import { departmentsProjection } from './departments.projection.ts';
import { education } from './education.ts';
import { educationProjection } from './education.projection.ts';
import { jobOffers } from './job-offers.ts';
import { jobOffersProjection } from './job-offers.projection.ts';
import { jobPositions } from './job-positions.ts';
import { jobPositionsProjection } from './job-positions.projection.ts';
import { membershipSteps } from './membership-steps.ts';
import { membershipStepsProjection } from './membership-steps.projection.ts';
import { promotions } from './promotions.ts';
import { promotionsProjection } from './promotions.projection.ts';

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
