import { describeOnFirestore } from '../../testing/describe-on-firestore.ts';
import { describePackages } from './packages.contract.ts';
import { createPackagesFixture } from './testing/packages-fixture.ts';

await describeOnFirestore('packages', (open) => {
  const stores = { main: open('main'), digitalization: open('digitalization') };
  describePackages(() => createPackagesFixture(stores));
});
