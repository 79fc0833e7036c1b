import { describe } from 'vitest';
import { describePermissionSets } from './permission-sets.contract.ts';
import { createSetsFixture } from './testing/sets-fixture.ts';

describe('on the embedded store', () => describePermissionSets(() => createSetsFixture()));
