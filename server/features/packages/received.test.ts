import { describe } from 'vitest';
import { describeReceiving } from './received.contract.ts';
import { createPackagesFixture } from './testing/packages-fixture.ts';

describe('on the embedded store', () => describeReceiving(() => createPackagesFixture()));
