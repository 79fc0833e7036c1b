import type { ReactNode } from 'react';

/** Shorter names have room everywhere. */
const LONG = 24;
/** So much of the end always shows: `… 0292.jpg`. */
const END_MAX = 12;
const END_MIN = 8;

/**
 * A name that may be cut in its middle, never at its end: of files that were counted through or dated, the end tells one from the other. A plain
 * call, as cells are drawn.
 */
export function endsSeen(name: string): ReactNode {
  const letters = [...name];
  if (letters.length <= LONG) return name;
  const space = letters.findIndex((letter, at) => letter === ' ' && at >= letters.length - END_MAX && at <= letters.length - END_MIN);
  const at = space === -1 ? letters.length - END_MIN - 2 : space;
  return (
    <span className="split-name">
      <span className="name-start">{letters.slice(0, at).join('')}</span>
      {letters.slice(at).join('')}
    </span>
  );
}
