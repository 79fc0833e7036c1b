import type { ReactNode } from 'react';

/** Shorter names have room everywhere. */
const LONG = 18;
/** Where an end may begin that is not the last words, what serves best first. */
const ENDS: readonly RegExp[] = [
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

/** Such an end has so many letters, so that the beginning keeps some of the room. */
const [LEAST, MOST] = [8, 18];

/** The last words, more than a copy's number: `2026-11 2877`, `(firmada).pdf`, `10.15.22 (1).jpeg`. */
function lastWords(name: string): string | undefined {
  for (let length = LEAST; length <= MOST; length += 1) {
    const end = name.slice(-length);
    if (/\s/.test(name.at(-length - 1) ?? '') && !/^(?:\s|\(\d+\)\.)/.test(end)) return end;
  }
  return undefined;
}

function endOf(name: string): string | undefined {
  const words = lastWords(name);
  if (words !== undefined) return words;
  for (const end of ENDS) {
    const [, found] = end.exec(name) ?? [];
    if (found) return found;
  }
  return undefined;
}
