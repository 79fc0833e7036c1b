import type { Queue } from 'bullmq';
import type { Log } from '#server/platform/log.ts';

const CHECK_EVERY_MS = 2_000;
/** How long jobs may wait with none completing before a worker is taken for dead. */
const SILENT_AFTER_MS = 8_000;

/**
 * Workers that fall silent after the queue's server was restarted are a known complaint. When jobs wait and a worker has
 * neither begun nor ended one for so long while none is active, it is replaced by a fresh one.
 */
export function replaceSilentWorkers(options: {
  queues: ReadonlyMap<string, Queue>;
  log: Log;
  replace: (queueId: string) => void;
  progress: (queueId: string) => number;
}): { stop: () => void } {
  const { queues, log, replace, progress } = options;
  const seen = new Map<string, { progress: number; at: number }>();

  async function check(id: string, queue: Queue): Promise<void> {
    const now = Date.now();
    const current = progress(id);
    const last = seen.get(id);
    if (!last || last.progress !== current) {
      seen.set(id, { progress: current, at: now });
      return;
    }
    if (now - last.at < SILENT_AFTER_MS) return;
    const counts = await queue.getJobCounts('waiting', 'active');
    if ((counts['waiting'] ?? 0) === 0 || (counts['active'] ?? 0) > 0) {
      seen.set(id, { progress: current, at: now });
      return;
    }
    log.warn({ queue: id, waiting: counts['waiting'] }, 'worker fell silent, starting a new one');
    seen.set(id, { progress: current, at: now });
    replace(id);
  }

  const timer = setInterval(() => {
    for (const [id, queue] of queues) {
      // While the server is away the counts cannot be read: the next check decides.
      check(id, queue).catch((error: unknown) => log.debug({ err: error, queue: id }, 'looking for silent workers'));
    }
  }, CHECK_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}
