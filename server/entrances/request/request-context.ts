export interface SessionCookie {
  /** Sent by the browser; null without a cookie. */
  token: string | null;
  /** Value of a `Set-Cookie` header that starts a session. */
  start(session: { sessionToken: string; expiresAt: Date }): string;
  /** The same, plus the cookie that keeps the device known: headers of the answer to a sign-in. */
  enter(session: { sessionToken: string; expiresAt: Date; device: string }): Headers;
  /** Adds the cookie with the session's new token to this request's answer. */
  renew(session: { sessionToken: string; expiresAt: Date }): void;
  /** Value of a `Set-Cookie` header that ends it. */
  end(): string;
  /** Value of a `Set-Cookie` header that keeps this device known after the session. */
  keepDevice(device: string): string;
}

/** The cookie of a browser trusted by its person, so that it is not asked for a second factor. */
export interface TrustedCookie {
  token: string | null;
  /** Value of a `Set-Cookie` header. */
  trust(token: string): string;
}

export interface Client {
  /** As seen through TRUST_PROXY proxies; a key for rate limits. */
  ip: string;
  userAgent: string;
  /** Cookie of a known device, as sent by the browser. */
  device: string | null;
  /** The portal's origin as the browser sees it. */
  origin: string;
}

/** Only for entrances/http/guard-build.ts and entrances/http/remix.ts; screens must not use it. */
export interface Rendering {
  /** An error from outside Remix that the page's own route should show. */
  failure: { error: unknown; shown: boolean } | null;
  /** Pattern of the deepest route whose loader or action ran, for metrics. */
  routePattern: string;
  /** The failure, for a program that reads problems instead of pages. */
  problem: object | null;
}
