import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';

/** Of the portal's own code: React and the router are the same for every page and cannot be made smaller here. */
const SCRIPT_BUDGET_KB = 36;
/** For pages that work on a file: actions, custody and versions come with the viewer, and the upload desk with the upload code. */
const DESK_SCRIPT_BUDGET_KB = 44;
/** The largest script. Code that every page shares may be bundled into it, so both are bounded together. */
const FRAMEWORK_KB = 100.3;
const DESKS = [
  '/briefcase/files/archivo-0001',
  '/digitalization-documents/list-digitalization-docs/documento-0001',
  '/digitalization-documents/upload',
];
const SCRIPT_BUDGETS_KB: Readonly<Record<string, number>> = Object.fromEntries(DESKS.map((address) => [address, DESK_SCRIPT_BUDGET_KB]));
const STYLE_BUDGET_KB = 25;
/** Including the viewer's styles. */
const DESK_STYLE_BUDGET_KB = 26;
/** HTML of a list with as many rows as the demo has. */
const LIST_BUDGET_KB = 60;
const LIST = /\/list-[a-z-]+$/;
const MODULE_PRELOADS = 12;
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
  ...DESKS,
  '/reports/file-events',
  '/account',
  '/settings/tokens',
];

describe.skipIf(noChromium)('what a list or a document sends', () => {
  const portal = useDemoPortal();

  it.each(SCREENS)('%s stays within its budget of markup, script and style', async (address) => {
    const { page } = await portal.as('admin');
    const sizes = { script: 0, stylesheet: 0, framework: 0 };
    const measured: Promise<void>[] = [];
    page.on('response', (response) => {
      const kind = response.request().resourceType();
      if (kind !== 'script' && kind !== 'stylesheet') return;
      measured.push(
        response.body().then((body) => {
          const size = gzipSync(body).length / 1024;
          sizes[kind] += size;
          sizes.framework = kind === 'script' ? Math.max(sizes.framework, size) : sizes.framework;
        }),
      );
    });
    const html = (await (await page.goto(address))?.text()) ?? '';
    await waitForPendingRequests(page);
    await Promise.all(measured);
    const preloads = html.match(/rel="modulepreload"/g) ?? [];
    expect(preloads.length).toBeGreaterThan(3);
    expect(preloads.length).toBeLessThanOrEqual(MODULE_PRELOADS);
    if (LIST.test(address)) expect(Buffer.byteLength(html) / 1024).toBeLessThanOrEqual(LIST_BUDGET_KB);
    const own = sizes.script - sizes.framework;
    expect(own).toBeGreaterThan(5);
    expect(sizes.script).toBeLessThanOrEqual(FRAMEWORK_KB + (SCRIPT_BUDGETS_KB[address] ?? SCRIPT_BUDGET_KB));
    expect(sizes.stylesheet).toBeGreaterThan(2);
    expect(sizes.stylesheet).toBeLessThanOrEqual(DESKS.includes(address) ? DESK_STYLE_BUDGET_KB : STYLE_BUDGET_KB);
  });
});
