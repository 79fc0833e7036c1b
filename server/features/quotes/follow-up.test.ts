import { describeFollowUps } from './follow-up.contract.ts';
import { createQuoteFixture } from './testing/quote-fixture.ts';

describeFollowUps(await createQuoteFixture());
