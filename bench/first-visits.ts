import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright-core';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { findChromium } from '#server/testing/find-program.ts';
import { startPortalProcess } from '#server/testing/portal-processes.ts';
import { withDemo } from './demo.ts';
import { atMost, leftOut, quantile, times, type BenchOptions, type BenchResult, type Figure } from './measure.ts';
import { signIn } from './portal-client.ts';

const GROUP = 'visits';
const ROOT = path.join(import.meta.dirname, '..');
const SCREENS = ['Prospecciones', 'Usuarios', 'Configuración'];
/** An agency's link on a bad day. */
const LATENCY_MS = 400;
/** Time that a person takes from hovering over a link to clicking it. */
const MEANT_MS = 200;
const READING_MS = 10_000;

/** Playwright's own signal handlers would end this process before main.ts has cleaned up. */
const LEFT_TO_MAIN = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/** The first visit of a screen over a slow link, with and without prefetching. */
export async function benchFirstVisits({ quick }: BenchOptions): Promise<Figure[]> {
  const executablePath = findChromium();
  if (executablePath === null) return [leftOut(GROUP, 'all figures', 'Chromium was not found')];
  await ensureBuild(ROOT);
  return withDemo(async ({ environment }) => {
    const web = await startPortalProcess('web', environment);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], ...LEFT_TO_MAIN });
    try {
      const cookie = await signIn(web.url);
      const results: BenchResult[] = [];
      for (const screen of SCREENS) {
        const visits: { ahead: number[]; plain: number[] } = { ahead: [], plain: [] };
        for (let round = 0; round < (quick ? 2 : 5); round += 1) {
          visits.ahead.push(await visit(browser, { url: web.url, cookie, screen, ahead: true }));
          visits.plain.push(await visit(browser, { url: web.url, cookie, screen, ahead: false }));
        }
        const [ahead, plain] = [quantile(visits.ahead, 0.5), quantile(visits.plain, 0.5)];
        const name = `first visit of ${screen} at ${LATENCY_MS} ms: ${ahead.toFixed(0)} ms against ${plain.toFixed(0)} ms with nothing asked ahead`;
        results.push(atMost(GROUP, name, ahead / plain, 0.4, times));
      }
      return results;
    } finally {
      await browser.close();
      await web.kill('SIGKILL');
    }
  });
}

/** Milliseconds from the click on a menu entry to the heading of its screen, in a browser that has loaded only Inicio. */
async function visit(
  browser: Browser,
  { url, cookie, screen, ahead }: { url: string; cookie: string; screen: string; ahead: boolean },
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url }]);
    if (!ahead) await context.addInitScript(disablePrefetching);
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    // The person reads Inicio; meanwhile the code of the menu's screens is prefetched.
    if (ahead) await pause(READING_MS);
    await page.waitForLoadState('networkidle');
    const entry = page.locator('#menu').getByRole('link', { name: screen, exact: true });
    await page.evaluate(timeVisit, screen);
    await entry.hover();
    await pause(MEANT_MS);
    await entry.click();
    return await page.evaluate(() => Reflect.get(window, 'visited') as Promise<number>);
  } finally {
    await context.close();
  }
}

/** Runs in the page and uses its clock: polling from outside every 100 ms would see the heading up to that much later. */
function timeVisit(title: string): void {
  const visited = new Promise<number>((resolve) => {
    let clicked = 0;
    window.addEventListener('click', () => void (clicked = performance.now()), { capture: true, once: true });
    new MutationObserver((_changes, watcher) => {
      if (clicked === 0 || document.querySelector('main h1')?.textContent.includes(title) !== true) return;
      watcher.disconnect();
      resolve(performance.now() - clicked);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  Object.assign(window, { visited });
}

/**
 * Runs in the page: makes Remix behave as without prefetching. Routes are discovered on navigation (as with «save data»), hovering over a
 * link does nothing, no script is preloaded: three round trips. Anonymous functions only: the loader wraps named ones in a helper that does
 * not exist in the page.
 */
function disablePrefetching(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  for (const kind of ['pointerover', 'focusin']) window.addEventListener(kind, (event) => event.stopImmediatePropagation(), true);
  Element.prototype.append = new Proxy(Reflect.get(Element.prototype, 'append'), {
    apply: (target, self: Element, nodes: Node[]) =>
      nodes.some((node) => node instanceof HTMLLinkElement && node.rel === 'modulepreload')
        ? undefined
        : Reflect.apply(target, self, nodes),
  });
}
