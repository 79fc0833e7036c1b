import { mkdirSync } from 'node:fs';
import path from 'node:path';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const WIDTHS = [390, 1000, 1440] as const;
/** Where tables begin to stand without a frame that scrolls. */
const TIGHTEST = 1340;
export const HEIGHT = 900;
const SETTLE_MS = 2_000;
const THEMES = ['light', 'dark'] as const;
/** The second theme has the same elements in other colours. Only violations are described: of what passes, that there is any. */
const AXE_OPTIONS: Readonly<Record<(typeof THEMES)[number], RunOptions>> = {
  light: { resultTypes: ['violations'] },
  dark: { resultTypes: ['violations'], runOnly: ['color-contrast'] },
};
/** Where to keep a picture of every screen, width and theme; nowhere unless named. */
const PICTURES = process.env['SCREENSHOT_DIR'];

/** What is wrong with what a page shows now, at each width and in each theme; each line begins with the name. */
export async function lookAt(page: Page, name: string): Promise<string[]> {
  const problems: string[] = [];
  await page.evaluate(axe.source);
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    // The themes have the same sizes (tests/look/contrast.test.ts), so the second one is measured where tables are tightest.
    for (const width of theme === 'light' || PICTURES ? WIDTHS : []) {
      await page.setViewportSize({ width, height: HEIGHT });
      problems.push(...(await overflow(page)).map((problem) => `${width} px, ${theme}: ${problem}`));
      await keepPicture(page, `${name}-${width}-${theme}`);
    }
    await page.setViewportSize({ width: TIGHTEST, height: HEIGHT });
    problems.push(...(await overflow(page)).map((problem) => `${TIGHTEST} px, ${theme}: ${problem}`));
    // Colours that are still on their way to the other theme would be measured as they pass.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter((animation) => animation instanceof CSSTransition)
          .map((animation) => animation.finished),
      ),
    );
    problems.push(...(await seriousViolations(page, AXE_OPTIONS[theme])).map((violation) => `${theme}: ${violation}`));
  }
  return problems.map((problem) => `${name}: ${problem}`);
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
async function seriousViolations(page: Page, options: RunOptions): Promise<string[]> {
  const results = await page.evaluate(
    (given) => (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(given),
    options,
  );
  expect(results.passes.length).toBeGreaterThan(0);
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 5).map((node) => `${id}: ${node.html.slice(0, 200)} (${node.failureSummary?.split('\n')[1]?.trim() ?? ''})`),
    );
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  // What follows a new width by itself does so in the next frames.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
}
