import { describe } from 'vitest';
import { describePackages } from './packages.contract.ts';
import { createPackagesFixture } from './testing/packages-fixture.ts';

describe('on the embedded store', () => describePackages(() => createPackagesFixture()));
