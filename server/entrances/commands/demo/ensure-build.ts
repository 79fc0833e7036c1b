import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { BUILT_SCRIPTS } from '../../../platform/processes/bundle.ts';
import { writeCommit } from '../../../platform/processes/release.ts';
import { buildServer } from './bundle-scripts.ts';
import { joinScripts } from './join-scripts.ts';

const SCREENS = [
  'app',
  'server/domain',
  'server/entrances/commands/demo/join-scripts.ts',
  'public',
  'package.json',
  'package-lock.json',
  'remix.config.js',
  'postcss.config.js',
  'tsconfig.json',
];
const SERVER = ['server', 'jobs', 'prisma', 'package.json', 'package-lock.json', 'tsconfig.json'];
const TESTS = /\.(?:test|contract)\.tsx?$|[/\\]testing[/\\]/;
const FEATURES = path.join('server', 'features');
/** A lock untouched for this long was left by a killed process. */
const STALE_LOCK_MS = 60_000;
const TOUCH_MS = 10_000;
const GENERATED = path.join('public', 'build');

/** Builds screens and server, each only if its sources changed since its last build (saves some seconds at every start). */
export function ensureBuild(root: string): Promise<void> {
  return underLock(root, async () => {
    const screens = [...SCREENS, ...(await domainsOfFeatures(root))];
    await buildIfChanged(root, { stamp: stampOf(root), made: path.join('build', 'index.js'), sources: screens }, () => buildScreens(root));
    const server = { stamp: path.join(root, BUILT_SCRIPTS, '.sources'), made: path.join(BUILT_SCRIPTS, 'web.mjs'), sources: SERVER };
    await buildIfChanged(root, server, () => buildServer(root));
    await writeCommit(root);
  });
}

async function buildScreens(root: string): Promise<void> {
  const remix = path.join(root, 'node_modules', '@remix-run', 'dev', 'dist', 'cli.js');
  await promisify(execFile)(process.execPath, [remix, 'build'], { cwd: root, env: { ...process.env, NODE_ENV: 'production' } });
  await joinScripts(root);
}

interface Part {
  stamp: string;
  /** A file that the build produces. */
  made: string;
  sources: readonly string[];
}

async function buildIfChanged(root: string, { stamp, made, sources }: Part, build: () => Promise<void>): Promise<void> {
  const hash = await hashSources(root, sources);
  if (existsSync(path.join(root, made)) && existsSync(stamp) && (await readFile(stamp, 'utf8')) === hash) return;
  await build();
  await writeFile(stamp, hash);
}

/** One build at a time per folder: test files and the demo may start concurrently. */
async function underLock(root: string, work: () => Promise<void>): Promise<void> {
  const lock = path.join(root, '.cache', 'build.lock');
  await mkdir(path.dirname(lock), { recursive: true });
  for (;;) {
    const taken = await mkdir(lock).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    if (taken) break;
    const held = await stat(lock).catch(() => null);
    if (held && Date.now() - held.mtimeMs > STALE_LOCK_MS) await rm(lock, { recursive: true, force: true });
    else await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const touching = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => undefined), TOUCH_MS);
  try {
    await work();
  } finally {
    clearInterval(touching);
    await rm(lock, { recursive: true, force: true });
  }
}

/** For commands that write another build into the same folder (`npm run dev`): the next start must not take it for its own. */
export async function forgetBuild(root: string): Promise<void> {
  await rm(stampOf(root), { force: true });
}

function stampOf(root: string): string {
  return path.join(root, 'build', '.sources');
}

// `npm run build`
if (process.argv[1] === import.meta.filename) await ensureBuild(path.join(import.meta.dirname, '..', '..', '..', '..'));

async function hashSources(root: string, sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await filesOf(root, source)) {
      if (file.startsWith(GENERATED) || TESTS.test(file)) continue;
      hash.update(file).update(await readFile(path.join(root, file)));
    }
  }
  return hash.digest('hex');
}

/** Domain code of features, which screens import, too. */
async function domainsOfFeatures(root: string): Promise<string[]> {
  const features = await readdir(path.join(root, FEATURES)).catch(() => []);
  return features.sort().map((feature) => path.join(FEATURES, feature, 'domain'));
}

async function filesOf(root: string, source: string): Promise<string[]> {
  const entries = await readdir(path.join(root, source), { withFileTypes: true, recursive: true }).catch(() => null);
  if (!entries) return existsSync(path.join(root, source)) ? [source] : [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}
