import { describeOnFirestore } from '../../testing/describe-on-firestore.ts';
import { createTokensFixture } from './testing/tokens-fixture.ts';
import { describeTokens } from './tokens.contract.ts';

await describeOnFirestore('tokens', (open) => {
  const main = open('main');
  describeTokens(() => createTokensFixture({ main }));
});
