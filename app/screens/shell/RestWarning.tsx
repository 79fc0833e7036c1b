import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from 'react';
import { fetchQuietly, isAtRest, withMark } from '#app/page-data.ts';
import type { RestDialogProps } from './RestDialog.tsx';

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
 * somebody has touched this page (who types for long sends nothing until they save). Over the session says nothing here: the next
 * click leads to why, and what was typed stays.
 */
export function RestWarning({ restSeconds }: { restSeconds: number | null }) {
  /** null before the first; from then on the dialog stays, because closing it is what gives the focus back. */
  const [isWarning, setWarning] = useState<boolean | null>(null);
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
    const follow = (seconds: number) => {
      const isNear = seconds > 0 && seconds <= WARNED_SECONDS;
      setWarning((before) => isNear || (before === null ? null : false));
      // A key that is pressed in the warning is no answer to it.
      if (isNear) lookIn(AGAIN_SECONDS, () => false);
      else if (seconds > 0) lookIn(seconds - WARNED_SECONDS, isInUse);
    };
    look.current = ({ isUse }) => {
      readRestSeconds({ isUse, signal }).then(
        (seconds) => void (signal.aborted || follow(seconds)),
        () => void (signal.aborted || lookIn(AGAIN_SECONDS, isInUse)),
      );
    };
    // Timers of a hidden page come late.
    const onShown = () => void (document.hidden || look.current({ isUse: false }));
    document.addEventListener('visibilitychange', onShown, { signal });
    follow(restSeconds);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [restSeconds]);
  const keepWorking = () => {
    // Also told when the dialog closed because nothing was left to warn of.
    if (!isWarning) return;
    setWarning(false);
    look.current({ isUse: true });
  };
  return isWarning === null ? null : (
    <Suspense fallback={null}>
      <RestDialog open={isWarning} onKeepWorking={keepWorking} />
    </Suspense>
  );
}

const isInUse = () => !isAtRest();

/** 0 when the session is over. */
async function readRestSeconds({ isUse, signal }: { isUse: boolean; signal: AbortSignal }): Promise<number> {
  const asked = { signal, headers: { Accept: 'application/json' } };
  const response = await fetchQuietly('/sesion.json', isUse ? asked : withMark(asked));
  if (response.status === UNAUTHENTICATED) return 0;
  if (!response.ok) throw new Error(`no answer: ${response.status}`);
  const { restSeconds } = (await response.json()) as { restSeconds: number };
  return restSeconds;
}
