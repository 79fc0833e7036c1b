import { describeOnFirestore } from '../../testing/describe-on-firestore.ts';
import { describeReceiving } from './received.contract.ts';
import { createPackagesFixture } from './testing/packages-fixture.ts';

await describeOnFirestore('received', (open) => {
  const stores = { main: open('main'), digitalization: open('digitalization') };
  describeReceiving(() => createPackagesFixture(stores));
});
