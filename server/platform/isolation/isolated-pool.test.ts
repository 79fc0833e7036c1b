import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../domain/errors.ts';
import { createLog } from '../log/log.ts';
import { createIsolatedPool, type IsolatedPool, type IsolatedPoolOptions } from './isolated-pool.ts';
import type { OddJob } from './testing/odd-jobs.ts';

const opened: IsolatedPool<OddJob, unknown>[] = [];
afterEach(() => Promise.all(opened.splice(0).map((pool) => pool.close())));

function openPool(overrides: Partial<IsolatedPoolOptions> = {}): IsolatedPool<OddJob, unknown> {
  const pool = createIsolatedPool<OddJob, unknown>({
    name: 'odd',
    script: new URL('./testing/odd-jobs.ts', import.meta.url),
    processes: 2,
    heapMb: 64,
    deadlineMs: 30_000,
    maxWaiting: { total: 10, perOwner: 6 },
    idleMs: 60_000,
    refusal: (lost) => new AppError('unsupported-type', lost.message, { userMessage: `No se pudo: ${lost.reason}.`, cause: lost }),
    log: createLog({ level: 'silent', process: 'test' }),
    ...overrides,
  });
  opened.push(pool);
  return pool;
}

const echo = (text: string): OddJob => ({ kind: 'echo', bytes: Buffer.from(text) });

describe('a job', () => {
  it('receives and returns bytes in a separate process that is reused', async () => {
    const pool = openPool();
    expect(await pool.run('ana', echo('hola'))).toEqual(Buffer.from('hola'));
    const pid = await pool.run('ana', { kind: 'tell pid' });
    expect(pid).not.toBe(process.pid);
    expect(await pool.run('beto', { kind: 'tell pid' })).toBe(pid);
  });

  it('rejects with the error that it throws', async () => {
    const failure = openPool().run('ana', { kind: 'refuse' });
    await expect(failure).rejects.toMatchObject({ code: 'too-large', userMessage: 'Es demasiado.' });
    await expect(failure).rejects.toBeInstanceOf(AppError);
  });

  it('sees only the environment variables that a program needs', async () => {
    vi.stubEnv('SESSION_SECRET', 'canary');
    const environment = await openPool().run('ana', { kind: 'tell environment' });
    vi.unstubAllEnvs();
    expect(environment).toHaveProperty('PATH');
    expect(JSON.stringify(environment)).not.toContain('canary');
  });
});

describe('a job taken over by a hostile file', () => {
  const denied = { message: expect.stringContaining('Access to this API has been restricted') };

  it('can read and write only the files that its pool names', async () => {
    const directory = await mkdtemp(path.join(os.tmpdir(), 'portal-odd-'));
    const [given, stored] = [path.join(directory, 'given-1'), path.join(directory, 'stored')];
    await Promise.all([given, stored].map((file) => writeFile(file, 'contents')));
    const pool = openPool({ access: { read: [path.join(directory, 'given-*')], write: [path.join(directory, 'given-*')] } });
    try {
      expect(await pool.run('ana', { kind: 'read', file: given })).toEqual(Buffer.from('contents'));
      await pool.run('ana', { kind: 'write', file: given });
      expect(await readFile(given, 'utf8')).toBe('odd');
      const closed = [
        stored,
        `/proc/${process.pid}/environ`,
        '/proc/self/environ',
        '/etc/passwd',
        path.resolve('.env'),
        path.resolve('docs/rooms.md'),
      ];
      for (const file of closed) {
        await expect(pool.run('ana', { kind: 'read', file }), file).rejects.toMatchObject(denied);
        await expect(pool.run('ana', { kind: 'write', file }), file).rejects.toMatchObject(denied);
      }
      expect(await readFile(stored, 'utf8')).toBe('contents');
      // A pool that names nothing.
      await expect(openPool().run('ana', { kind: 'read', file: given })).rejects.toMatchObject(denied);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it.each(['start a process', 'start a thread'] as const)('cannot %s, with or without native addons', async (kind) => {
    await expect(openPool().run('ana', { kind })).rejects.toMatchObject(denied);
    await expect(openPool({ access: { addons: true } }).run('ana', { kind })).rejects.toMatchObject(denied);
  });
});

describe('a failing job', () => {
  it.each(['throw', 'exit', 'fill the heap'] as const)('(%s) is refused, and the next job runs in a new process', async (kind) => {
    const pool = openPool();
    await expect(pool.run('ana', { kind })).rejects.toMatchObject({ code: 'unsupported-type', userMessage: 'No se pudo: crash.' });
    expect(await pool.run('ana', echo('sigue'))).toEqual(Buffer.from('sigue'));
  });

  it.skipIf(!existsSync('/proc/self/status'))('(more memory than allowed) is killed, and the next job runs', async () => {
    const pool = openPool({ maxResidentMb: 400 });
    await expect(pool.run('ana', { kind: 'fill memory' })).rejects.toMatchObject({ userMessage: 'No se pudo: memory.' });
    expect(await pool.run('ana', echo('sigue'))).toEqual(Buffer.from('sigue'));
  });

  it('(an endless loop) is killed at its deadline while other jobs continue', async () => {
    const pool = openPool({ deadlineMs: 4_000 });
    await Promise.all(['ana', 'beto'].map((owner) => pool.run(owner, echo('awake'))));
    let ended = false;
    const loop = pool.run('ana', { kind: 'loop' }).finally(() => (ended = true));
    loop.catch(() => undefined);
    for (let time = 0; time < 5; time += 1) expect(await pool.run('beto', echo('otro'))).toEqual(Buffer.from('otro'));
    expect(ended).toBe(false);
    await expect(loop).rejects.toMatchObject({ userMessage: 'No se pudo: deadline.' });
    expect(await pool.run('ana', echo('sigue'))).toEqual(Buffer.from('sigue'));
  });

  it('(no process can start) is refused as unavailable', async () => {
    const pool = openPool({ script: new URL('./testing/no-such-script.ts', import.meta.url) });
    await expect(pool.run('ana', echo('hola'))).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 });
  });
});

describe('the queue', () => {
  it('does not let the many jobs of one person delay others', async () => {
    const pool = openPool({ processes: 1, maxWaiting: { total: 60, perOwner: 60 } });
    const order: string[] = [];
    const run = (owner: string) => pool.run(owner, echo(owner)).then(() => order.push(owner));
    const all = [...Array.from({ length: 50 }, () => run('ana')), run('beto')];
    await Promise.all(all);
    expect(order.indexOf('beto')).toBeLessThan(5);
  });

  it('keeps one process free for others while the jobs of one person loop', async () => {
    const pool = openPool({ deadlineMs: 60_000 });
    for (let time = 0; time < 3; time += 1) pool.run('ana', { kind: 'loop' }).catch(() => undefined);
    expect(await pool.run('beto', echo('pasa'))).toEqual(Buffer.from('pasa'));
  });

  it('refuses too many jobs of one person as too-many-requests, and of everybody with 503', async () => {
    const pool = openPool({ processes: 1, maxWaiting: { total: 3, perOwner: 2 } });
    const ask = (owner: string) => pool.run(owner, { kind: 'loop' });
    for (const owner of ['ana', 'ana', 'ana', 'beto']) ask(owner).catch(() => undefined);
    await expect(ask('ana')).rejects.toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 10 });
    await expect(ask('beto')).rejects.toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 10 });
  });

  it('rejects every job as unavailable once the pool closes, even running ones', async () => {
    const pool = openPool({ processes: 1 });
    const jobs = [pool.run('ana', { kind: 'loop' }), pool.run('ana', echo('nunca'))];
    await pool.close();
    for (const job of [...jobs, pool.run('ana', echo('tarde'))]) await expect(job).rejects.toMatchObject({ code: 'unavailable' });
  });
});
