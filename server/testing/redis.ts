import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { ownPort } from './own-port.ts';

export interface TestRedis {
  url: string;
  /** Ends the server process; `start` brings it back on the same port with the same data. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

const RETRY_MS = 50;
const START_ATTEMPTS = 400;

/** A throw-away Redis with an append-only file, so that it can be stopped and started again. */
export async function startRedis(): Promise<TestRedis> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'portal-redis-'));
  const port = await ownPort();
  let server: ReturnType<typeof spawn> | null = null;
  const start = async () => {
    server = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--appendonly', 'yes', '--save', ''],
      { stdio: 'ignore' },
    );
    await waitForPong(port);
  };
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const running = server;
    server = null;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await ended;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    stop,
    start,
    remove: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function waitForPong(port: number): Promise<void> {
  const redis = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: START_ATTEMPTS, retryStrategy: () => RETRY_MS });
  redis.on('error', () => undefined);
  await redis.ping().finally(() => redis.disconnect());
}
