import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../platform/sql/embedded-postgres.ts';
import { childEnvironment } from './supervise.ts';

const dataDirectory = await mkdtemp(path.join(os.tmpdir(), 'portal-demo-'));
// PostgreSQL runs as another user when the tests run as root.
await chmod(dataDirectory, 0o755);
afterAll(() => rm(dataDirectory, { recursive: true, force: true }));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('npm run demo', () => {
  it('leaves no database process behind when it is interrupted while the database starts', { timeout: 240_000 }, async () => {
    const environment = childEnvironment({ DATA_DIR: dataDirectory, PORT: String(await freePort()) });
    const demo = spawn(process.execPath, ['--import', 'tsx', 'server/entrances/commands/scripts/demo.ts'], {
      env: environment,
      stdio: 'ignore',
    });
    const ended = once(demo, 'exit');
    let pid = 0;
    // Negative while initdb makes the cluster.
    const serverPid = async () =>
      (pid = Number((await readFile(path.join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '0')).split('\n')[0]));
    await expect.poll(serverPid, { interval: 5, timeout: 100_000 }).toBeGreaterThan(0);
    demo.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(isAlive(pid)).toBe(false);
  });
});
