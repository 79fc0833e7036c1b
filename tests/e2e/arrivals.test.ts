import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import { IS_LONG, some } from '#server/testing/run-seed.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';
import { SECTIONS } from './screens.ts';

/** Pages to start from: Inicio for the menu, and records, two of which a run chooses by its seed; a long run takes all. */
const RECORDS = SECTIONS.flatMap(({ person, screens }) =>
  person === 'admin'
    ? screens.filter(({ name, status, prepare }) => /(?:-view|^package-review)$/.test(name) && status === undefined && !prepare)
    : [],
).map(({ path }) => path);
const PAGES = [{ path: '/', part: '#menu' }, ...some(RECORDS, 2).map((path) => ({ path, part: 'main' }))];
/** How many links are followed of addresses that differ only in their ids, and of one page in all. */
const ALIKE = 2;
const LINKS = IS_LONG ? 100 : 12;

/** Runs in the page: targets of the part's links that open another page in this window. */
function linksOf([part, alike]: readonly [string, number]): string[] {
  const known = new Map<string, number>();
  return [...document.querySelectorAll<HTMLAnchorElement>(`${part} a[href]`)].flatMap((link) => {
    const { pathname, origin } = link;
    const isPage =
      origin === location.origin &&
      pathname !== location.pathname &&
      !link.hasAttribute('download') &&
      (link.target === '' || link.target === '_self') &&
      link.closest('[data-nav]') !== null &&
      link.closest('[data-nav=off]') === null &&
      !/\/(?:export|download|view|print|zip|template)$/.test(pathname);
    const shape = pathname.replace(/[^/]*\d[^/]*/g, ':id');
    known.set(shape, (known.get(shape) ?? 0) + 1);
    return isPage && (known.get(shape) ?? 0) <= alike ? [link.getAttribute('href') ?? ''] : [];
  });
}

/** Runs in the page: focuses the link, opening the closed menu around it if there is one. */
function focusLink([part, href]: readonly [string, string]): boolean {
  const link = document.querySelector<HTMLElement>(`${part} a[href="${CSS.escape(href)}"]`);
  const menu = link?.closest('details');
  if (menu) menu.open = true;
  link?.focus();
  return link !== null && document.activeElement === link;
}

/** Runs in the page: what is wrong after a navigation; '' when nothing is. @param title expected heading, where it is known */
function arrivedAt([from, title]: readonly [string, string?]): string {
  const text = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  if (location.pathname === from) return 'is not there';
  const heading = document.querySelector('main h1');
  if (title !== undefined && text(heading) !== title) return `shows «${text(heading)}»`;
  const active = document.activeElement;
  const isNamed = location.hash !== '' && active?.id === location.hash.slice(1);
  const isField = active?.matches('main form:has(.save-bar) :is(input, select, textarea)') === true;
  if (!isNamed && !isField && (heading === null || active !== heading)) return `has the focus on ${active?.outerHTML.slice(0, 120)}`;
  const told = [...document.querySelectorAll('p.sr-only[role=status]')].map(text);
  return told.includes(text(heading)) ? '' : `told «${told.join('», «')}» and not «${text(heading)}»`;
}

describe.skipIf(noChromium)('navigation by links', () => {
  const portal = useDemoPortal();

  it(
    'focuses and announces the heading or first field of the new page; going back focuses the link again',
    { timeout: 1_800_000 },
    async () => {
      const session = await portal.as('admin', { viewport: { width: 1366, height: 768 } });
      const { page } = session;
      const problems: string[] = [];
      let followed = 0;
      const settles = async (ask: () => Promise<string>) => {
        let last = '';
        await expect
          .poll(async () => (last = await ask()))
          .toBe('')
          .catch(() => undefined);
        return last;
      };
      for (const { path, part } of PAGES) {
        await page.goto(path);
        await waitForPendingRequests(page);
        const from = new URL(page.url()).pathname;
        const title = (await page.locator('main h1').textContent())?.replace(/\s+/g, ' ').trim() ?? '';
        for (const href of (await page.evaluate(linksOf, [part, ALIKE] as const)).slice(0, LINKS)) {
          if (!(await page.evaluate(focusLink, [part, href] as const))) continue;
          followed += 1;
          await page.keyboard.press('Enter');
          const there = await settles(() => page.evaluate(arrivedAt, [from] as const));
          if (there !== '') problems.push(`${path} → ${href}: ${there}`);
          const other = new URL(page.url()).pathname;
          await page.goBack();
          // The menu is on every page, so nothing of it was left.
          const back = await settles(() =>
            part === 'main' ? focusOf(page, from, href) : page.evaluate(arrivedAt, [other, title] as const),
          );
          if (back !== '') problems.push(`${path} ← ${href}: ${back}`);
          if (there !== '' || back !== '') await page.goto(path);
        }
      }
      if (IS_LONG) console.log(`${followed} links of ${PAGES.length} pages`);
      expect(problems).toEqual([]);
      expect(followed).toBeGreaterThan(PAGES.length);
    },
  );
});

/** Where the focus is after going back: on the followed link, or on the button of the menu that contains it. */
function focusOf(page: Page, from: string, href: string): Promise<string> {
  return page.evaluate(
    ([pathname, address]) => {
      const active = document.activeElement;
      if (location.pathname !== pathname) return 'is not back';
      const holds = active?.matches('summary') === true && active.parentElement?.querySelector(`a[href="${CSS.escape(address)}"]`) !== null;
      return active?.getAttribute('href') === address || holds ? '' : `has the focus on ${active?.outerHTML.slice(0, 120)}`;
    },
    [from, href] as const,
  );
}
