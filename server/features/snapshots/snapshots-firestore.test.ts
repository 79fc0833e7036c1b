import { describeOnFirestore } from '../../testing/describe-on-firestore.ts';
import { describeSnapshots } from './snapshots.contract.ts';
import { createSnapshotsFixture } from './testing/snapshots-fixture.ts';

await describeOnFirestore('snapshots', (open) => {
  const stores = { main: open('main'), digitalization: open('digitalization') };
  describeSnapshots(() => createSnapshotsFixture(stores));
});
