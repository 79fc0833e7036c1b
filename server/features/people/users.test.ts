import { describe } from 'vitest';
import { createUsersHouse } from './testing/users-house.ts';
import { describeUsers } from './users.contract.ts';

describe('on the embedded store', () => describeUsers(() => createUsersHouse(), { rounds: 20 }));
