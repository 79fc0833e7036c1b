import { useBeforeUnload, useBlocker, type Location } from '@remix-run/react';
import { useCallback, useRef } from 'react';

export interface UnsavedWarning {
  /** For the form's onInput: something was typed. */
  markChanged: () => void;
  /** For the form's onSubmit: the answer may then leave the page without a question. */
  markSent: () => void;
  /** In state `blocked` while the person is asked. */
  blocker: ReturnType<typeof useBlocker>;
}

/** Asks before a page with unsaved changes is left by a link, the back button or closing the tab. */
export function useUnsavedWarning(): UnsavedWarning {
  const changed = useRef(false);
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation }: { currentLocation: Location; nextLocation: Location }) =>
        changed.current && currentLocation.pathname !== nextLocation.pathname,
      [],
    ),
  );
  useBeforeUnload(
    useCallback((event) => {
      if (changed.current) event.preventDefault();
    }, []),
  );
  return {
    markChanged: useCallback(() => {
      changed.current = true;
    }, []),
    markSent: useCallback(() => {
      changed.current = false;
    }, []),
    blocker,
  };
}
