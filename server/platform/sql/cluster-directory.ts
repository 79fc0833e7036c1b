import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readlink, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { OWNER_ONLY } from '../owner-only.ts';

/** The user that runs the database server when we are root; null when we run it ourselves. */
export type ServerOwner = { uid: number; gid: number } | null;

const ROOT_CLUSTERS = '/var/lib/portal-postgres';

/**
 * Creates the cluster's directory if missing, and makes it private and accessible to the server's user. Where that user may not go
 * (a checkout under /root), the cluster lives in /var/lib and the directory is a symlink to it; if the link is deleted, the cluster
 * starts empty, as if the directory had been deleted.
 */
export async function clusterDirectory(requested: string, owner: ServerOwner): Promise<string> {
  const linked = await readlink(requested).catch(() => null);
  if (linked !== null) return makePrivate(linked, owner);
  const isNew = (await lstat(requested).catch(() => null)) === null;
  await makePrivate(requested, owner);
  if (!owner || !isNew || ownerCan(owner, 'test', '-x', requested)) return requested;
  const elsewhere = path.join(ROOT_CLUSTERS, createHash('sha256').update(requested).digest('hex').slice(0, 16));
  await rm(elsewhere, { recursive: true, force: true });
  await makePrivate(elsewhere, owner);
  await rm(requested, { recursive: true });
  await symlink(elsewhere, requested);
  return elsewhere;
}

async function makePrivate(directory: string, owner: ServerOwner): Promise<string> {
  if (!existsSync(directory)) await mkdir(directory, { recursive: true });
  if (owner) chownSync(directory, owner.uid, owner.gid);
  await chmod(directory, OWNER_ONLY.folder);
  return directory;
}

/** Whether a command succeeds as the server's user. */
export function ownerCan(owner: { uid: number; gid: number }, command: string, ...words: string[]): boolean {
  try {
    execFileSync(command, words, { ...owner, cwd: os.tmpdir(), stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
