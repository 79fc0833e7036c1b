import { useLoaderData, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { sendUpload } from './send-upload.ts';
import { UploadQueue, type QueuedUpload } from './upload-queue.ts';

const NOTHING: readonly QueuedUpload[] = [];

/** A queue that lives as long as the page. As uploads end, the page shows them; who leaves while something is sent is asked. */
export function useUploadQueue(): { queue: UploadQueue; uploads: readonly QueuedUpload[] } {
  const { state, revalidate } = useRevalidator();
  const data = useLoaderData();
  const [ended, setEnded] = useState(0);
  const shown = useRef(0);
  const asked = useRef(false);
  const [queue] = useState(() => new UploadQueue(sendUpload, () => setEnded((count) => count + 1)));
  const uploads = useUploads(queue);
  useWarnBeforeLeaving(uploads.some((upload) => upload.state === 'sending' || upload.state === 'queued'));
  useEffect(() => {
    asked.current = false;
  }, [data]);
  useEffect(() => {
    // One at a time: a second would break off the first, which Remix reports as an error. `state` alone says it too late.
    if (shown.current === ended || asked.current || state !== 'idle') return;
    shown.current = ended;
    asked.current = true;
    revalidate();
  }, [ended, state, data, revalidate]);
  return { queue, uploads };
}

export function useUploads(queue: UploadQueue): readonly QueuedUpload[] {
  return useSyncExternalStore(queue.subscribe, queue.snapshot, () => NOTHING);
}

/** Asks before the page is left while something is still sent. */
function useWarnBeforeLeaving(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [busy]);
}
