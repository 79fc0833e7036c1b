import type { Page } from 'playwright-core';

/** Keeps the code of pages back, as a slow link does. @returns lets it come, to this page and to those after it */
export async function holdCode(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/build/**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
