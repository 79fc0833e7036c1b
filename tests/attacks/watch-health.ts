import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

export interface HealthWatch {
  /** Ends the watch. @returns the slowest answer of /healthz, and by how much the web process grew at most since the watch began */
  end(): Promise<{ slowestMs: number; grownMb: number }>;
}

/** Watches a web process from now on, every 50 ms. */
export async function watchHealth(web: { url: string; pid: number }): Promise<HealthWatch> {
  const residentMb = () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${web.pid}/status`, 'utf8'))?.[1]) / 1024;
  const poller = new Worker(path.join(import.meta.dirname, 'health-poller.js'), { workerData: { url: `${web.url}/healthz` } });
  const nextPoll = () => new Promise<void>((resolve) => poller.once('message', () => resolve()));
  // The first one opens the way.
  await nextPoll();
  const before = residentMb();
  let [slowestMs, peakMb] = [0, before];
  poller.on('message', ({ ms }: { ms: number }) => {
    slowestMs = Math.max(slowestMs, ms);
    peakMb = Math.max(peakMb, residentMb());
  });
  return {
    async end() {
      // The one under way and the one after it.
      await nextPoll();
      await nextPoll();
      await poller.terminate();
      return { slowestMs, grownMb: peakMb - before };
    },
  };
}
