import { describeOnFirestore } from '../../testing/describe-on-firestore.ts';
import { createUsersFixture } from '../people/testing/users-fixture.ts';
import { describeRoles } from './roles.contract.ts';

await describeOnFirestore('roles', (open) => {
  const main = open('main');
  describeRoles(() => createUsersFixture({ main }));
});
