import { describe } from 'vitest';
import { describeFiles } from './files.contract.ts';
import { startBriefcaseServer } from './testing/briefcase-server.ts';

describe('on the embedded store', () => describeFiles(() => startBriefcaseServer()));
