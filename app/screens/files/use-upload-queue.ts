import { useLocation, useMatches, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { hasUnsent, type QueuedUpload } from './upload-entry.ts';
import type { UploadQueue } from './upload-queue.ts';

const NOTHING: readonly QueuedUpload[] = [];

/** The rows of a queue. Finished uploads appear on the pages under `home`; leaving the portal before all are stored asks first. */
export function useUploadQueue(queue: UploadQueue, home = ''): readonly QueuedUpload[] {
  const uploads = useUploads(queue);
  useNewData(uploads.filter(({ state }) => state === 'done').length, useLocation().pathname.startsWith(home));
  useWarnBeforeLeaving(uploads);
  return uploads;
}

/** The rows of a queue; failed uploads are retried when the network is back. */
export function useUploads(queue: UploadQueue): readonly QueuedUpload[] {
  useEffect(() => {
    window.addEventListener('online', queue.retryFailed);
    return () => window.removeEventListener('online', queue.retryFailed);
  }, [queue]);
  return useSyncExternalStore(queue.subscribe, queue.snapshot, () => NOTHING);
}

/** Reloads the page's data as files are stored, but never after a failure: without a connection that would lose the page. */
function useNewData(stored: number, showsThem: boolean): void {
  const { state, revalidate } = useRevalidator();
  // Changes with the data of every answer. A slow machine may render the end of a load but not its start, so that `state` never leaves
  // idle.
  const answered = useMatches();
  const shown = useRef(stored);
  const asked = useRef(false);
  useEffect(() => {
    asked.current = false;
  }, [state, answered]);
  useEffect(() => {
    if (stored < shown.current || !showsThem) shown.current = stored;
    // One reload at a time: a second would abort the first, which Remix reports as an error. `state` alone changes too late.
    if (shown.current === stored || asked.current || state !== 'idle') return;
    shown.current = stored;
    asked.current = true;
    revalidate();
  }, [stored, showsThem, state, answered, revalidate]);
}

/** Asks before leaving while something would be lost. */
function useWarnBeforeLeaving(uploads: readonly QueuedUpload[]): void {
  const wouldLose = hasUnsent(uploads);
  useEffect(() => {
    if (!wouldLose) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [wouldLose]);
}
