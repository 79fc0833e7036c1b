import { describeCatalogs } from './catalogs.contract.ts';
import { createCatalogFixture } from './testing/catalog-fixture.ts';

describeCatalogs(await createCatalogFixture());
