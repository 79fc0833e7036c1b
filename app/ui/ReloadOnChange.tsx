import { useEffect } from 'react';

const POLL_EVERY_MS = 1_000;

/** Development only: reloads the page after the server has restarted with new screens or server code. */
export function ReloadOnChange() {
  useEffect(() => {
    let first: string | undefined;
    const ask = async () => {
      // No answer: the server is just starting again.
      const bootId = await fetch('/dev/boot').then(
        (response) => (response.ok ? response.text() : first),
        () => first,
      );
      first ??= bootId;
      if (bootId !== first) window.location.reload();
    };
    const timer = setInterval(() => void ask(), POLL_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return null;
}
