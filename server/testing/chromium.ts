import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page, type Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { findChromium, findChromiumWithoutWindows } from './find-program.ts';

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Only ends a hang, so it is generous: a two-core machine that runs four files at once is slow at times. */
const ACTION_TIMEOUT_MS = 30_000;

/** A page with a session of its own. What the browser complains about fails the test unless it is allowed. */
export interface WatchedPage {
  page: Page;
  context: BrowserContext;
  /** From now on matching complaints are ignored, such as a 404 that the test causes on purpose. */
  allow(pattern: RegExp): void;
  close(): Promise<void>;
}

export interface BrowserOptions {
  /** Chromium with its windows and PDF viewer, as people have it: for tests of what a page must not open there. */
  withWindows?: boolean;
}

export interface PageOptions extends BrowserContextOptions {
  /** `name=value`: the session cookie for `baseURL`. */
  session?: string;
}

export interface TestBrowser {
  newPage(options?: PageOptions): Promise<WatchedPage>;
}

/** After this long the test goes on without the page's code: some tests hold it back on purpose. */
const CODE_TIMEOUT_MS = 20_000;

/**
 * Makes `goto` and `reload` wait until React has hydrated a page that has scripts. On a busy machine neither the load event nor an idle
 * network means that they have run, and until then keys and choices get the browser's native behaviour. `waitUntil: 'commit'` does not
 * wait.
 */
function waitForCode(page: Page): void {
  const open = page.goto.bind(page);
  const openAgain = page.reload.bind(page);
  const isTakenOver = async () => {
    // An idle network does not mean either that the page has been parsed to its end, where its scripts are.
    await page.waitForLoadState('domcontentloaded');
    if ((await page.locator('script[type=module]').count()) === 0) return;
    await page
      .locator('html[data-hydrated]')
      .waitFor({ state: 'attached', timeout: CODE_TIMEOUT_MS })
      .catch(() => undefined);
  };
  page.goto = async (url, options) => {
    const answer = await open(url, options);
    if (options?.waitUntil !== 'commit') await isTakenOver();
    return answer;
  };
  page.reload = async (options) => {
    const answer = await openAgain(options);
    if (options?.waitUntil !== 'commit') await isTakenOver();
    return answer;
  };
}

/** Requests of each page that have not been answered. */
const underWay = new WeakMap<Page, Set<Request>>();

function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  // Requests of a page that was navigated away from never report their end.
  page.on('framenavigated', (frame) => void (frame === page.mainFrame() && requests.clear()));
}

/** Waits until the page has no pending requests, follow-up requests included: like `networkidle`, but without half a second of silence. */
export async function waitForPendingRequests(page: Page): Promise<void> {
  const requests = underWay.get(page);
  // Without scripts a page requests nothing later.
  if (!requests) return page.waitForLoadState();
  await page.waitForLoadState();
  do {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  } while (requests.size > 0);
}

/** Whether the browser would now ask for confirmation before the page is closed or the portal left. */
export const asksBeforeClosing = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

/**
 * What Remix logs or leaves unhandled when somebody navigates before the last response was read, or when it is told to reload the page: no
 * defect.
 */
const USUAL = /^(?:AbortError: signal is aborted without reason|Error: Detected manifest version mismatch, reloading)/;

/** One browser per test process and kind, shared by its files: a start costs half a second of CPU. It ends with the process. */
const launched = new Map<string, Promise<Browser>>();

function launchOnce(withWindows: boolean): Promise<Browser> {
  const executablePath = (withWindows ? null : findChromiumWithoutWindows()) ?? findChromium() ?? '';
  const known = launched.get(executablePath) ?? chromium.launch({ executablePath, args: ARGUMENTS });
  launched.set(executablePath, known);
  return known;
}

/** Default viewport. */
const WINDOW = { width: 1280, height: 720 };
const CLEANING_MS = 10_000;
/** A path that every test server answers in a few bytes. */
export const PLAIN_ADDRESS = '/robots.txt';

/**
 * Chromium for the tests of a file. Console errors, errors of page scripts, violations of the content policy and failed requests to our own
 * address fail the test in which they happen; pages that are still open are closed after it.
 *
 * A closed page is cleaned and reused by the file's next test that asks for the same options: a new page costs a second of CPU, most of it
 * for starting a process and for parsing scripts again.
 */
export function useChromium({ withWindows = false }: BrowserOptions = {}): TestBrowser {
  let browser: Browser | undefined;
  let complaints: string[] = [];
  const open = new Set<OpenPage>();
  const idle: OpenPage[] = [];

  const put = async (opened: OpenPage) => {
    if (!open.delete(opened)) return;
    if (await clean(opened)) idle.push(opened);
    else await opened.context.close();
  };

  beforeAll(async () => {
    browser = await launchOnce(withWindows);
  });
  afterEach(async () => {
    await Promise.all([...open].map(put));
    const reported = complaints;
    complaints = [];
    expect(reported, 'what the browser complained about').toEqual([]);
  });
  afterAll(async () => {
    await Promise.all(idle.map(({ context }) => context.close()));
  });

  return {
    async newPage({ session, ...options } = {}) {
      if (!browser) throw new Error('Chromium is not running: use newPage inside a test');
      const kind = JSON.stringify(options);
      const place = idle.findIndex((page) => page.kind === kind);
      const opened = idle.splice(place, place < 0 ? 0 : 1)[0] ?? (await openPage(browser, kind, options));
      open.add(opened);
      const { context, page } = opened;
      if (session !== undefined) {
        const [name = '', value = ''] = session.split('=');
        await context.addCookies([{ name, value, url: options.baseURL ?? '', httpOnly: true, sameSite: 'Lax' }]);
      }
      if (options.javaScriptEnabled !== false) watchRequests(page);
      const allowed: RegExp[] = [];
      listen(page, options.javaScriptEnabled !== false, (complaint) => {
        if (!allowed.some((pattern) => pattern.test(complaint))) complaints.push(complaint);
      });
      return { page, context, allow: (pattern) => allowed.push(pattern), close: () => put(opened) };
    },
  };
}

interface OpenPage {
  context: BrowserContext;
  page: Page;
  /** The options as JSON: a page is reused only for the same ones. */
  kind: string;
  options: BrowserContextOptions;
}

async function openPage(browser: Browser, kind: string, options: BrowserContextOptions): Promise<OpenPage> {
  const context = await browser.newContext({ locale: 'es-GT', timezoneId: 'America/Guatemala', viewport: WINDOW, ...options });
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      throw new Error(`content policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  const page = await context.newPage();
  if (options.javaScriptEnabled !== false) waitForCode(page);
  return { context, page, kind, options };
}

/** Events that tests and this file listen to. Not all events: Playwright itself listens to others. */
const LISTENED = [
  'request',
  'requestfinished',
  'requestfailed',
  'response',
  'framenavigated',
  'console',
  'pageerror',
  'dialog',
  'download',
  'popup',
  'page',
];

/** Removes from a page what a test left in it. @returns false when it should be closed instead */
async function clean({ context, page, options }: OpenPage): Promise<boolean> {
  if (page.isClosed() || context.pages().length !== 1 || options.javaScriptEnabled === false) return false;
  for (const event of LISTENED) {
    page.removeAllListeners(event);
    context.removeAllListeners(event);
  }
  // A form with unsaved changes asks for confirmation before it is left.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  try {
    await Promise.all([
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.unrouteAll({ behavior: 'ignoreErrors' }),
      context.setOffline(false),
    ]);
    if (page.url() !== 'about:blank') {
      const { origin } = new URL(page.url());
      // On the same server: for an empty page Chromium would start another process, which loads everything again.
      await page.goto(origin + PLAIN_ADDRESS, { timeout: CLEANING_MS });
      await page.evaluate(() => sessionStorage.clear());
      const debugging = await context.newCDPSession(page);
      await debugging.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await debugging.detach();
    }
    await context.clearCookies();
    await page.emulateMedia({ media: null, colorScheme: options.colorScheme ?? null, reducedMotion: options.reducedMotion ?? null });
    await page.setViewportSize(options.viewport ?? WINDOW);
    return context.pages().length === 1;
  } catch {
    return false;
  } finally {
    page.removeAllListeners('dialog');
  }
}

/** A beacon (counted clicks) is sent while a page is being left, and nobody reads its response. */
function isBeacon(request: Request): boolean {
  return request.resourceType() === 'ping';
}

function listen(page: Page, runsScripts: boolean, complain: (text: string) => void): void {
  const isOwn = (url: string) => page.url() === 'about:blank' || new URL(url).host === new URL(page.url()).host;
  page.on('console', (message) => {
    // Chromium logs every response of 400 and above without its address: the `response` listener below reports it with one.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource') || USUAL.test(message.text())) return;
    complain(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    const text = error.stack ?? error.message;
    if (!USUAL.test(text)) complain(`page error: ${text}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // With scripts switched off, Chromium also refuses to preload them.
    if ((!runsScripts && request.resourceType() === 'script') || isBeacon(request)) return;
    // A request that was aborted by navigation, or that became a download, has not failed.
    if (reason !== 'net::ERR_ABORTED' && isOwn(request.url())) complain(`failed: ${request.method()} ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !isBeacon(response.request()) && isOwn(response.url()))
      complain(`${response.status()}: ${response.request().method()} ${response.url()}`);
  });
}
