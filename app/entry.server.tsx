import { Writable } from 'node:stream';
import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { NonceContext } from './nonce.ts';

/** How long deferred data may take; rendering is given up a little later so that the rejection still reaches the page. */
export const streamTimeout = 10_000;
const RENDER_TIMEOUT_MS = streamTimeout + 1_000;

/** Pages hold people's data: never kept by a proxy, nor shown from the back button after signing out. */
const NEVER_STORE = 'private, no-store';

/**
 * Waits for the whole page (`onAllReady`): pages here are small and have nothing deferred, so people and robots get the
 * same bytes, and a component that throws still becomes an error page with the right status.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let failure: unknown;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={loadContext.cspNonce}>
        <RemixServer context={remixContext} url={request.url} abortDelay={RENDER_TIMEOUT_MS} nonce={loadContext.cspNonce} />
      </NonceContext.Provider>,
      {
        nonce: loadContext.cspNonce,
        onAllReady() {
          clearTimeout(timer);
          headers.set('Content-Type', 'text/html; charset=utf-8');
          if (!headers.has('Cache-Control')) headers.set('Cache-Control', NEVER_STORE);
          pipe(collect((html) => resolve(new Response(html, { headers, status: failure ? 500 : status }))));
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error instanceof Error ? error : new Error('page could not be rendered', { cause: error }));
        },
        onError(error) {
          failure = error;
          if (!request.signal.aborted) loadContext.log.error({ err: error }, 'page could not be rendered in full');
        },
      },
    );
    const timer = setTimeout(() => abort(new Error('rendering took too long')), RENDER_TIMEOUT_MS);
  });
}

/** React writes pages in pieces of 2 kB; sent on one by one they would cost more than rendering. */
function collect(done: (bytes: Uint8Array<ArrayBuffer>) => void): Writable {
  const pieces: Buffer[] = [];
  return new Writable({
    write(piece: Buffer, _encoding, next) {
      pieces.push(piece);
      next();
    },
    final(next) {
      done(Buffer.concat(pieces));
      next();
    },
  });
}

/** Answers to `.data` requests. */
export function handleDataRequest(response: Response): Response {
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', NEVER_STORE);
  return response;
}

/** Errors of loaders and actions are logged where they become problems (server/http/problems.ts); these are the rest. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
  if (!request.signal.aborted) context.log.error({ err: error }, 'page failed');
}
