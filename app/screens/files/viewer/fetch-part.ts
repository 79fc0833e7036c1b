import type { DocumentPart, PageWidth } from '#server/domain/document-content.ts';
import { sentenceOf } from '../../../problem-sentence.ts';
import { pageHref, textHref } from './viewed-document.ts';
import { useCallback, useEffect, useState } from 'react';

const NO_LINK = 'No hay conexión con el portal.';
const UNKNOWN = 'La respuesta no llegó completa.';

/** The text of a page, or a part of a text or table. Throws an Error with a message for people. */
async function fetchPart(base: string, part: number, signal: AbortSignal): Promise<DocumentPart> {
  const response = await requestJson(`${textHref(base, part)}?format=json`, signal);
  if (!response.ok) throw new Error(await reasonOf(response));
  return (await response.json()) as DocumentPart;
}

/** Why a page's picture failed to load: an <img> does not say. */
export async function findReason(base: string, page: number, width: PageWidth, signal: AbortSignal): Promise<string> {
  const response = await requestJson(pageHref(base, page, width), signal).catch((error: unknown) => error);
  if (response instanceof Error) return response.message;
  return response instanceof Response && !response.ok ? reasonOf(response) : UNKNOWN;
}

async function requestJson(href: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(href, { headers: { Accept: 'application/json' }, signal });
  } catch (error) {
    throw signal.aborted ? error : new Error(NO_LINK, { cause: error });
  }
}

async function reasonOf(response: Response): Promise<string> {
  const problem: unknown = await response.json().catch(() => null);
  return sentenceOf(problem, UNKNOWN);
}

export type PartState = { is: 'loading' } | { is: 'shown'; part: DocumentPart } | { is: 'failed'; reason: string };

const LOADING: PartState = { is: 'loading' };

/** A part of a document's text or table. `retry` fetches a failed one again. */
export function usePart(base: string, number: number): { state: PartState; retry: () => void } {
  const [found, setFound] = useState<{ asked: string; state: PartState }>({ asked: '', state: LOADING });
  const [attempt, setAttempt] = useState(0);
  const asked = `${base} ${number} ${attempt}`;
  useEffect(() => {
    const abort = new AbortController();
    fetchPart(base, number, abort.signal).then(
      (part) => setFound({ asked, state: { is: 'shown', part } }),
      (error: unknown) => {
        if (!abort.signal.aborted)
          setFound({ asked, state: { is: 'failed', reason: error instanceof Error ? error.message : String(error) } });
      },
    );
    return () => abort.abort();
  }, [base, number, asked]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { state: found.asked === asked ? found.state : LOADING, retry };
}
