import { describeOnFirestore } from '../testing/describe-on-firestore.ts';
import { describeRecords } from './records.contract.ts';

await describeOnFirestore('records', (open) => describeRecords(open('main')));
