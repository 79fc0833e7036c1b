import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const COMMIT_FILE = path.join('build', 'commit');

/** Version and commit of this portal; `commit` is null when it was not built, or built from a folder without git history. */
export const RELEASE: Readonly<{ version: string; commit: string | null }> = {
  version: (JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }).version,
  commit: readCommit(),
};

function readCommit(): string | null {
  try {
    return readFileSync(path.join(ROOT, COMMIT_FILE), 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/** For the build. Images are built without git history, so there the environment's `COMMIT` gives it. */
export async function writeCommit(root: string): Promise<void> {
  const known = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: root }).catch(() => null);
  const commit = process.env['COMMIT'] || known?.stdout.trim() || '';
  const file = path.join(root, COMMIT_FILE);
  if (commit !== (await readFile(file, 'utf8').catch(() => null))) await writeFile(file, commit);
}
