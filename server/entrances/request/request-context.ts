export interface SessionCookie {
  /** What the browser sent; null without a cookie. */
  token: string | null;
  /** Value of a `Set-Cookie` header that starts a session. */
  start(session: { sessionToken: string; expiresAt: Date }): string;
  /** The same, and the device stays known: headers of the answer to who came in. */
  enter(session: { sessionToken: string; expiresAt: Date; device: string }): Headers;
  /** Adds the cookie of the session under its new token to whatever this request is answered. */
  renew(session: { sessionToken: string; expiresAt: Date }): void;
  /** Value of a `Set-Cookie` header that ends it. */
  end(): string;
  /** Value of a `Set-Cookie` header by which this device stays known after the session. */
  keepDevice(device: string): string;
}

/** The browser as somebody trusted it, so that it is not asked for a second factor. */
export interface TrustedCookie {
  token: string | null;
  /** Value of a `Set-Cookie` header. */
  trust(token: string): string;
}

export interface Client {
  /** As seen through TRUST_PROXY proxies; a key for rate limits. */
  ip: string;
  userAgent: string;
  /** The cookie of a device where somebody signed in before, as the browser sent it. */
  device: string | null;
  /** Of this portal, as the browser has it. */
  origin: string;
}

/** Between entrances/http/guard-build.ts and entrances/http/remix.ts only; screens leave it alone. */
export interface Rendering {
  /** An error from outside Remix that the page's own route shall show. */
  failure: { error: unknown; shown: boolean } | null;
  /** Pattern of the deepest route whose loader or action ran, for metrics. */
  routePattern: string;
  /** What failed, for a program that reads problems and no pages. */
  problem: object | null;
}
