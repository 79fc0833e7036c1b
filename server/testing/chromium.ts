import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page, type Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
/** The same browser without its windows: a page costs a third of the processor time. What belongs to windows, the PDF viewer among it, is missing. */
const NAMES_WITHOUT_WINDOWS = ['chromium-headless-shell'];
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
/** Ends a hang, and measures nothing: a machine of two cores that runs four files at once is slow at times. */
const ACTION_TIMEOUT_MS = 30_000;

/** The system's Chromium; CHROMIUM_PATH names another one. null: there is none. */
export const findChromium = (): string | null => findProgram(NAMES);

function findProgram(names: readonly string[]): string | null {
  const named = process.env['CHROMIUM_PATH'];
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(path.delimiter)];
  const candidates = named ? [named] : names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A page of its own session. What the browser complains about fails the test unless the story allows it. */
export interface WatchedPage {
  page: Page;
  context: BrowserContext;
  /** From now on complaints that match belong to the story: a 404 that is asked for on purpose. */
  allow(pattern: RegExp): void;
  close(): Promise<void>;
}

export interface BrowserOptions {
  /** As people have it, with a PDF viewer that pages could open: for tests of what it must not do. */
  withWindows?: boolean;
}

export interface PageOptions extends BrowserContextOptions {
  /** `name=value`: the cookie of who is signed in at `baseURL`. */
  session?: string;
}

export interface TestBrowser {
  newPage(options?: PageOptions): Promise<WatchedPage>;
}

/** Where a test keeps the page's code back, it goes on without. */
const CODE_TIMEOUT_MS = 20_000;

/**
 * Makes `goto` and `reload` wait until React has taken a page over that has code: neither its load nor a quiet network tells that a
 * busy machine has run what it fetched, and before, keys and choices do what the browser does by itself. `waitUntil: 'commit'` does not wait.
 */
function waitForCode(page: Page): void {
  const open = page.goto.bind(page);
  const openAgain = page.reload.bind(page);
  const isTakenOver = async () => {
    // A quiet network does not tell either that the page has been read to its end, where its code is named.
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

/** What Remix leaves on the console, or unhandled, when somebody goes on before the answer to the last click was read: no defect. */
const BROKEN_OFF = 'AbortError: signal is aborted without reason';

/**
 * One Chromium for the tests of a file. Console errors, errors of page scripts, violations of the content policy and
 * failed requests to our own address fail the test in which they happen; pages that are still open are closed after it.
 */
export function useChromium({ withWindows = false }: BrowserOptions = {}): TestBrowser {
  let browser: Browser | undefined;
  let complaints: string[] = [];
  const open = new Set<BrowserContext>();

  beforeAll(async () => {
    const executablePath = (withWindows ? null : findProgram(NAMES_WITHOUT_WINDOWS)) ?? findChromium() ?? '';
    browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  });
  afterEach(async () => {
    await Promise.all([...open].map((context) => context.close()));
    open.clear();
    const heard = complaints;
    complaints = [];
    expect(heard, 'what the browser complained about').toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
  });

  return {
    async newPage({ session, ...options } = {}) {
      if (!browser) throw new Error('Chromium is not running: use newPage inside a test');
      const context = await browser.newContext({ locale: 'es-GT', timezoneId: 'America/Guatemala', ...options });
      open.add(context);
      context.setDefaultTimeout(ACTION_TIMEOUT_MS);
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          throw new Error(`content policy: ${event.violatedDirective} ${event.blockedURI}`);
        });
      });
      if (session !== undefined) {
        const [name = '', value = ''] = session.split('=');
        await context.addCookies([{ name, value, url: options.baseURL ?? '', httpOnly: true, sameSite: 'Lax' }]);
      }
      const page = await context.newPage();
      if (options.javaScriptEnabled !== false) waitForCode(page);
      const allowed: RegExp[] = [];
      listen(page, options.javaScriptEnabled !== false, (complaint) => {
        if (!allowed.some((pattern) => pattern.test(complaint))) complaints.push(complaint);
      });
      const close = async () => {
        open.delete(context);
        await context.close();
      };
      return { page, context, allow: (pattern) => allowed.push(pattern), close };
    },
  };
}

/** A beacon (counted clicks) is sent while a page is being left, and nobody looks at its answer. */
function isBeacon(request: Request): boolean {
  return request.resourceType() === 'ping';
}

function listen(page: Page, runsScripts: boolean, complain: (text: string) => void): void {
  const isOwn = (url: string) => page.url() === 'about:blank' || new URL(url).host === new URL(page.url()).host;
  page.on('console', (message) => {
    // Chromium repeats every answer of 400 and more on the console, without saying which: told below with its address.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource') || message.text().startsWith(BROKEN_OFF)) return;
    complain(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    const text = error.stack ?? error.message;
    if (!text.startsWith(BROKEN_OFF)) complain(`page error: ${text}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Switched off, Chromium also refuses to preload them.
    if ((!runsScripts && request.resourceType() === 'script') || isBeacon(request)) return;
    // A request that was given up because the page went on, or that became a download, has not failed.
    if (reason !== 'net::ERR_ABORTED' && isOwn(request.url())) complain(`failed: ${request.method()} ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !isBeacon(response.request()) && isOwn(response.url()))
      complain(`${response.status()}: ${response.request().method()} ${response.url()}`);
  });
}
