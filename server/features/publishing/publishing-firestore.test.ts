import { createCatalogFixture } from '../../catalogs/testing/catalog-fixture.ts';
import { describeOnFirestore } from '../../testing/describe-on-firestore.ts';
import { describePublishing } from './publishing.contract.ts';

await describeOnFirestore('publishing', async (open) => describePublishing(await createCatalogFixture({ main: open('main') })));
