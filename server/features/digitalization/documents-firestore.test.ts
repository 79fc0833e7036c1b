import { describeOnFirestore } from '../../testing/describe-on-firestore.ts';
import { describeDocuments } from './documents.contract.ts';
import { createDocumentsFixture } from './testing/documents-fixture.ts';

await describeOnFirestore('documents', (open) => {
  const stores = { main: open('main'), digitalization: open('digitalization') };
  describeDocuments(() => createDocumentsFixture(stores));
});
