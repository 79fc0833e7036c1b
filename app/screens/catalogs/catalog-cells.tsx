import type { CatalogRow } from '#server/catalogs/catalog-columns.ts';
import { baseText } from '#server/domain/form-value.ts';
import { PUBLISHING_PARAM } from '#server/domain/publishing.ts';
import type { Listed } from '#server/read-model/read-model.ts';
import { ownCell, type OwnCells } from '../lists/cells.tsx';
import { PublishingLabel } from './PublishingLabel.tsx';

export type CatalogCells = OwnCells<Listed<CatalogRow>>;

export const catalogCell = ownCell<Listed<CatalogRow>>();

/** Cells with special rendering in every catalog. */
export const CATALOG_CELLS: CatalogCells = {
  [PUBLISHING_PARAM]: catalogCell([PUBLISHING_PARAM], ({ [PUBLISHING_PARAM]: state }) => (
    <PublishingLabel state={baseText(state ?? null)} />
  )),
};
