import { expect } from 'vitest';
import { addDays, dayOf } from '#server/domain/dates.ts';
import { useDemoPortal } from './demo-portal.ts';
import { describeReportLinks } from './report-links.contract.ts';

const portal = useDemoPortal({ browser: false });
const ask = async (address: string) => {
  const response = await fetch(`${portal.url}${address}`, { headers: { Cookie: await portal.cookieOf('admin') }, redirect: 'manual' });
  expect([address, response.status]).toEqual([address, 200]);
  return response.text();
};

// Ends yesterday: this test's own events are not those of the demo.
const yesterday = addDays(dayOf(new Date()), -1);
describeReportLinks(ask, { days: { from: addDays(yesterday, -365), to: yesterday }, links: 8 });
