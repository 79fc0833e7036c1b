import { useEffect, useState } from 'react';
import type { UploadChoices } from '#server/features/briefcase/find-choices.ts';
import { UPLOAD_URL } from './file-links.ts';

const AGAIN_MS = 3_000;

/** Possible upload destinations: fetched when `needed`, with retries until there is an answer. */
export function useUploadChoices(needed: boolean): UploadChoices | null {
  const [choices, setChoices] = useState<UploadChoices | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!needed || choices) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const left = new AbortController();
    fetchChoices(left.signal).then(setChoices, () => {
      if (!left.signal.aborted) timer = setTimeout(() => setAttempt(attempt + 1), AGAIN_MS);
    });
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [needed, choices, attempt]);
  return choices;
}

async function fetchChoices(signal: AbortSignal): Promise<UploadChoices> {
  const response = await fetch(UPLOAD_URL, { headers: { Accept: 'application/json' }, signal });
  if (!response.ok) throw new Error(`the places for uploads answered ${response.status}`);
  return (await response.json()) as UploadChoices;
}
