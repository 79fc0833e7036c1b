import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { clusterPlace } from '#server/testing/global-setup.ts';

/** What git does not keep and tests read: the Prisma client and the screens as they were built. */
const MADE = ['prisma/generated', 'build', 'public/build'];

export interface Scratch {
  /** One for each lane: a copy of the working tree that a lane may change. */
  copies: string[];
  /** One for each lane: where what it starts puts its own files. */
  temporary: string[];
  remove: () => Promise<void>;
  /** For a process that ends now. */
  removeNow: () => void;
}

/** Copies of the working tree as it is, also what is not committed; only `node_modules` is shared. */
export async function makeScratch(root: string, lanes: number): Promise<Scratch> {
  // Clusters of lanes lie below, so that they are found when a lane is killed.
  const directory = await mkdtemp(path.join(await clusterPlace(), 'mutants-'));
  // PostgreSQL runs as another user than root, and its files lie below.
  await chmod(directory, 0o755);
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  const files = listed.split('\0').filter(Boolean);
  const numbers = Array.from({ length: lanes }, (_, index) => String(index + 1));
  const copies = numbers.map((number) => path.join(directory, number));
  const temporary = numbers.map((number) => path.join(directory, `t${number}`));
  // What was deleted and not yet committed is still listed.
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
