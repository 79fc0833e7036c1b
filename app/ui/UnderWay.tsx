import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Notice } from './Notice.tsx';

const POLL_EVERY_MS = 1_500;

interface UnderWayProps {
  /** The progress in words. */
  text: string;
  value: number;
  max: number;
  /** What the person may do meanwhile. */
  note: string;
  /** Address of this page, to reload without scripts. */
  href: string;
}

/** Progress of a job that a worker runs. */
export function UnderWay({ text, value, max, note, href }: UnderWayProps) {
  return (
    <Notice kind="info">
      <p>{text}</p>
      <progress className="progress mt-2 w-full max-w-80" max={max} value={value} aria-label="Avance" />
      <p className="mt-2" role="status">
        {note}
      </p>
      <noscript>
        <a className="text-link" href={href}>
          Ver cómo va
        </a>
      </noscript>
    </Notice>
  );
}

interface PolledJob<Progress> {
  /** Address that answers with the progress as JSON. */
  href: string;
  /** The progress when the page was loaded. */
  came: Progress;
  isOver: (progress: Progress) => boolean;
}

/** Polls the progress until the job is over, then reloads the page's data. */
export function useProgress<Progress>({ href, came, isOver }: PolledJob<Progress>): Progress {
  const [latest, setLatest] = useState(came);
  const { revalidate } = useRevalidator();
  const cameOver = isOver(came);
  useEffect(() => {
    if (cameOver) return;
    const ask = async () => {
      const answer = await fetch(href).then(
        (response) => (response.ok ? (response.json() as Promise<Progress>) : null),
        () => null,
      );
      if (answer === null) return;
      setLatest(answer);
      if (isOver(answer)) revalidate();
    };
    const timer = setInterval(() => void ask(), POLL_EVERY_MS);
    return () => clearInterval(timer);
  }, [href, cameOver, isOver, revalidate]);
  return latest;
}
