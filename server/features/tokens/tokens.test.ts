import { describe } from 'vitest';
import { createTokensFixture } from './testing/tokens-fixture.ts';
import { describeTokens } from './tokens.contract.ts';

describe('on the embedded store', () => describeTokens(() => createTokensFixture()));
