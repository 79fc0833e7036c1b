import { describeOnFirestore } from '../testing/describe-on-firestore.ts';
import { describeCatalogs } from './catalogs.contract.ts';
import { createCatalogFixture } from './testing/catalog-fixture.ts';

await describeOnFirestore('catalogs', async (open) =>
  describeCatalogs(await createCatalogFixture({ main: open('main'), digitalization: open('digitalization') })),
);
