import { describeOnFirestore } from '../../testing/describe-on-firestore.ts';
import { describeProducts } from './products.contract.ts';
import { createCatalogFixture } from '../../catalogs/testing/catalog-fixture.ts';

await describeOnFirestore('products', async (open) => describeProducts(await createCatalogFixture({ main: open('main') })));
