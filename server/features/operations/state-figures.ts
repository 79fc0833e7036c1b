import { LATE_AFTER_HOURS } from '../../backup/backup-state.ts';
import { plural } from '../../domain/text.ts';
import { figureTile, type Figure } from '../../lists/figures.ts';
import { tileRows, type Tile } from '../../lists/tile.ts';
import { fragment, trusted } from '../../platform/sql/sql-fragment.ts';
import { withinTime } from '../../platform/processes/within-time.ts';
import { DELAYED_AFTER_SECONDS, SELECT_FRESHNESS } from '../../read-model/freshness.ts';
import type { Services } from '../../services.ts';

export const READ_MODEL_URL = '/settings/read-model';
export const JOBS_URL = '/settings/jobs';
const BACKUPS_URL = '/settings/backups';

/** The state of the portal itself, for people who operate it. */
export function stateTile(figures: readonly Figure[]): Tile {
  return figureTile({
    id: 'state',
    title: 'Estado del portal',
    look: 'state',
    menu: 'settings-machinery',
    empty: 'Todo funciona.',
    figures,
  });
}

/** How far lists and reports lag behind, if that is unusual. */
export const lagFigure: Figure = {
  key: 'lag',
  queryFor: () => ({
    label: 'Listas y reportes atrasados',
    href: READ_MODEL_URL,
    figureOf: lagText,
    select: tileRows({
      key: trusted(`'lag'`),
      value: trusted(
        `CASE WHEN f.settled THEN 0 WHEN f.behind_seconds IS NULL THEN -1 WHEN f.behind_seconds > ${DELAYED_AFTER_SECONDS} THEN f.behind_seconds ELSE 0 END`,
      ),
      from: fragment`(${trusted(SELECT_FRESHNESS)}) AS f`,
    }),
  }),
};

/** Documents that no table can show. */
export const setAsideFigure: Figure = {
  key: 'set-aside',
  queryFor: () => ({
    label: 'Documentos que no se pudieron leer',
    href: READ_MODEL_URL,
    select: tileRows({ key: trusted(`'set-aside'`), value: trusted('count(*)'), from: trusted('sync_failures') }),
  }),
};

/** Failed jobs of every kind; -1 when the queue does not answer. */
export const failedJobsFigure: Figure = {
  key: 'failed-jobs',
  queryFor: () => ({
    label: 'Trabajos fallidos',
    href: JOBS_URL,
    count: cachedFailedCount,
    figureOf: (count) => (count < 0 ? 'Sin respuesta' : String(count)),
  }),
};

/** A nightly backup that failed or is late; nothing if no backups are configured. */
export const backupFigure: Figure = {
  key: 'backup',
  queryFor: () => ({
    label: 'Respaldo nocturno',
    href: BACKUPS_URL,
    figureOf: (seconds) => (seconds < 0 ? 'Falló' : `Hace ${lagText(seconds)}`),
    select: tileRows({
      key: trusted(`'backup'`),
      value: trusted(
        `CASE WHEN failed_at IS NOT NULL THEN -1 WHEN folder <> '' AND moment < now() - interval '${LATE_AFTER_HOURS} hours' THEN extract(epoch FROM now() - moment) ELSE 0 END`,
      ),
      from: trusted('backup_state'),
    }),
  }),
};

/** `5 min`: nobody reads large numbers of seconds. */
function lagText(seconds: number): string {
  if (seconds < 0) return 'Sin datos';
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} ${plural(Math.round(hours / 24), 'día', 'días')}`;
}

const COUNT_CACHE_MS = 15_000;
/** An older count is not shown: the page waits for a new one. */
const STALE_MS = 300_000;
/** Nobody waits longer for a queue that is down. */
const ANSWER_TIMEOUT_MS = 1_000;

type Queues = Services['queues'];

interface CachedCount {
  askedAt: number;
  count: Promise<number>;
  /** The last answer, shown while the next one is under way. */
  last: { count: number; at: number } | null;
}

const countCache = new WeakMap<Queues, CachedCount>();

/**
 * Each queue is a separate request: a process asks them at most once in 15 seconds, whoever looks, and shows the last count while it asks
 * again.
 */
async function cachedFailedCount(services: Services): Promise<number> {
  const now = Date.now();
  let cached = countCache.get(services.queues);
  if (!cached || now - cached.askedAt > COUNT_CACHE_MS) {
    const refreshed: CachedCount = { askedAt: now, count: countFailed(services), last: cached?.last ?? null };
    void refreshed.count.then((count) => (refreshed.last = { count, at: Date.now() }));
    countCache.set(services.queues, refreshed);
    cached = refreshed;
  }
  const { last, count } = cached;
  return last && now - last.at < STALE_MS ? last.count : count;
}

/** Never throws. */
async function countFailed({ queues, log, registries }: Services): Promise<number> {
  try {
    const pendingCounts = Promise.all(registries.jobs.map((job) => queues.counts(job)));
    const counts = await withinTime(pendingCounts, ANSWER_TIMEOUT_MS, () => new Error('the queues did not answer in time'));
    return counts.reduce((sum, { failed }) => sum + failed, 0);
  } catch (error) {
    log.warn({ err: error }, 'failed jobs are not known');
    return -1;
  }
}
