import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { useEffect, useState, type RefObject } from 'react';
import { draftKey } from './drafts.ts';
import type { DraftOffer, DraftTracker } from './track-draft.ts';

const SIGN_IN = '/login';

/**
 * Keeps a draft of a form until it is saved or left on purpose; null while there is no draft to offer. Its code loads after the form is
 * shown.
 */
export function useDraft(form: RefObject<HTMLFormElement>, action?: string): DraftOffer | null {
  const person = useRouteLoaderData<{ staff: { email: string } }>('routes/_shell')?.staff.email;
  const { pathname } = useLocation();
  const path = action?.split('?')[0] ?? pathname;
  const [offer, setOffer] = useState<DraftOffer | null>(null);
  useEffect(() => {
    const element = form.current;
    if (person === undefined || !element) return;
    let tracker: DraftTracker | null = null;
    let left = false;
    import('./track-draft.ts').then(
      ({ trackDraft }) => {
        if (!left) tracker = trackDraft(element, draftKey(person, path), setOffer);
      },
      () => undefined,
    );
    return () => {
      left = true;
      // Someone redirected to sign in has neither saved nor given up the form.
      tracker?.end(window.location.pathname !== SIGN_IN);
    };
  }, [form, person, path]);
  return offer;
}
