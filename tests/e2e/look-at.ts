import { mkdirSync } from 'node:fs';
import path from 'node:path';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A phone, a tablet, and where tables begin to stand without a frame that scrolls: what fits there fits on wider screens. */
const WIDTHS = [390, 1000, 1340] as const;
const WIDTHS_OF_PICTURES = [390, 1000, 1440] as const;
export const HEIGHT = 900;
const SETTLE_MS = 2_000;
/** Nothing is fetched anew to be looked at. Only violations are described: of what passes, that there is any. */
const RULES: RunOptions = { resultTypes: ['violations'], preload: false };
/** The second theme has the same elements and sizes (tests/look/contrast.test.ts) in other colours. */
const RULES_OF_OTHER_THEME: RunOptions = { ...RULES, runOnly: ['color-contrast'] };
/** What differs from screen to screen. */
const OWN_PARTS = ['main', 'dialog[open]'];
/** Where to keep a picture of every screen, width and theme; nowhere unless named. */
const PICTURES = process.env['SCREENSHOT_DIR'];

type AxeWindow = Window & { axe?: { run(context: { include: string[][] }, options: RunOptions): Promise<AxeResults> } };

export type Theme = 'light' | 'dark';

interface Look {
  /** false looks at the page's own part alone: what is around it was looked at with an earlier page. */
  shell?: boolean;
  /** In which to read it as somebody does who hears it, or sees little; none measures its width alone. */
  themes?: readonly Theme[];
}

/** What is wrong with what a page shows now, at each width and in each theme; each line begins with the name. */
export async function lookAt(page: Page, name: string, { shell = true, themes = ['light', 'dark'] }: Look = {}): Promise<string[]> {
  const problems: string[] = [];
  const parts = shell ? ['html'] : OWN_PARTS;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    problems.push(...(await overflow(page)).map((problem) => `${width} px: ${problem}`));
  }
  for (const [place, theme] of themes.entries()) {
    await page.emulateMedia({ colorScheme: theme });
    await coloursAreThere(page);
    const violations = await seriousViolations(page, parts, place === 0 ? RULES : RULES_OF_OTHER_THEME);
    problems.push(...violations.map((violation) => `${theme}: ${violation}`));
  }
  if (PICTURES) await keepPictures(page, name);
  await page.emulateMedia({ colorScheme: 'light' });
  return problems.map((problem) => `${name}: ${problem}`);
}

/** Colours that are still on their way to the other theme would be measured as they pass. */
function coloursAreThere(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map((animation) => animation.finished),
    ),
  );
}

/** Whether the page scrolls sideways, with what sticks out farthest to the right. A new width takes a frame or two to settle. */
async function overflow(page: Page): Promise<string[]> {
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  if (await page.evaluate(fits)) return [];
  await page.waitForFunction(fits, undefined, { timeout: SETTLE_MS }).catch(() => undefined);
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const rightOf = (element: Element) => element.getBoundingClientRect().right;
    const widest = [...document.body.querySelectorAll('*')].reduce((farthest, element) =>
      rightOf(element) > rightOf(farthest) ? element : farthest,
    );
    return [`content of ${scrollWidth} px in ${clientWidth} px: ${widest.outerHTML.slice(0, 200)}`];
  });
}

/** What axe-core counts as serious or critical, as one line each. */
async function seriousViolations(page: Page, parts: readonly string[], rules: RunOptions): Promise<string[]> {
  // Reading its half a megabyte takes a page longer than looking at itself does.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const results = await page.evaluate(
    ([selectors, options]) => (window as AxeWindow).axe?.run({ include: selectors.map((selector) => [selector]) }, options),
    [parts, rules] as const,
  );
  // What lies over something else axe has looked at, and leaves undecided.
  const lookedAt = [...(results?.passes ?? []), ...(results?.violations ?? []), ...(results?.incomplete ?? [])];
  expect(lookedAt.length, `what axe looked at of ${page.url()}`).toBeGreaterThan(0);
  return (results?.violations ?? [])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 5).map((node) => `${id}: ${node.html.slice(0, 200)} (${node.failureSummary?.split('\n')[1]?.trim() ?? ''})`),
    );
}

async function keepPictures(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES ?? '', { recursive: true });
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of WIDTHS_OF_PICTURES) {
      await page.setViewportSize({ width, height: HEIGHT });
      await coloursAreThere(page);
      // What follows a new width by itself does so in the next frames.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await page.screenshot({ path: path.join(PICTURES ?? '', `${name}-${width}-${theme}.png`), fullPage: true });
    }
  }
}
