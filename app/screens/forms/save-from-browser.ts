import type { ClientActionFunctionArgs } from '@remix-run/react';
import { whySessionEnded } from '#app/page-data.ts';
import type { Lost } from '#app/ui/SaveBar.tsx';

/** What the form shows when its save never reached the server; nothing that was typed is lost. */
export interface LostConnection {
  lost: Lost;
}

const UNAVAILABLE = 503;

/**
 * Sends the form, and keeps the page when no answer comes: without this a broken connection would replace the form, and
 * everything typed into it, by an error page. The form's token makes it safe to send again.
 */
export async function saveFromBrowser({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (error) {
    // Redirects, and failures that the server has put into words.
    if (!(error instanceof Error)) throw error;
    // A Response with an error status also keeps Remix from loading the page's data again, which would fail as well.
    const ended = whySessionEnded();
    return Response.json({ lost: ended === null ? 'link' : { ended } } satisfies LostConnection, { status: UNAVAILABLE });
  }
}
