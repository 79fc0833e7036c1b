import type { AppLoadContext } from '@remix-run/node';
import type { Config } from '../config.ts';
import type { Staff } from '../domain/permissions.ts';
import type { Log } from '../platform/log.ts';
import type { Portal } from '../portal.ts';
import type { Freshness } from '../read-model/read-model.ts';
import type { Notices } from '../request/notices.ts';
import type { Client, Rendering, SessionCookie } from '../request/request-context.ts';

declare module '@remix-run/server-runtime' {
  /** What every loader and action receives as `context`; made once per request in remix.ts. */
  interface AppLoadContext {
    portal: Portal;
    config: Config;
    /** Who is signed in, found out once per request; null only on the sign-in pages. Loaders use `requireStaff(context)`. */
    staff: Staff | null;
    /** Up to when what this request reads is complete; null on the sign-in pages. */
    freshness: Freshness | null;
    requestId: string;
    /** Our own script asks for a page's data; else a browser asks for the whole page, which may have no script. */
    isDataRequest: boolean;
    /** For `<script nonce>`: nothing else runs on our pages. */
    cspNonce: string;
    /** Carries the request id in every line. */
    log: Log;
    session: SessionCookie;
    notices: Notices;
    client: Client;
    rendering: Rendering;
  }
}

export type RequestContext = AppLoadContext;
