import { describeOnFirestore } from '../../testing/describe-on-firestore.ts';
import { describeFiles } from './files.contract.ts';
import { startBriefcaseServer } from './testing/briefcase-server.ts';

await describeOnFirestore('briefcase', (open) => {
  const main = open('main');
  describeFiles(() => startBriefcaseServer({ main }));
});
