import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { NonceContext } from './nonce.ts';

/** How long deferred data may take. */
export const streamTimeout = 10_000;

/** Pages hold personal data: never stored by a proxy, nor shown by the back button after signing out. */
const NEVER_STORE = 'private, no-store';

const PROBLEM_CONTENT_TYPE = 'application/problem+json; charset=utf-8';

/**
 * Renders in one pass (`renderToString`): pages are small and defer nothing, people and robots get the same bytes, and a component that
 * throws becomes an error page with the right status. React's streaming renderer writes each tag and attribute into a byte buffer
 * separately, which took a fifth of a list page's time.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const { readsProblems, rendering } = loadContext;
  if (readsProblems && rendering.problem) {
    headers.set('Content-Type', PROBLEM_CONTENT_TYPE);
    headers.set('Cache-Control', NEVER_STORE);
    return new Response(JSON.stringify(rendering.problem), { status, headers });
  }
  await bufferLoaderData(remixContext);
  const html = renderToString(
    <NonceContext.Provider value={loadContext.cspNonce}>
      <RemixServer context={remixContext} url={request.url} nonce={loadContext.cspNonce} />
    </NonceContext.Provider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', NEVER_STORE);
  // As bytes: for a string, fetch's Response first inspects every character.
  return new Response(Buffer.from(`<!DOCTYPE html>${html}`), { headers, status });
}

/**
 * Remix passes the loaders' data to the browser as a stream that the page awaits while rendering. Reading it to the end beforehand and
 * placing it in Remix's cache avoids the wait and a second pass.
 */
async function bufferLoaderData({ serverHandoffStream, renderMeta }: EntryContext): Promise<void> {
  if (!serverHandoffStream || !renderMeta) return;
  const reader = serverHandoffStream.getReader();
  const decoder = new TextDecoder();
  let value = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) value += decoder.decode(piece.value, { stream: true });
  reader.releaseLock();
  renderMeta.streamCache = { 0: Object.assign(Promise.resolve(), { result: { done: true, value: value + decoder.decode() } }) };
}

/** Answers to `.data` requests. */
export function handleDataRequest(response: Response): Response {
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', NEVER_STORE);
  return response;
}

/** Errors of loaders and actions are logged where they become problems (server/entrances/http/problems.ts); this logs the rest. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
  if (request.signal.aborted) return;
  // A method that the page does not accept: only informational, because anybody could fill the log with it.
  if (isRouteErrorResponse(error) && error.status < 500) context.log.info({ status: error.status }, 'page refused');
  else context.log.error({ err: error }, 'page failed');
}
