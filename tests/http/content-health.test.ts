import { expect, it } from 'vitest';
import { testWebPortalClient } from './portal-client.ts';
import { describeExpiredOffer } from './expired-offer.contract.ts';
import { useTestWeb } from './test-web.ts';

const web = useTestWeb();

describeExpiredOffer(testWebPortalClient(web));

it('/reports/content-health.json needs a session and answers 200 for any query parameters', async () => {
  const address = '/reports/content-health.json';
  for (const Accept of ['application/json', 'text/html']) expect((await web.get(address, { headers: { Accept } })).status).toBe(401);
  for (const query of [
    '?tipo=nada&menu=x',
    '?page=abc&pageSize=9999&sort=drop&dir=up',
    `?q=${'%25'.repeat(400)}`,
    '?cursor=%00%ff',
    '?tipo=a&tipo=b',
  ])
    expect((await web.getSigned(address + query)).status, query).toBe(200);
});
