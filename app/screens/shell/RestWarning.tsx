import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from 'react';
import { fetchQuietly, isAtRest, withMark } from '#app/page-data.ts';
import type { RestDialogProps, RestState } from './RestDialog.tsx';

// No page pays for it before it is needed. Where it is gone, after an update, nobody is warned: an error would take the page away with
// what was typed.
const RestDialog = lazy<ComponentType<RestDialogProps>>(() =>
  import('./RestDialog.tsx').then(
    (module) => ({ default: module.RestDialog }),
    () => ({ default: () => null }),
  ),
);

const WARNED_SECONDS = 60;
/** While the warning shows, and while there is no answer: another tab may have renewed the session. */
const AGAIN_SECONDS = 5;
const UNAUTHENTICATED = 401;

/**
 * A minute before the session ends by rest, in each open page: it asks when that is, and asking keeps nothing from ending unless
 * somebody has touched this page (who types for long sends nothing until they save). Over the session, or under another person's, the
 * page is covered with what it shows, until the same person is back: it looks again when somebody comes to it.
 * @param email whose page this is
 */
export function RestWarning({ restSeconds, email }: { restSeconds: number | null; email: string }) {
  /** null before the first; from then on the dialog stays, because closing it is what gives the focus back. */
  const [state, setState] = useState<RestState | null>(null);
  const look = useRef<(use: { isUse: boolean }) => void>(() => undefined);
  useEffect(() => {
    if (restSeconds === null) return undefined;
    const left = new AbortController();
    const { signal } = left;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lookIn = (seconds: number, use: () => boolean) => {
      clearTimeout(timer);
      timer = setTimeout(() => look.current({ isUse: use() }), seconds * 1000);
    };
    const follow = (session: Session | null) => {
      const now = stateOf(session, email);
      setState((before) => (before === null && now === 'lasting' ? null : now));
      clearTimeout(timer);
      // A key that is pressed in the warning is no answer to it.
      if (now === 'ending') lookIn(AGAIN_SECONDS, () => false);
      else if (now === 'lasting' && session) lookIn(session.restSeconds - WARNED_SECONDS, isInUse);
    };
    look.current = ({ isUse }) => {
      readSession({ isUse, signal }).then(
        (session) => void (signal.aborted || follow(session)),
        () => void (signal.aborted || lookIn(AGAIN_SECONDS, isInUse)),
      );
    };
    // Timers of a hidden page come late.
    const onShown = () => void (document.hidden || look.current({ isUse: false }));
    document.addEventListener('visibilitychange', onShown, { signal });
    follow({ restSeconds, email });
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [restSeconds, email]);
  const keepWorking = () => {
    // Also told when the dialog closed because nothing was left to warn of.
    if (state !== 'ending') return;
    setState('lasting');
    look.current({ isUse: true });
  };
  return state === null ? null : (
    <Suspense fallback={null}>
      <RestDialog state={state} onKeepWorking={keepWorking} />
    </Suspense>
  );
}

interface Session {
  restSeconds: number;
  email: string;
}

function stateOf(session: Session | null, email: string): RestState {
  if (session === null || session.restSeconds <= 0) return 'over';
  if (session.email !== email) return 'of-another';
  return session.restSeconds <= WARNED_SECONDS ? 'ending' : 'lasting';
}

const isInUse = () => !isAtRest();

/** null when it is over. */
async function readSession({ isUse, signal }: { isUse: boolean; signal: AbortSignal }): Promise<Session | null> {
  const asked = { signal, headers: { Accept: 'application/json' } };
  const response = await fetchQuietly('/sesion.json', isUse ? asked : withMark(asked));
  if (response.status === UNAUTHENTICATED) return null;
  if (!response.ok) throw new Error(`no answer: ${response.status}`);
  return (await response.json()) as Session;
}
