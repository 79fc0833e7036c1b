import { askTestWeb } from './asked-portal.ts';
import { describeBriefcaseLedger } from './briefcase-ledger.contract.ts';
import { useTestWeb } from './test-web.ts';

describeBriefcaseLedger(askTestWeb(useTestWeb()));
