import { describeOnFirestore } from '../../testing/describe-on-firestore.ts';
import { describeFollowUps } from './follow-up.contract.ts';
import { createQuoteFixture } from './testing/quote-fixture.ts';

await describeOnFirestore('quotes', async (open) =>
  describeFollowUps(await createQuoteFixture({ main: open('main'), elsewhere: open('main') })),
);
