import { describeOnFirestore } from '../testing/describe-on-firestore.ts';
import { startApiServer } from './testing/api-server.ts';
import { describeUsersApi } from './users-api.contract.ts';

await describeOnFirestore('users-api', (open) => {
  const main = open('main');
  describeUsersApi(() => startApiServer({}, { main }), { rounds: 3 });
});
