import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from 'react';
import { fetchInBackground, isAtRest, resumeReads, SESSION_END_EVENT, withRestMark } from '#app/page-data.ts';
import type { RestDialogProps, RestState } from './RestDialog.tsx';

// Loaded when needed, so that no page pays for it. If the file is gone after an update, there is no warning: an error would replace the
// page and lose what was typed.
const RestDialog = lazy<ComponentType<RestDialogProps>>(() =>
  import('./RestDialog.tsx').then(
    (module) => ({ default: module.RestDialog }),
    () => ({ default: () => null }),
  ),
);

const WARNED_SECONDS = 60;
/** How often a visible page looks whether its session was ended elsewhere. */
const LOOK_SECONDS = 60;
/** Poll interval while the warning shows or without an answer: another tab may have renewed the session. */
const POLL_SECONDS = 5;
const UNAUTHENTICATED = 401;

/**
 * Warns on each open page a minute before the session ends by inactivity. It asks the server when that is; asking renews the session only
 * if this page was recently touched (someone typing for long sends nothing until they save). Once the session is over or another person's,
 * the page is covered until the same person is back, which is checked whenever the page becomes visible, and every minute while it is.
 * Reads that found no session then go on.
 * @param email the person the page was rendered for
 */
export function RestWarning({ restSeconds, email }: { restSeconds: number | null; email: string }) {
  /** null before the first dialog; afterwards the dialog stays mounted, because closing it restores the focus. */
  const [state, setState] = useState<RestState | null>(null);
  const check = useRef<(use: { isUse: boolean }) => void>(() => undefined);
  useEffect(() => {
    if (restSeconds === null) return undefined;
    const left = new AbortController();
    const { signal } = left;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const checkIn = (seconds: number, use: () => boolean) => {
      clearTimeout(timer);
      timer = setTimeout(() => check.current({ isUse: use() }), seconds * 1000);
    };
    const waitUntil = (warned: number) => {
      const seconds = (warned - Date.now()) / 1000;
      if (seconds <= LOOK_SECONDS) return checkIn(seconds, isInUse);
      clearTimeout(timer);
      timer = setTimeout(() => (document.hidden ? waitUntil(warned) : check.current({ isUse: false })), LOOK_SECONDS * 1000);
    };
    const follow = (session: Session | null) => {
      const now = stateOf(session, email);
      setState((before) => (before === null && now === 'lasting' ? null : now));
      clearTimeout(timer);
      if (now === 'ending' || now === 'lasting') resumeReads();
      // A key pressed in the warning does not count as an answer to it.
      if (now === 'ending') checkIn(POLL_SECONDS, () => false);
      else if (now === 'lasting' && session) waitUntil(Date.now() + (session.restSeconds - WARNED_SECONDS) * 1000);
    };
    check.current = ({ isUse }) => {
      readSession({ isUse, signal }).then(
        (session) => void (signal.aborted || follow(session)),
        () => void (signal.aborted || checkIn(POLL_SECONDS, isInUse)),
      );
    };
    // Timers run late in a hidden page.
    const onShown = () => void (document.hidden || check.current({ isUse: false }));
    document.addEventListener('visibilitychange', onShown, { signal });
    window.addEventListener(SESSION_END_EVENT, () => check.current({ isUse: false }), { signal });
    follow({ restSeconds, email });
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [restSeconds, email]);
  const keepWorking = () => {
    // Also called when the dialog closed because there was nothing left to warn about.
    if (state !== 'ending') return;
    setState('lasting');
    check.current({ isUse: true });
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

/** null when the session is over. */
async function readSession({ isUse, signal }: { isUse: boolean; signal: AbortSignal }): Promise<Session | null> {
  const asked = { signal, headers: { Accept: 'application/json' } };
  const response = await fetchInBackground('/sesion.json', isUse ? asked : withRestMark(asked));
  if (response.status === UNAUTHENTICATED) return null;
  if (!response.ok) throw new Error(`no answer: ${response.status}`);
  return (await response.json()) as Session;
}
