import { describeAgreement } from './agreement.contract.ts';
import { collectionNames, type ContractRun } from '../testing/contract-tools.ts';
import { describeCreationOrder } from './creation-order.contract.ts';
import { describeOneDocument } from './one-document.contract.ts';
import { describeQueries } from './queries.contract.ts';
import { describeTogether } from './together.contract.ts';
import { describeValues } from './values.contract.ts';
import { describeWatch } from './watch.contract.ts';

/** Every promise of the port that both stores keep; each store's own test file runs it. */
export function describeDocumentStore(name: string, options: Pick<ContractRun, 'store' | 'rivals' | 'runs'>): void {
  const run = { name, ...options, nextCollection: collectionNames() };
  describeOneDocument(run);
  describeValues(run);
  describeQueries(run);
  describeCreationOrder(run);
  describeTogether(run);
  describeWatch(run);
  describeAgreement(run);
}
