import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { residentMb } from '#server/platform/processes/process-usage.ts';

export interface HealthWatch {
  /**
   * Ends the watch. @returns the slowest response of /healthz, the slowest of an idle server (a few milliseconds unless other programs
   * occupy the CPU), and the most that the web process's memory grew
   */
  end(): Promise<{ slowestMs: number; idleMs: number; grownMb: number }>;
}

/** Watches a web process from now on, every 50 ms. */
export async function watchHealth(web: { url: string; pid: number }): Promise<HealthWatch> {
  const idle = fork(path.join(import.meta.dirname, 'idle-server.js'), { execArgv: [] });
  const [port] = (await once(idle, 'message')) as [number];
  const health = `${web.url}/healthz`;
  const slowest = new Map<string, number>();
  const poller = new Worker(path.join(import.meta.dirname, 'health-poller.js'), {
    workerData: { urls: [health, `http://127.0.0.1:${port}/`] },
  });
  const polled = async (times: number) => {
    for (let time = 0; time < times; time += 1) await once(poller, 'message');
  };
  // The first responses open the connections.
  await polled(4);
  const before = residentMb(web.pid);
  let peakMb = before;
  poller.on('message', ({ url, ms }: { url: string; ms: number }) => {
    slowest.set(url, Math.max(slowest.get(url) ?? 0, ms));
    peakMb = Math.max(peakMb, residentMb(web.pid));
  });
  return {
    async end() {
      // Two per address: the polls in flight and the next ones.
      await polled(4);
      await poller.terminate();
      idle.disconnect();
      const slowestMs = slowest.get(health) ?? 0;
      slowest.delete(health);
      return { slowestMs, idleMs: Math.max(0, ...slowest.values()), grownMb: peakMb - before };
    },
  };
}
