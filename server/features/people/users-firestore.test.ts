import { describeOnFirestore } from '../../testing/describe-on-firestore.ts';
import { createUsersFixture } from './testing/users-fixture.ts';
import { describeUsers } from './users.contract.ts';

await describeOnFirestore('users', (open) => {
  const main = open('main');
  describeUsers(() => createUsersFixture({ main }), { rounds: 2 });
});
