import { fillWithDemo } from '#server/testing/demo-database.ts';
import { testEnvironment } from '#server/testing/portal-processes.ts';
import { withDatabase, type Database, type Template } from './cluster.ts';

/** A database that holds the demo, and the environment of a portal on it. */
export interface DemoPortal extends Database {
  environment: Record<string, string>;
}

/** All groups of a run share ports and files folder: groups run one after another, and none reads another's files. */
let shared: Promise<Record<string, string>> | null = null;

const environmentOn = async (url: string) => {
  shared ??= testEnvironment(url).then(({ environment }) => environment);
  return { ...(await shared), DATABASE_URL: url };
};

const DEMO: Template = { name: 'demo', fill: async ({ url }) => fillWithDemo(await environmentOn(url)) };

/** The demo in a database of its own for one group of figures; making it takes twelve seconds of CPU, once per run. */
export function withDemo<Result>(work: (portal: DemoPortal) => Promise<Result>): Promise<Result> {
  return withDatabase(async (database) => work({ ...database, environment: await environmentOn(database.url) }), DEMO);
}
