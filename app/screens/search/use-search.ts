import { useEffect, useState } from 'react';
import { sentenceOf } from '../../problem-sentence.ts';
import type { SearchAnswer } from './search-data.ts';

/** Debounce before the server is asked. */
const PAUSE_MS = 150;
/** A waiting indicator shown earlier would only flicker. */
const SLOW_MS = 400;

interface SearchState {
  /** The newest answer, kept while the next one loads; null before the first. */
  answer: SearchAnswer | null;
  /** The answer belongs to what is typed now. */
  isFresh: boolean;
  isSlow: boolean;
  /** Error message for people; '' for none. */
  problem: string;
}

/** Search results for the typed text. Stale answers are dropped and their requests aborted. */
export function useSearch(typed: string): SearchState & { retry: () => void } {
  const [answer, setAnswer] = useState<{ q: string; answer: SearchAnswer } | null>(null);
  const [problem, setProblem] = useState('');
  const [isSlow, setSlow] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const q = typed.trim();
  useEffect(() => {
    const abort = new AbortController();
    const slow = setTimeout(() => setSlow(true), SLOW_MS);
    const start = setTimeout(
      () => {
        fetchResults(q, abort.signal).then(
          (found) => {
            setAnswer({ q, answer: found });
            setProblem('');
            settle();
          },
          (error: unknown) => {
            if (abort.signal.aborted) return;
            setProblem(error instanceof SearchProblem ? error.message : 'No pudimos buscar: no hay conexión con el portal.');
            settle();
          },
        );
      },
      q === '' ? 0 : PAUSE_MS,
    );
    const settle = () => {
      clearTimeout(slow);
      setSlow(false);
    };
    return () => {
      abort.abort();
      clearTimeout(start);
      settle();
    };
  }, [q, attempt]);
  return {
    answer: answer?.answer ?? null,
    isFresh: answer?.q === q && problem === '',
    isSlow,
    problem,
    retry: () => setAttempt((count) => count + 1),
  };
}

/** An error with a message from the server for people. */
class SearchProblem extends Error {}

async function fetchResults(q: string, signal: AbortSignal): Promise<SearchAnswer> {
  const response = await fetch(`/buscar.json?${new URLSearchParams({ q }).toString()}`, {
    signal,
    headers: { Accept: 'application/json' },
  });
  if (response.ok) return (await response.json()) as SearchAnswer;
  const problem: unknown = await response.json().catch(() => null);
  throw new SearchProblem(sentenceOf(problem, 'No pudimos buscar en este momento.'));
}
