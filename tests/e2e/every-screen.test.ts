import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PLAIN_ADDRESS, quiet } from '#server/testing/chromium.ts';
import { some } from '#server/testing/run-seed.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';
import { HEIGHT, lookAt, type Theme } from './look-at.ts';
import { SECTIONS, type Screen } from './screens.ts';

/** So many screens, by the seed of the run, are opened and measured, and so many of them read closely in each theme; on request all. */
const OPENED = 8;
const READ_CLOSELY = 4;
const NAMES = some(
  SECTIONS.flatMap(({ screens }) => screens).map(({ name }) => name),
  OPENED,
);
const CHOSEN = SECTIONS.map(({ screens, ...section }) => ({
  ...section,
  screens: screens.filter(({ name }) => NAMES.includes(name)),
})).filter(({ screens }) => screens.length > 0);
const CLOSELY: Readonly<Record<Theme, ReadonlySet<string>>> = {
  light: new Set(some(NAMES, READ_CLOSELY)),
  dark: new Set(some(NAMES.toReversed(), READ_CLOSELY)),
};
const themesOf = ({ name }: Screen) => (['light', 'dark'] as const).filter((theme) => CLOSELY[theme].has(name));

/** Up to thirty screens: a busy machine takes ten seconds for one. */
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

  it.each(CHOSEN)('$title', { timeout: SECTION_MS }, async ({ person, screens }) => {
    const options = { viewport: { width: 1440, height: HEIGHT }, reducedMotion: 'reduce', colorScheme: 'light' } as const;
    const opened = person ? await portal.as(person, options) : await portal.visitor(options);
    const problems: string[] = [];
    let before: Screen | undefined;
    for (const screen of screens) {
      await opened.page.setViewportSize({ width: 1440, height: HEIGHT });
      // A form that was touched asks before somebody leaves it, and one that is opened again keeps what it holds.
      const isAgain = before !== undefined && pathOf(before) === pathOf(screen);
      const isFollowed =
        person !== undefined && before !== undefined && !before.prepare && !(isAgain && (screen.prepare || KEEPS.test(screen.path)));
      if ((screen.status ?? 200) >= 400) opened.allow(new RegExp(`^${screen.status}: `));
      if (screen.logs) opened.allow(screen.logs);
      await (isFollowed ? follow(opened.page, screen.path) : open(opened.page, screen));
      await screen.prepare?.(opened.page);
      await quiet(opened.page);
      problems.push(...(await lookAt(opened.page, screen.name, { shell: before === undefined, themes: themesOf(screen) })));
      before = screen;
    }
    expect(problems).toEqual([]);
  });
});

/** Screens with forms. */
const KEEPS = /\/(?:new|edit|account|simulate|upload)\b/;

const pathOf = ({ path: address }: Screen) => address.split(/[?#]/)[0];

async function open(page: Page, { path: address, status = 200, prepare }: Screen): Promise<void> {
  // Two addresses that differ in their anchor alone would be one page to the browser; for an empty page it would take another process.
  await page.goto(PLAIN_ADDRESS);
  const response = await page.goto(address);
  if (!prepare) expect(response?.status(), address).toBe(status);
}

/** As by a link of the page before: the browser reads scripts and styles, and the checks read themselves, once for many screens. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, hidden: true });
    document.querySelector('[data-nav]')?.append(link);
    link.click();
    link.remove();
  }, address);
  await page.waitForURL((url) => url.pathname + url.search + url.hash === address);
}
