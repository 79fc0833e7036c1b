import { useMatches, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isUnderWay, type QueuedUpload } from './upload-entry.ts';
import type { UploadQueue } from './upload-queue.ts';

const NOTHING: readonly QueuedUpload[] = [];

/** The rows of a queue. As uploads end, the page shows them; who leaves the portal while something is not stored is asked. */
export function useUploadQueue(queue: UploadQueue): readonly QueuedUpload[] {
  const uploads = useUploads(queue);
  useNewData(uploads.filter(({ state }) => state === 'done').length);
  useWarnBeforeLeaving(uploads);
  return uploads;
}

/** The rows of a queue, which goes on by itself when the network is back. */
export function useUploads(queue: UploadQueue): readonly QueuedUpload[] {
  useEffect(() => {
    window.addEventListener('online', queue.retryFailed);
    return () => window.removeEventListener('online', queue.retryFailed);
  }, [queue]);
  return useSyncExternalStore(queue.subscribe, queue.snapshot, () => NOTHING);
}

/** Loads the page's data anew as files are stored; never after a failure: without a connection that would cost the page. */
function useNewData(stored: number): void {
  const { state, revalidate } = useRevalidator();
  // New with the data of every answer. A slow machine draws the end of a load without its beginning: `state` never leaves idle.
  const answered = useMatches();
  const shown = useRef(stored);
  const asked = useRef(false);
  useEffect(() => {
    asked.current = false;
  }, [state, answered]);
  useEffect(() => {
    if (stored < shown.current) shown.current = stored;
    // One at a time: a second would break off the first, which Remix reports as an error. `state` alone says it too late.
    if (shown.current === stored || asked.current || state !== 'idle') return;
    shown.current = stored;
    asked.current = true;
    revalidate();
  }, [stored, state, answered, revalidate]);
}

/** Asks before the page is left while there is something that would be lost: what failed is nowhere else. */
export function useWarnBeforeLeaving(uploads: readonly QueuedUpload[], hasOthers = false): void {
  const wouldLose = hasOthers || uploads.some((upload) => isUnderWay(upload) || upload.state === 'failed');
  useEffect(() => {
    if (!wouldLose) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [wouldLose]);
}
