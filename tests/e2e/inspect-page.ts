import { mkdirSync } from 'node:fs';
import path from 'node:path';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A phone, a tablet, and the width from which tables no longer scroll in a frame: what fits there fits on wider screens. */
const WIDTHS = [390, 1000, 1340] as const;
const WIDTHS_OF_PICTURES = [390, 1000, 1440] as const;
export const HEIGHT = 900;
const SETTLE_MS = 2_000;
/** Nothing is fetched again for axe. Only violations are reported in detail; the rest is only counted. */
const RULES: RunOptions = { resultTypes: ['violations'], preload: false };
/** The other theme has the same elements and sizes (tests/look/contrast.test.ts) in other colours. */
const RULES_OF_OTHER_THEME: RunOptions = { ...RULES, runOnly: ['color-contrast'] };
/** The parts that differ from screen to screen. */
const OWN_PARTS = ['main', 'dialog[open]'];
/** Folder for a screenshot of every screen, width and theme; no screenshots unless set. */
const PICTURES = process.env['SCREENSHOT_DIR'];

type AxeWindow = Window & { axe?: { run(context: { include: string[][] }, options: RunOptions): Promise<AxeResults> } };

export type Theme = 'light' | 'dark';

interface InspectOptions {
  /** false checks only the page's own parts: the shell was checked with an earlier page. */
  shell?: boolean;
  /** Themes in which axe checks the page; with none, only its width is measured. */
  themes?: readonly Theme[];
}

/** What is wrong with the current page, at each width and in each theme; each line starts with the name. */
export async function inspectPage(
  page: Page,
  name: string,
  { shell = true, themes = ['light', 'dark'] }: InspectOptions = {},
): Promise<string[]> {
  const problems: string[] = [];
  const parts = shell ? ['html'] : OWN_PARTS;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    problems.push(...(await overflow(page)).map((problem) => `${width} px: ${problem}`));
  }
  for (const [place, theme] of themes.entries()) {
    await page.emulateMedia({ colorScheme: theme });
    await waitForColourTransitions(page);
    const violations = await seriousViolations(page, parts, place === 0 ? RULES : RULES_OF_OTHER_THEME);
    problems.push(...violations.map((violation) => `${theme}: ${violation}`));
  }
  if (PICTURES) await saveScreenshots(page, name);
  await page.emulateMedia({ colorScheme: 'light' });
  return problems.map((problem) => `${name}: ${problem}`);
}

/** Waits for colour transitions: axe would measure intermediate colours. */
function waitForColourTransitions(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map((animation) => animation.finished),
    ),
  );
}

/** Whether the page scrolls sideways, with the element that extends farthest to the right. A new width takes a frame or two to settle. */
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

/** What axe-core rates serious or critical, one line each. */
async function seriousViolations(page: Page, parts: readonly string[], rules: RunOptions): Promise<string[]> {
  // Loaded once per page: parsing its half megabyte takes longer than the check itself.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const results = await page.evaluate(
    ([selectors, options]) => (window as AxeWindow).axe?.run({ include: selectors.map((selector) => [selector]) }, options),
    [parts, rules] as const,
  );
  // axe leaves undecided ("incomplete") what overlaps something else, but has looked at it.
  const lookedAt = [...(results?.passes ?? []), ...(results?.violations ?? []), ...(results?.incomplete ?? [])];
  expect(lookedAt.length, `what axe looked at of ${page.url()}`).toBeGreaterThan(0);
  return (results?.violations ?? [])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 5).map((node) => `${id}: ${node.html.slice(0, 200)} (${node.failureSummary?.split('\n')[1]?.trim() ?? ''})`),
    );
}

async function saveScreenshots(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES ?? '', { recursive: true });
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of WIDTHS_OF_PICTURES) {
      await page.setViewportSize({ width, height: HEIGHT });
      await waitForColourTransitions(page);
      // Layout that follows the width by script does so in the next frames.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await page.screenshot({ path: path.join(PICTURES ?? '', `${name}-${width}-${theme}.png`), fullPage: true });
    }
  }
}
