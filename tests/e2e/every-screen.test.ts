import { beforeAll, describe, expect, it } from 'vitest';
import type { WatchedPage } from '#server/testing/chromium.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';
import { HEIGHT, lookAt } from './look-at.ts';
import { SECTIONS, type Screen } from './screens.ts';

/** Up to thirty screens, each at six sizes: a busy machine takes ten seconds for one. */
const SECTION_MS = 600_000;

describe.skipIf(noChromium)('every screen is readable for everyone and fits every width, in both themes', () => {
  const portal = useDemoPortal({ worker: true });

  beforeAll(async () => {
    // Ten rows look like a hundred, and are measured in a tenth of the time.
    const headers = { Cookie: await portal.cookieOf('admin'), Origin: portal.url };
    const answer = await fetch(`${portal.url}/preferences`, {
      method: 'POST',
      body: new URLSearchParams({ pageSize: '10', redirectTo: '/' }),
      headers,
      redirect: 'manual',
    });
    expect(answer.status).toBe(302);
  });

  it.each(SECTIONS)('$title', { timeout: SECTION_MS }, async ({ person, screens }) => {
    const options = { viewport: { width: 1440, height: HEIGHT }, reducedMotion: 'reduce', colorScheme: 'light' } as const;
    const opened = person ? await portal.as(person, options) : await portal.visitor(options);
    const problems: string[] = [];
    for (const screen of screens) {
      await opened.page.setViewportSize({ width: 1440, height: HEIGHT });
      await opened.page.emulateMedia({ colorScheme: 'light' });
      await open(opened, screen);
      problems.push(...(await lookAt(opened.page, screen.name)));
    }
    expect(problems).toEqual([]);
  });
});

async function open(opened: WatchedPage, { path: address, status = 200, prepare }: Screen): Promise<void> {
  const { page } = opened;
  if (status >= 400) opened.allow(new RegExp(`^${status}: `));
  // Two addresses that differ in their anchor alone would be one page to the browser.
  await page.goto('about:blank');
  const response = await page.goto(address, { waitUntil: 'networkidle' });
  if (!prepare) expect(response?.status(), address).toBe(status);
  await prepare?.(page);
  await page.waitForLoadState('networkidle');
}
