import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { clusterPlace } from '#server/testing/global-setup.ts';

/** Untracked files that tests read: the Prisma client and the built screens. */
const MADE = ['prisma/generated', 'build', 'public/build'];

export interface Scratch {
  /** One for each lane: a copy of the working tree that the lane may change. */
  copies: string[];
  /** One for each lane: folder for its temporary files. */
  temporary: string[];
  remove: () => Promise<void>;
  /** Synchronous removal, for a process that is about to end. */
  removeNow: () => void;
}

/** Copies the working tree as it is, with uncommitted changes; only `node_modules` is shared. */
export async function makeScratch(root: string, lanes: number): Promise<Scratch> {
  // The lanes' PostgreSQL clusters are below it, so that they are found when a lane is killed.
  const directory = await mkdtemp(path.join(await clusterPlace(), 'mutants-'));
  // PostgreSQL runs as another user than root, and its files are below.
  await chmod(directory, 0o755);
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  const files = listed.split('\0').filter(Boolean);
  const numbers = Array.from({ length: lanes }, (_, index) => String(index + 1));
  const copies = numbers.map((number) => path.join(directory, number));
  const temporary = numbers.map((number) => path.join(directory, `t${number}`));
  // Files that were deleted but not committed are still listed by git.
  const there = [...files, ...MADE].filter((file) => existsSync(path.join(root, file)));
  for (const copy of copies) {
    await mkdir(copy);
    execFileSync('cp', ['--archive', '--parents', ...there, copy], { cwd: root });
    await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  }
  for (const place of temporary) await mkdir(place);
  return {
    copies,
    temporary,
    remove: () => rm(directory, { recursive: true, force: true }),
    removeNow: () => rmSync(directory, { recursive: true, force: true }),
  };
}
