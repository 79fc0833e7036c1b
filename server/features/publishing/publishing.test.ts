import { createCatalogFixture } from '../../catalogs/testing/catalog-fixture.ts';
import { describePublishing } from './publishing.contract.ts';

describePublishing(await createCatalogFixture());
