import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { readJsonInBackground } from '#app/page-data.ts';
import type { InboxLine } from '#server/features/inbox/read-inbox.ts';

/** Number of items pending for a person; `isCapped` when there are more than were counted. */
export interface InboxTotal {
  count: number;
  isCapped: boolean;
}

/**
 * Fetched after each navigation, so that no page waits for it; null until the first answer. Never polled: that would keep the session of an
 * open page alive.
 */
export function useInboxTotal(): InboxTotal | null {
  const { key } = useLocation();
  const [total, setTotal] = useState<InboxTotal | null>(null);
  useEffect(() => {
    const left = new AbortController();
    // Without an answer the last number stays: the page itself reports an outage.
    void readTotal(left.signal).then(
      (read) => read && setTotal(read),
      () => undefined,
    );
    return () => left.abort();
  }, [key]);
  return total;
}

async function readTotal(signal: AbortSignal): Promise<InboxTotal | null> {
  const answer = await readJsonInBackground<{ lines: InboxLine[] }>('/bandeja.json', signal);
  if (answer === null) return null;
  const { lines } = answer;
  return { count: lines.reduce((sum, { count }) => sum + count, 0), isCapped: lines.some(({ isCapped }) => isCapped) };
}
