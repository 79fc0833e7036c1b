import type { AppLoadContext } from '@remix-run/node';
import type { Config } from '../config.ts';
import type { Staff } from '../domain/permissions.ts';
import type { Log } from '../log.ts';
import type { Portal } from '../portal.ts';

declare module '@remix-run/server-runtime' {
  /** What every loader and action receives as `context`; made once per request in remix.ts. */
  interface AppLoadContext {
    portal: Portal;
    config: Config;
    /** Who is signed in, found out once per request; null only on the sign-in pages. Loaders use `requireStaff(context)`. */
    staff: Staff | null;
    requestId: string;
    /** For `<script nonce>`: nothing else runs on our pages. */
    cspNonce: string;
    /** Carries the request id in every line. */
    log: Log;
    session: SessionCookie;
    client: Client;
    rendering: Rendering;
  }
}

export type RequestContext = AppLoadContext;

export interface SessionCookie {
  /** What the browser sent; null without a cookie. */
  token: string | null;
  /** Value of a `Set-Cookie` header that starts a session. */
  start(session: { sessionToken: string; expiresAt: Date }): string;
  /** Value of a `Set-Cookie` header that ends it. */
  end(): string;
}

export interface Client {
  /** As seen through TRUST_PROXY proxies; a key for rate limits. */
  ip: string;
  userAgent: string;
}

/** Between guard-build.ts and remix.ts only; screens leave it alone. */
export interface Rendering {
  /** An error from outside Remix that the page's own route shall show. */
  failure: { error: unknown; shown: boolean } | null;
  /** Pattern of the deepest route whose loader or action ran, for metrics. */
  routePattern: string;
}
