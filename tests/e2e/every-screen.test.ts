import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PLAIN_ADDRESS, waitForPendingRequests } from '#server/testing/chromium.ts';
import { some } from '#server/testing/run-seed.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';
import { HEIGHT, inspectPage, type Theme } from './inspect-page.ts';
import { SECTIONS, type Screen } from './screens.ts';

/** A run opens and measures this many screens, chosen by its seed, and checks some of them with axe in each theme; a long run takes all. */
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

/** For up to thirty screens: a busy machine takes ten seconds for each. */
const SECTION_MS = 600_000;

describe.skipIf(noChromium)('every screen passes the accessibility and layout checks in both themes', () => {
  const portal = useDemoPortal({ worker: true });

  beforeAll(async () => {
    // Ten rows look like a hundred and are measured in a tenth of the time.
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
      // Leaving a changed form asks for confirmation, and a form that is opened again restores its draft.
      const isAgain = before !== undefined && pathOf(before) === pathOf(screen);
      const isFollowed =
        person !== undefined && before !== undefined && !before.prepare && !(isAgain && (screen.prepare || KEEPS.test(screen.path)));
      if ((screen.status ?? 200) >= 400) opened.allow(new RegExp(`^${screen.status}: `));
      if (screen.logs) opened.allow(screen.logs);
      await (isFollowed ? follow(opened.page, screen.path) : open(opened.page, screen));
      await screen.prepare?.(opened.page);
      await waitForPendingRequests(opened.page);
      problems.push(...(await inspectPage(opened.page, screen.name, { shell: before === undefined, themes: themesOf(screen) })));
      before = screen;
    }
    expect(problems).toEqual([]);
  });
});

/** Screens whose forms keep drafts. */
const KEEPS = /\/(?:new|edit|account|simulate|upload)\b/;

const pathOf = ({ path: address }: Screen) => address.split(/[?#]/)[0];

async function open(page: Page, { path: address, status = 200, prepare }: Screen): Promise<void> {
  // The browser treats addresses that differ only in the fragment as one page. Not about:blank, for which it would start another process.
  await page.goto(PLAIN_ADDRESS);
  const response = await page.goto(address);
  if (!prepare) expect(response?.status(), address).toBe(status);
}

/** Navigates by a link of the previous page: scripts, styles and axe are then loaded once for many screens. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, hidden: true });
    document.querySelector('[data-nav]')?.append(link);
    link.click();
    link.remove();
  }, address);
  await page.waitForURL((url) => url.pathname + url.search + url.hash === address);
}
