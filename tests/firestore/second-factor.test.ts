import path from 'node:path';
import { beforeAll, describe, expect, vi } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { useChromium } from '#server/testing/chromium.ts';
import { includesSlowSuite } from '#server/testing/run-seed.ts';
import { hasService } from '#server/testing/services.ts';
import { noChromium, signIn, type Person } from '../e2e/demo-portal.ts';
import { ageSessions, describeSecondFactor } from '../e2e/second-factor.contract.ts';
import { fillWithFew } from './fill-with-some.ts';
import { noFirestore, useFirebaseHouse } from './firebase-house.ts';

const STARTED = { timeout: 120_000, interval: 100 };
const cannot = noFirestore || noChromium || !hasService('Firebase Auth emulator');

describe.skipIf(cannot || !includesSlowSuite('second factor on Firebase'))('a second factor of accounts in Firebase', () => {
  const house = useFirebaseHouse({ name: 'factors', accounts: true });
  const browser = useChromium();
  const portal = {
    url: '',
    visitor: (options = {}) => browser.newPage({ baseURL: portal.url, ...options }),
    /** In Firebase too, which ends sessions older than the account's last change. */
    async ageSessions(person: Person) {
      await house.changeAccount(`demo-${person}`, { validSince: '0' });
      await ageSessions(house.database.sql, person);
    },
  };
  beforeAll(async () => {
    await Promise.all([ensureBuild(path.resolve(import.meta.dirname, '../..')), fillWithFew(house)]);
    portal.url = (await house.startHere()).url;
    await vi.waitFor(async () => expect(await signIn(portal.url, 'admin@demo.coop')).not.toBe(''), STARTED);
    await vi.waitFor(async () => expect(await signIn(portal.url, 'reportes@demo.coop')).not.toBe(''), STARTED);
  }, 360_000);
  describeSecondFactor(portal);
});
