import { describeOnFirestore } from '../testing/describe-on-firestore.ts';
import { describeAudit } from './audit.contract.ts';

await describeOnFirestore('audit', (open) => {
  const store = open('digitalization');
  describeAudit('Firestore emulator', store, async (collection) => {
    for await (const page of store.scan(collection)) {
      await store.batch(page.map(({ path }) => ({ kind: 'delete', path })));
      await store.batch(page.map(({ path }) => ({ kind: 'delete', path: `${path}/entradas/lista` })));
    }
  });
});
