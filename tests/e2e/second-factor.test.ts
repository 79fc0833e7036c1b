import { describe } from 'vitest';
import { noChromium, useDemoPortal } from './demo-portal.ts';
import { describeSecondFactor } from './second-factor.contract.ts';

describe.skipIf(noChromium)('a second factor', () => {
  const portal = useDemoPortal();
  const ageSessions = () =>
    portal.database.sql.query(`UPDATE identity.sessions SET created_at = now() - interval '11 minutes' WHERE uid = 'demo-admin'`);
  describeSecondFactor(Object.assign(portal, { ageSessions }));
});
