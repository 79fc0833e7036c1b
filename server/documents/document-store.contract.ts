import { describeAgreement } from './contract/agreement.contract.ts';
import { collectionNames, type ContractRun } from './contract/contract-tools.ts';
import { describeOneDocument } from './contract/one-document.contract.ts';
import { describeQueries } from './contract/queries.contract.ts';
import { describeTogether } from './contract/together.contract.ts';
import { describeValues } from './contract/values.contract.ts';
import { describeWatch } from './contract/watch.contract.ts';

/** Every promise of the port that both stores keep; each store's own test file runs it. */
export function describeDocumentStore(name: string, options: Pick<ContractRun, 'store' | 'rivals' | 'runs'>): void {
  const run = { name, ...options, nextCollection: collectionNames() };
  describeOneDocument(run);
  describeValues(run);
  describeQueries(run);
  describeTogether(run);
  describeWatch(run);
  describeAgreement(run);
}
