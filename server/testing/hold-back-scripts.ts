import type { Page } from 'playwright-core';

/** Holds back the scripts of pages, as a slow link does. @returns a function that releases them, for this page and later ones */
export async function holdBackScripts(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/build/**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
