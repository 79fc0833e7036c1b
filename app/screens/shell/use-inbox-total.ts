import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { readQuietly } from '#app/page-data.ts';
import type { InboxLine } from '#server/features/inbox/read-inbox.ts';

/** What waits for a person in all; `isCapped` when there is more than was counted. */
export interface InboxTotal {
  count: number;
  isCapped: boolean;
}

/**
 * Asked after each page, so that no page waits for it; null until the first answer. Never by the clock: a page that stays open
 * would keep its session from ending.
 */
export function useInboxTotal(): InboxTotal | null {
  const { key } = useLocation();
  const [total, setTotal] = useState<InboxTotal | null>(null);
  useEffect(() => {
    const left = new AbortController();
    // Without an answer the number of before stays: the page itself says when the portal is away.
    void readTotal(left.signal).then(
      (read) => read && setTotal(read),
      () => undefined,
    );
    return () => left.abort();
  }, [key]);
  return total;
}

async function readTotal(signal: AbortSignal): Promise<InboxTotal | null> {
  const answer = await readQuietly<{ lines: InboxLine[] }>('/bandeja.json', signal);
  if (answer === null) return null;
  const { lines } = answer;
  return { count: lines.reduce((sum, { count }) => sum + count, 0), isCapped: lines.some(({ isCapped }) => isCapped) };
}
