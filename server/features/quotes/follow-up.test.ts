import { describeFollowUps } from './follow-up.contract.ts';
import { createQuoteHouse } from './testing/quote-house.ts';

describeFollowUps(await createQuoteHouse());
