import { describeOnFirestore } from '../../testing/describe-on-firestore.ts';
import { describeCustomers } from './customers.contract.ts';
import { createCustomersFixture } from './testing/customers-fixture.ts';

await describeOnFirestore('customers', async (open) => describeCustomers(await createCustomersFixture({ main: open('main') })));
