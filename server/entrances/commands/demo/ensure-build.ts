import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildIsolatedScripts } from './bundle-scripts.ts';
import { joinScripts } from './join-scripts.ts';

const SOURCES = [
  'app',
  'server/domain',
  'server/entrances/commands/demo/join-scripts.ts',
  // Isolated processes: what they run.
  'server/entrances/commands/demo/bundle-scripts.ts',
  'server/pages',
  'server/ports/files',
  'server/pages/pictures',
  'server/platform',
  'public',
  'package.json',
  'package-lock.json',
  'remix.config.js',
  'postcss.config.js',
  'tsconfig.json',
];
const FEATURES = path.join('server', 'features');
/** A lock that nobody touched for so long was left by a process that was killed. */
const STALE_LOCK_MS = 60_000;
const TOUCH_MS = 10_000;
const GENERATED = path.join('public', 'build');

/** Builds the screens, and the programs of isolated processes, unless the last build came from the very same sources (some seconds saved at every start). */
export function ensureBuild(root: string): Promise<void> {
  return underLock(root, () => buildIfChanged(root));
}

async function buildIfChanged(root: string): Promise<void> {
  const stamp = stampOf(root);
  const hash = await hashSources(root);
  if (existsSync(path.join(root, 'build', 'index.js')) && existsSync(stamp) && (await readFile(stamp, 'utf8')) === hash) return;
  const remix = path.join(root, 'node_modules', '@remix-run', 'dev', 'dist', 'cli.js');
  await promisify(execFile)(process.execPath, [remix, 'build'], { cwd: root, env: { ...process.env, NODE_ENV: 'production' } });
  await joinScripts(root);
  await buildIsolatedScripts(root);
  await writeFile(stamp, hash);
}

/** One build at a time per folder: test files and the demo may start together. */
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

/** For those who write another build into the same folder (`npm run dev`): the next start must not take it for its own. */
export async function forgetBuild(root: string): Promise<void> {
  await rm(stampOf(root), { force: true });
}

function stampOf(root: string): string {
  return path.join(root, 'build', '.sources');
}

// `npm run build`
if (process.argv[1] === import.meta.filename) await ensureBuild(path.join(import.meta.dirname, '..', '..', '..', '..'));

async function hashSources(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const source of [...SOURCES, ...(await domainsOfFeatures(root))]) {
    for (const file of await filesOf(root, source)) {
      if (file.startsWith(GENERATED)) continue;
      hash.update(file).update(await readFile(path.join(root, file)));
    }
  }
  return hash.digest('hex');
}

/** The words and rules of features that screens import, too. */
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
