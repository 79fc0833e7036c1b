import { InFlight } from '../platform/in-flight.ts';
import { RecentMap } from '../platform/recent-map.ts';
import { writeOnce, type FileEvent } from './ledger.ts';
import type { Services } from '../services.ts';

const HOUR_MS = 3_600_000;
const REMEMBERED = 5_000;

/** Seconds until a person's next sight of the same file is another view. */
export function secondsLeftOfHour(at: Date = new Date()): number {
  return Math.ceil((HOUR_MS - (at.getTime() % HOUR_MS)) / 1_000);
}

type View = Omit<FileEvent, 'at' | 'kind'>;

export interface ViewLedger {
  /**
   * Writes that a person sees a file: once per clock hour, however many pages, texts and ranges, requests and processes. Throws
   * when it cannot be written: then no byte may leave.
   */
  recordView(services: Services, view: View): Promise<void>;
}

/** The event's id follows from area, file, person and hour; a process asks the store once for it. */
export function createViewLedger(): ViewLedger {
  const written = new RecentMap<true>(REMEMBERED);
  const writing = new InFlight<void>();
  return {
    async recordView(services, view) {
      const at = new Date();
      const name = ['view', view.area.id, view.file.id, view.actor.id, String(Math.floor(at.getTime() / HOUR_MS))];
      const key = name.join('\n');
      if (written.get(key)) return;
      await writing.once(key, async () => {
        await writeOnce(services, name, { ...view, kind: 'view', at });
        written.set(key, true);
      });
    },
  };
}
