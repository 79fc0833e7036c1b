import { describe } from 'vitest';
import { createUsersFixture } from './testing/users-fixture.ts';
import { describeUsers } from './users.contract.ts';

describe('on the embedded store', () => describeUsers(() => createUsersFixture(), { rounds: 20 }));
