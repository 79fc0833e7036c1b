import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const SCRIPT_BUDGET_KB = 130;
/** A digitized document is worked on where it is shown: acts, custody and its other files come with the viewer. */
const RECORD_SCRIPT_BUDGET_KB = 140;
const RECORD = '/digitalization-documents/list-digitalization-docs/documento-0001';
const STYLE_BUDGET_KB = 25;
const SCREENS = [
  '/',
  '/?ordenar=1',
  '/locations/list-agencies',
  '/briefcase/list-briefcase',
  '/departments/list-departments',
  '/users/list-users',
  '/customers/list-customers',
  '/quotes/list-quotes',
  '/products/list-products',
  '/promotions/list-promotions',
  '/reports/content-health',
  '/maintenance/digitalization/packagesShips/send/list-packages',
  '/maintenance/digitalization/packagesShips/send/list-packages/new',
  '/maintenance/digitalization/packagesShips/received/list-packages',
  '/maintenance/digitalization/packagesShips/received/list-packages/paquete-03',
  '/reports/schedules',
  '/reports/schedules/new?reportId=downloads-by-user',
  '/reports/runs/ejecucion-01',
  '/briefcase/files/archivo-0001',
  RECORD,
  '/digitalization-documents/upload',
  '/reports/file-events',
  '/account',
  '/settings/tokens',
];

describe.skipIf(noChromium)('what a list or a document sends', () => {
  const portal = useDemoPortal();

  it.each(SCREENS)('%s stays within its budget of script and style', async (address) => {
    const { page } = await portal.as('admin');
    const sizes = { script: 0, stylesheet: 0 };
    const measured: Promise<void>[] = [];
    page.on('response', (response) => {
      const kind = response.request().resourceType();
      if (kind !== 'script' && kind !== 'stylesheet') return;
      measured.push(response.body().then((body) => void (sizes[kind] += gzipSync(body).length / 1024)));
    });
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await Promise.all(measured);
    expect(sizes.script).toBeGreaterThan(30);
    expect(sizes.script).toBeLessThanOrEqual(address === RECORD ? RECORD_SCRIPT_BUDGET_KB : SCRIPT_BUDGET_KB);
    expect(sizes.stylesheet).toBeGreaterThan(2);
    expect(sizes.stylesheet).toBeLessThanOrEqual(STYLE_BUDGET_KB);
  });
});
