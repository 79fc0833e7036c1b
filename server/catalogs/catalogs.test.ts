import { describeCatalogs } from './catalogs.contract.ts';
import { createCatalogHouse } from './testing/catalog-house.ts';

describeCatalogs(await createCatalogHouse());
