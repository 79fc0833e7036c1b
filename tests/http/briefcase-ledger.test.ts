import { testWebPortalClient } from './portal-client.ts';
import { describeBriefcaseLedger } from './briefcase-ledger.contract.ts';
import { useTestWeb } from './test-web.ts';

describeBriefcaseLedger(testWebPortalClient(useTestWeb()));
