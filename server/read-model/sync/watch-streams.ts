import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOutageLog } from '../../platform/log/outages.ts';
import { withinTime } from '../../platform/processes/within-time.ts';
import { answeredWithin } from '../../platform/sql/sql.ts';
import type { DatabaseName } from '../../ports/documents/document-store.ts';
import { startStreamWatch, type StreamWatch, type StreamWatchServices } from './stream-watch.ts';
import { claimStreams, ensureStreams, releaseStreams, renewStreams, restartStream, streamsOf, type ClaimedStream } from './sync-streams.ts';

/** A stream of a killed worker is free for another one after this time, plus one tick. */
const LEASE_MS = 6_000;
const TICK_MS = 1_000;
/** Enqueued work counts as lost when the durable position has not moved for this long; doubled each time, up to a minute. */
const STALL_MS = 5_000;
const LONGEST_STALL_MS = 60_000;
/** Listeners do not report a store that stops answering: it is pinged at this interval, with this timeout. */
const PING_EVERY_MS = 5_000;
const PING_TIMEOUT_MS = 2_500;

export interface WatchStreamsOptions extends StreamWatchServices {
  timings?: { leaseMs: number; tickMs: number; stallMs: number; pingEveryMs?: number };
}

interface WatchedStream {
  watch: StreamWatch;
  movedAt: number;
  stallMs: number;
}

/**
 * Keeps one watch per stream across all worker processes: claims free streams, renews their leases, restarts a stream whose enqueued work
 * does not get done. All durable state is in `sync_streams`; being killed loses nothing.
 */
export async function watchStreams(options: WatchStreamsOptions): Promise<{ close(): Promise<void> }> {
  const { documents, index, log } = options;
  const {
    leaseMs,
    tickMs,
    stallMs,
    pingEveryMs: pingIntervalMs = PING_EVERY_MS,
  } = options.timings ?? { leaseMs: LEASE_MS, tickMs: TICK_MS, stallMs: STALL_MS };
  // An answer that comes after the lease has ended is of no use.
  const sql = answeredWithin(options.sql, leaseMs);
  const holder = randomUUID();
  const streams = new Map(streamsOf(documents, index.all).map((stream) => [stream.name, stream]));
  const watchedStreams = new Map<string, WatchedStream>();
  const silent = new Set<DatabaseName>();
  let pingedAt = 0;
  let streamsEnsured = false;

  /** Does not wait for answers: leases must be renewed meanwhile. */
  const pingStores = (): void => {
    if (Date.now() - pingedAt < pingIntervalMs) return;
    pingedAt = Date.now();
    for (const database of new Set([...streams.values()].map((stream) => stream.database)))
      withinTime(
        documents[database].ping(),
        PING_TIMEOUT_MS,
        () => new Error(`${database} did not answer within ${PING_TIMEOUT_MS} ms`),
      ).then(
        () => silent.delete(database),
        (error: unknown) => {
          log.warn({ err: error, database }, 'the document store is silent');
          silent.add(database);
        },
      );
  };
  const report = (name: string, watch: StreamWatch) => {
    const latestReport = watch.report();
    // The state of a silent store is unknown.
    return silent.has(streams.get(name)?.database ?? 'main') ? { ...latestReport, freshAt: null } : latestReport;
  };

  const begin = async (claim: ClaimedStream, patience: number): Promise<void> => {
    const stream = streams.get(claim.name);
    if (!stream) return;
    const watch = await startStreamWatch(options, stream, claim);
    watchedStreams.set(claim.name, { watch, movedAt: Date.now(), stallMs: patience });
    log.info({ stream: claim.name, epoch: claim.epoch }, 'watching stream');
  };

  const end = async (name: string): Promise<void> => {
    const watch = watchedStreams.get(name)?.watch;
    watchedStreams.delete(name);
    await watch?.close();
  };

  const renew = async (): Promise<void> => {
    if (watchedStreams.size === 0) return;
    const reports = [...watchedStreams].map(([name, { watch }]) => report(name, watch));
    const progress = await renewStreams(sql, { holder, leaseMs, reports });
    for (const [name, entry] of [...watchedStreams]) {
      const finished = progress.get(name);
      if (finished === undefined) {
        log.warn({ stream: name }, 'stream taken over by another worker');
        await end(name);
      } else if (entry.watch.progressed(finished)) {
        Object.assign(entry, { movedAt: Date.now(), stallMs });
      } else if (Date.now() - entry.movedAt > entry.stallMs) {
        await restart(name, entry);
      }
    }
  };

  const restart = async (name: string, { stallMs: patience }: WatchedStream): Promise<void> => {
    log.warn({ stream: name, afterMs: patience }, 'stream stands still: handing its work out again');
    await end(name);
    const claim = await restartStream(sql, { name, holder });
    if (claim) await begin(claim, Math.min(patience * 2, Math.max(LONGEST_STALL_MS, stallMs)));
  };

  const claimFree = async (): Promise<void> => {
    if (!streamsEnsured) await ensureStreams(sql, [...streams.keys()]);
    streamsEnsured = true;
    const free = [...streams.keys()].filter((name) => !watchedStreams.has(name));
    if (free.length === 0) return;
    for (const claim of await claimStreams(sql, { names: free, holder, leaseMs })) await begin(claim, stallMs);
  };

  const stopping = new AbortController();
  const outage = createOutageLog(log, 'watching streams');
  const tickUntilStopped = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      pingStores();
      await renew().then(claimFree).then(outage.works, outage.failed);
      await sleep(tickMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const ticking = tickUntilStopped();

  return {
    async close() {
      stopping.abort();
      await ticking;
      await Promise.all([...watchedStreams.keys()].map(end));
      await releaseStreams(sql, holder).catch((error: unknown) => log.warn({ err: error }, 'giving streams back'));
    },
  };
}
