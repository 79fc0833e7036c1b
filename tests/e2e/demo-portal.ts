import path from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { DEMO_PASSWORD } from '#prisma/seed/demo-data.ts';
import { ensureBuild } from '#server/commands/demo/ensure-build.ts';
import { findChromium, useChromium, type BrowserOptions, type PageOptions, type WatchedPage } from '#server/testing/chromium.ts';
import { copyDemo } from '#server/testing/demo-copy.ts';
import { startPortalProcess, type PortalProcess } from '#server/testing/portal-processes.ts';
import { serviceOrSkip } from '#server/testing/services.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const START_MS = 180_000;

/** One of the three demo accounts, or anybody's e-mail. */
export type Person = 'admin' | 'editor' | 'reportes' | (string & {});
export const emailOf = (person: Person) => (person.includes('@') ? person : `${person}@demo.coop`);

/** For `describe.skipIf(...)`. */
export const noChromium = !serviceOrSkip('Chromium', findChromium() !== null);

export interface DemoPortal {
  database: TestDatabase;
  environment: Record<string, string>;
  url: string;
  web: PortalProcess;
  /** Only where it was asked for. */
  worker: PortalProcess;
  /** A page of somebody who has not signed in. */
  visitor(options?: PageOptions): Promise<WatchedPage>;
  /** A page of a person who signed in before; each call is a browser of its own with the same session cookie. */
  as(person: Person, options?: BrowserContextOptions): Promise<WatchedPage>;
  /** `portal_session=…`, signed in once per person: sign-ins are counted and limited. */
  cookieOf(person: Person): Promise<string>;
}

/**
 * A portal on a demo database of its own, and a browser, for all tests of a file: the web as a real process and, for what it
 * leaves to jobs (looks of files, large exports, schedules, changes of other programs), a worker beside it.
 */
export function useDemoPortal(options: { browser?: BrowserOptions | false; worker?: boolean } = {}): DemoPortal {
  const portal = {} as DemoPortal;
  const browser = options.browser === false ? null : useChromium(options.browser);
  const cookies = new Map<Person, Promise<string>>();
  let removeFiles: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    const [{ database, environment, remove }] = await Promise.all([copyDemo(), ensureBuild(ROOT)]);
    removeFiles = remove;
    Object.assign(portal, { database, environment });
    const started = [startPortalProcess('web', environment)];
    if (options.worker) started.push(startPortalProcess('worker', environment));
    const [web, worker] = await Promise.all(started);
    Object.assign(portal, { web, worker });
    portal.url = portal.web.url;
  }, START_MS);
  afterAll(async () => {
    await Promise.all([portal.web?.kill('SIGTERM'), portal.worker?.kill('SIGTERM')]);
    await removeFiles?.();
  });

  portal.cookieOf = (person) => {
    const known = cookies.get(person) ?? signIn(portal.url, emailOf(person));
    cookies.set(person, known);
    return known;
  };
  portal.visitor = async (page) => {
    if (!browser) throw new Error('this portal was asked for without a browser');
    return browser.newPage({ baseURL: portal.url, ...page });
  };
  portal.as = async (person, page) => portal.visitor({ session: await portal.cookieOf(person), ...page });
  return portal;
}

/** Signs in with the demo password. @returns the session cookie as a request sends it */
export async function signIn(url: string, email: string): Promise<string> {
  const body = new URLSearchParams({ email, password: DEMO_PASSWORD, redirectTo: '/' });
  const response = await fetch(`${url}/login`, { method: 'POST', body, redirect: 'manual', headers: { Origin: url, Accept: 'text/html' } });
  const cookie = response.headers.getSetCookie().find((entry) => entry.startsWith('portal_session='));
  if (response.status !== 302 || !cookie) throw new Error(`${email} could not sign in: ${response.status}`);
  return cookie.split(';')[0] ?? '';
}
