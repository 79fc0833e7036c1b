import type { ReactNode } from 'react';

/** Shorter names have room everywhere. */
const LONG = 18;
/** Where an end may begin, what serves best first; it has 8 to 18 letters, so that the beginning keeps some of the room. */
const ENDS: readonly RegExp[] = [
  // The last words, more than a copy's number: `2026-11 2877`, `(firmada).pdf`, `10.15.22 (1).jpeg`.
  /^.*\s((?!\(\d+\)\.)\S.{7,17})$/u,
  // Of one long word its last parts: `_123456.jpg`, `-2026-11-03.pdf`.
  /[\p{L}\p{N}]([-_.].{7,17})$/u,
  // Of one without parts its number.
  /\p{L}(\p{N}.{7,17})$/u,
  // The last word, be it shorter or longer: `7`.
  /\s(\S{1,24})$/u,
  // One run of letters and figures, as of a checksum.
  /(.{12})$/u,
];

/**
 * A name that may be cut in its middle, never at its end: of files that were counted through or dated, the end tells one from the other. It is
 * one text, so that it is found, copied and read as it is; where it has no room, its end is drawn over it (table.css). A plain call, as cells
 * are drawn.
 */
export function endsSeen(name: string): ReactNode {
  if (name.length <= LONG) return name;
  return (
    <bdi>
      <span data-end={endOf(name)}>
        <span>{name}</span>
      </span>
    </bdi>
  );
}

function endOf(name: string): string | undefined {
  for (const end of ENDS) {
    const [, found] = end.exec(name) ?? [];
    if (found) return found;
  }
  return undefined;
}
