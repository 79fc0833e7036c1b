import { describeOnFirestore } from '../../testing/describe-on-firestore.ts';
import { describeDocumentFiles } from './document-files.contract.ts';
import { createFilesFixture } from './testing/files-fixture.ts';

await describeOnFirestore('document-files', (open) => {
  const stores = { main: open('main'), digitalization: open('digitalization') };
  describeDocumentFiles(() => createFilesFixture(stores));
});
