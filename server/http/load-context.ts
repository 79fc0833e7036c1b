import type { AppLoadContext } from '@remix-run/node';
import type { Config } from '../config.ts';
import type { Locals } from 'express-serve-static-core';
import type { Portal } from '../portal.ts';
import type { Notices } from '../request/notices.ts';
import type { Client, Rendering, SessionCookie } from '../request/request-context.ts';

declare module '@remix-run/server-runtime' {
  /** What every loader and action receives as `context`; made once per request in remix.ts. */
  interface AppLoadContext extends Pick<Locals, 'staff' | 'freshness' | 'requestId' | 'cspNonce' | 'log'> {
    portal: Portal;
    config: Config;
    /** Our own script asks for a page's data; else a browser asks for the whole page, which may have no script. */
    isDataRequest: boolean;
    /** A program asks for JSON: what fails is told it as a problem, also where people get their form back. */
    readsProblems: boolean;
    session: SessionCookie;
    notices: Notices;
    client: Client;
    rendering: Rendering;
  }
}

export type RequestContext = AppLoadContext;
