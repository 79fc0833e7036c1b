import { describe } from 'vitest';
import { noChromium, useDemoPortal, type Person } from './demo-portal.ts';
import { ageSessions, describeSecondFactor } from './second-factor.contract.ts';

describe.skipIf(noChromium)('a second factor', () => {
  const portal = useDemoPortal();
  describeSecondFactor(Object.assign(portal, { ageSessions: (person: Person) => ageSessions(portal.database.sql, person) }));
});
