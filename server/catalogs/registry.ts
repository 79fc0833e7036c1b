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

export interface RegisteredCatalog {
  definition: CatalogDefinition;
  projection: AnyProjection;
}

/** Every catalog of the portal: one line per entity. */
export const CATALOGS = {
  agencias: { definition: agencies, projection: agenciesProjection },
  departamentos: { definition: departments, projection: departmentsProjection },
  maletin_carpetas: { definition: briefcaseFolders, projection: briefcaseFoldersProjection },
  maletin_tipos_documento: { definition: briefcaseDocumentTypes, projection: briefcaseDocumentTypesProjection },
} as const satisfies Readonly<Record<string, RegisteredCatalog>>;

export type CatalogId = keyof typeof CATALOGS;

/** For the read model's registry of projections. */
export const CATALOG_PROJECTIONS: readonly AnyProjection[] = Object.values(CATALOGS).map((catalog) => catalog.projection);
