import { useCallback, useEffect, useState } from 'react';
import type { DocumentPart } from '#server/domain/document-content.ts';
import { fetchPart } from './fetch-part.ts';

export type PartState = { is: 'loading' } | { is: 'shown'; part: DocumentPart } | { is: 'failed'; reason: string };

const LOADING: PartState = { is: 'loading' };

/** A part of a document's text or table. `retry` asks again for one that failed. */
export function usePart(base: string, number: number): { state: PartState; retry: () => void } {
  const [found, setFound] = useState<{ asked: string; state: PartState }>({ asked: '', state: LOADING });
  const [attempt, setAttempt] = useState(0);
  const asked = `${base} ${number} ${attempt}`;
  useEffect(() => {
    const asking = new AbortController();
    fetchPart(base, number, asking.signal).then(
      (part) => setFound({ asked, state: { is: 'shown', part } }),
      (error: unknown) => {
        if (!asking.signal.aborted)
          setFound({ asked, state: { is: 'failed', reason: error instanceof Error ? error.message : String(error) } });
      },
    );
    return () => asking.abort();
  }, [base, number, asked]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { state: found.asked === asked ? found.state : LOADING, retry };
}
