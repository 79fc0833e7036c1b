import { useLoaderData, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { UploadQueue } from './upload-queue.ts';

/** A queue that lives as long as the page; as uploads end, the page shows them. `send` is taken once. */
export function useUploadQueue(send: ConstructorParameters<typeof UploadQueue>[0]): UploadQueue {
  const { state, revalidate } = useRevalidator();
  const data = useLoaderData();
  const [ended, setEnded] = useState(0);
  const shown = useRef(0);
  const asked = useRef(false);
  const [queue] = useState(() => new UploadQueue(send, () => setEnded((count) => count + 1)));
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
  return queue;
}

/** Asks before the page is left while something is still sent. */
export function useWarnBeforeLeaving(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [busy]);
}
