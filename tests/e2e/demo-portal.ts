import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startWorker } from '#jobs/start-worker.ts';
import { DEMO_PASSWORD } from '#prisma/seed/demo-data.ts';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadConfig } from '#server/config/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { DatabaseName, Documents } from '#server/ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { createMappedStore } from '#server/ports/documents/mapped/mapped-store.ts';
import type { RunningProcess } from '#server/platform/processes/run-process.ts';
import { startWeb } from '#server/entrances/http/start-web.ts';
import { useChromium, type BrowserOptions, type PageOptions, type WatchedPage } from '#server/testing/chromium.ts';
import { copyDemo } from '#server/testing/demo-copy.ts';
import { FOREIGN_VOCABULARY, foreignMapping, renameToForeign } from '#server/testing/foreign-vocabulary.ts';
import { startPortalProcess, type PortalProcess } from '#server/testing/portal-processes.ts';
import { hasService } from '#server/testing/services.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const START_MS = 180_000;
/** TEST_FOREIGN=1 gives every demo another program's names: the stories must not notice. */
const IS_FOREIGN = process.env['TEST_FOREIGN'] === '1';

/** One of the three demo accounts, or anybody's e-mail. */
export type Person = 'admin' | 'editor' | 'reportes' | (string & {});
export const emailOf = (person: Person) => (person.includes('@') ? person : `${person}@demo.coop`);

/** For `describe.skipIf(...)`. */
export const noChromium = !hasService('Chromium');

interface Demo {
  database: TestDatabase;
  environment: Record<string, string>;
  /** The documents under the portal's own names, even if they are stored under others. */
  documents: Documents;
  url: string;
  /** A page of a visitor who has not signed in. */
  visitor(options?: PageOptions): Promise<WatchedPage>;
  /** A page of a signed-in person; each call opens a browser context of its own with the same session cookie. */
  as(person: Person, options?: BrowserContextOptions): Promise<WatchedPage>;
  /** `portal_session=…`; signs in once per person, because sign-ins are rate limited. */
  cookieOf(person: Person): Promise<string>;
}

export interface DemoPortal extends Demo {
  startWorker(): Promise<void>;
  stopWorker(): Promise<void>;
}

export interface DemoProcesses extends Demo {
  web: PortalProcess;
  worker: PortalProcess;
}

export interface DemoOptions {
  browser?: BrowserOptions | false;
  /** Additional environment variables of its processes. */
  environment?: Readonly<Record<string, string>>;
  /** Stores the documents under another program's names and values, with a mapping for them, as TEST_FOREIGN=1 does for all. */
  foreign?: boolean;
}

/**
 * A portal on a demo database of its own, and a browser, for all tests of a file. It runs within the test's process, which files share: a
 * separate web process costs each file some seconds of CPU. With `worker`, jobs run as well (previews of files, large exports, schedules,
 * sync of changes by other programs).
 */
export function useDemoPortal({ worker = false, ...options }: DemoOptions & { worker?: boolean } = {}): DemoPortal {
  const running: { web?: RunningProcess; worker?: RunningProcess } = {};
  const portal = useDemo(options, {
    async start(environment) {
      const log = createLog({ level: 'silent', process: 'test' });
      running.web = await startWeb(loadConfig(environment), log);
      if (worker) running.worker = await startWorker(loadConfig(environment), log);
    },
    async stop() {
      await running.worker?.close();
      await running.web?.close();
    },
  }) as DemoPortal;
  portal.startWorker = async () => {
    running.worker = await startWorker(loadConfig(portal.environment), createLog({ level: 'silent', process: 'test' }));
  };
  portal.stopWorker = async () => {
    await running.worker?.close();
    delete running.worker;
  };
  return portal;
}

/**
 * The same with web and worker in separate processes, for tests that kill or measure them. Such files are listed in `OWN_PROCESS`
 * (vitest.config.ts).
 */
export function useDemoProcesses(options: DemoOptions = {}): DemoProcesses {
  const portal = useDemo(options, {
    async start(environment) {
      [portal.web, portal.worker] = await Promise.all([startPortalProcess('web', environment), startPortalProcess('worker', environment)]);
    },
    async stop() {
      await Promise.all([portal.web?.kill('SIGTERM'), portal.worker?.kill('SIGTERM')]);
    },
  }) as DemoProcesses;
  return portal;
}

interface Life {
  start: (environment: Record<string, string>) => Promise<void>;
  stop: () => Promise<void>;
}

function useDemo(options: DemoOptions, { start, stop }: Life): Demo {
  const portal = {} as Demo;
  const browser = options.browser === false ? null : useChromium(options.browser);
  const cookies = new Map<Person, Promise<string>>();
  let removeFiles: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    const [{ database, environment, remove }] = await Promise.all([copyDemo(), ensureBuild(ROOT)]);
    removeFiles = remove;
    const isForeign = options.foreign ?? IS_FOREIGN;
    const renamed = isForeign ? await renameDemo(database, environment['FILES_DIR'] ?? '') : {};
    const open = (name: DatabaseName) => {
      const store = createEmbeddedDocumentStore({ sql: database.sql, database: name });
      return isForeign ? createMappedStore(store, foreignMapping()) : store;
    };
    portal.documents = { main: open('main'), digitalization: open('digitalization') };
    Object.assign(portal, {
      database,
      environment: { ...environment, ...renamed, ...options.environment },
      url: environment['PUBLIC_URL'],
    });
    await start(portal.environment);
  }, START_MS);
  afterAll(async () => {
    await stop();
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

/** Renames the documents to another program's names, and writes the mapping file. */
async function renameDemo({ sql }: TestDatabase, files: string): Promise<{ MAPPING_FILE: string }> {
  const file = path.join(files, '..', 'mapping.json');
  await writeFile(file, JSON.stringify(FOREIGN_VOCABULARY));
  await renameToForeign(sql);
  return { MAPPING_FILE: file };
}

/** Signs in with the demo password. @returns the session cookie for request headers */
export async function signIn(url: string, email: string): Promise<string> {
  const body = new URLSearchParams({ email, password: DEMO_PASSWORD, redirectTo: '/' });
  const response = await fetch(`${url}/login`, { method: 'POST', body, redirect: 'manual', headers: { Origin: url, Accept: 'text/html' } });
  const cookie = response.headers.getSetCookie().find((entry) => entry.startsWith('portal_session='));
  if (response.status !== 302 || !cookie) throw new Error(`${email} could not sign in: ${response.status}`);
  return cookie.split(';')[0] ?? '';
}
