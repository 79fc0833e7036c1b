import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { useEffect, useState, type RefObject } from 'react';
import { draftKey } from './drafts.ts';
import type { DraftOffer, KeptDraft } from './keep-draft.ts';

const SIGN_IN = '/login';

/**
 * Keeps what is typed into a form until it is saved, or left on purpose; null while nothing was left behind. The code comes once the form
 * stands.
 */
export function useDraft(form: RefObject<HTMLFormElement>, action?: string): DraftOffer | null {
  const person = useRouteLoaderData<{ staff: { email: string } }>('routes/_shell')?.staff.email;
  const { pathname } = useLocation();
  const path = action?.split('?')[0] ?? pathname;
  const [offer, setOffer] = useState<DraftOffer | null>(null);
  useEffect(() => {
    const element = form.current;
    if (person === undefined || !element) return;
    let kept: KeptDraft | null = null;
    let left = false;
    import('./keep-draft.ts').then(
      ({ keepDraft }) => {
        if (!left) kept = keepDraft(element, draftKey(person, path), setOffer);
      },
      () => undefined,
    );
    return () => {
      left = true;
      // Whoever is sent to sign in again has saved nothing and given up nothing.
      kept?.end(window.location.pathname !== SIGN_IN);
    };
  }, [form, person, path]);
  return offer;
}
