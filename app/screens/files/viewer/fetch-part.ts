import type { DocumentPart, PageWidth } from '#server/domain/document-content.ts';
import { sentenceOf } from '../../../problem-sentence.ts';
import { pageHref, textHref } from './viewer-links.ts';

const NO_LINK = 'No hay conexión con el portal.';
const UNKNOWN = 'La respuesta no llegó completa.';

/** What a page says, or a part of a text or table. Throws an Error whose message is a sentence for people. */
export async function fetchPart(base: string, part: number, signal: AbortSignal): Promise<DocumentPart> {
  const response = await ask(`${textHref(base, part)}?format=json`, signal);
  if (!response.ok) throw new Error(await reasonOf(response));
  return (await response.json()) as DocumentPart;
}

/** Why the picture of a page did not come: an <img> does not tell. */
export async function findReason(base: string, page: number, width: PageWidth, signal: AbortSignal): Promise<string> {
  const response = await ask(pageHref(base, page, width), signal).catch((error: unknown) => error);
  if (response instanceof Error) return response.message;
  return response instanceof Response && !response.ok ? reasonOf(response) : UNKNOWN;
}

async function ask(href: string, signal: AbortSignal): Promise<Response> {
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
