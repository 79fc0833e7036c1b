import type { ClientActionFunctionArgs } from '@remix-run/react';
import { whySessionEnded } from '#app/page-data.ts';
import type { Lost } from '#app/ui/SaveBar.tsx';

/** Answer to a form whose save got no answer, and may have reached the server or not; nothing that was typed is lost. */
export interface LostConnection {
  lost: Lost;
}

const UNAVAILABLE = 503;

/**
 * Sends the form and keeps the page when no answer comes: otherwise a broken connection would replace the form, and everything typed into
 * it, with an error page. The form's token makes resending safe.
 */
export async function saveFromBrowser({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (error) {
    // Redirects, and failures with a message from the server.
    if (!(error instanceof Error)) throw error;
    // A Response with an error status also keeps Remix from reloading the page's data, which would fail as well.
    const ended = whySessionEnded();
    return Response.json({ lost: ended === null ? 'link' : { ended } } satisfies LostConnection, { status: UNAVAILABLE });
  }
}
