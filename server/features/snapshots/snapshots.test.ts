import { describe } from 'vitest';
import { describeSnapshots } from './snapshots.contract.ts';
import { createSnapshotsFixture } from './testing/snapshots-fixture.ts';

describe('on the embedded store', () => describeSnapshots(() => createSnapshotsFixture()));
