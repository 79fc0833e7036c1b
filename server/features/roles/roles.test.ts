import { describe } from 'vitest';
import { createUsersFixture } from '../people/testing/users-fixture.ts';
import { describeRoles } from './roles.contract.ts';

describe('on the embedded store', () => describeRoles(() => createUsersFixture()));
