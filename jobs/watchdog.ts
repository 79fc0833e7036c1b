import type { Queue } from 'bullmq';
import type { Log } from '#server/platform/log.ts';

const CHECK_EVERY_MS = 2_000;

/**
 * Workers that fall silent after the queue's server was restarted are a known complaint. When jobs wait and a worker has
 * neither begun nor ended one for `silentAfterMs` while none is active, it is replaced by a fresh one.
 */
export function startWatchdog(options: {
  queues: ReadonlyMap<string, Queue>;
  log: Log;
  silentAfterMs: number;
  restart: (queueId: string) => void;
  progress: (queueId: string) => number;
}): { stop: () => void; restarts: () => ReadonlyMap<string, number> } {
  const { queues, log, silentAfterMs, restart, progress } = options;
  const seen = new Map<string, { progress: number; at: number }>();
  const restarts = new Map<string, number>();

  async function check(id: string, queue: Queue): Promise<void> {
    const now = Date.now();
    const current = progress(id);
    const last = seen.get(id);
    if (!last || last.progress !== current) {
      seen.set(id, { progress: current, at: now });
      return;
    }
    if (now - last.at < silentAfterMs) return;
    const counts = await queue.getJobCounts('waiting', 'active');
    if ((counts['waiting'] ?? 0) === 0 || (counts['active'] ?? 0) > 0) {
      seen.set(id, { progress: current, at: now });
      return;
    }
    log.warn({ queue: id, waiting: counts['waiting'] }, 'worker fell silent, starting a new one');
    restarts.set(id, (restarts.get(id) ?? 0) + 1);
    seen.set(id, { progress: current, at: now });
    restart(id);
  }

  const timer = setInterval(() => {
    for (const [id, queue] of queues) {
      // While the server is away the counts cannot be read: the next check decides.
      check(id, queue).catch((error: unknown) => log.debug({ err: error, queue: id }, 'watchdog'));
    }
  }, CHECK_EVERY_MS);
  return { stop: () => clearInterval(timer), restarts: () => restarts };
}
