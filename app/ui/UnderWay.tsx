import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Notice } from './Notice.tsx';

const ASK_EVERY_MS = 1_500;

interface UnderWayProps {
  /** How far it is, in words. */
  text: string;
  value: number;
  max: number;
  /** What the person may do meanwhile. */
  note: string;
  /** Of this page, for who has no scripts. */
  href: string;
}

/** Something that a worker does, as far as it is. */
export function UnderWay({ text, value, max, note, href }: UnderWayProps) {
  return (
    <Notice kind="info" live>
      <p>{text}</p>
      <progress className="progress mt-2 w-full max-w-80" max={max} value={value} aria-label="Avance" />
      <p className="mt-2">{note}</p>
      <noscript>
        <a className="text-link" href={href}>
          Ver cómo va
        </a>
      </noscript>
    </Notice>
  );
}

interface Asked<Progress> {
  /** Answers with the progress as JSON. */
  href: string;
  /** As the page came with it. */
  came: Progress;
  isOver: (progress: Progress) => boolean;
}

/** Asks how far it is until it is over, then loads the page again. */
export function useProgress<Progress>({ href, came, isOver }: Asked<Progress>): Progress {
  const [told, setTold] = useState(came);
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
      setTold(answer);
      if (isOver(answer)) revalidate();
    };
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [href, cameOver, isOver, revalidate]);
  return told;
}
