import { describeOnFirestore } from '../../testing/describe-on-firestore.ts';
import { describePermissionSets } from './permission-sets.contract.ts';
import { createSetsFixture } from './testing/sets-fixture.ts';

await describeOnFirestore('sets', (open) => {
  const stores = { main: open('main'), digitalization: open('digitalization') };
  describePermissionSets(() => createSetsFixture(stores));
});
