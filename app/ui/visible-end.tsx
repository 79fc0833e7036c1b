import type { ReactNode } from 'react';

/** Names up to this length fit everywhere. */
const LONG = 18;
/** Fallbacks for the end to keep when the last words do not fit, best first. */
const ENDS: readonly RegExp[] = [
  // The last parts of one long word: `_123456.jpg`, `-2026-11-03.pdf`.
  /[\p{L}\p{N}]([-_.].{7,17})$/u,
  // The number at the end of a word without parts.
  /\p{L}(\p{N}.{7,17})$/u,
  // The last word, shorter or longer: `7`.
  /\s(\S{1,24})$/u,
  // The end of one run of letters and digits, such as a checksum.
  /(.{12})$/u,
];

/**
 * A name that may be cut in its middle, never at its end: the end tells numbered or dated files apart. It stays one text, so that it is
 * found, copied and read as it is; where it does not fit, its end is drawn over it (table.css). A plain function call, as for all cells.
 */
export function withVisibleEnd(name: string): ReactNode {
  if (name.length <= LONG) return name;
  return (
    <bdi>
      <span data-end={endOf(name)}>
        <span>{name}</span>
      </span>
    </bdi>
  );
}

/** Length of the kept end, so that the beginning keeps some of the room. */
const [LEAST, MOST] = [8, 18];

/** The last words, but not just the number of a copy: `2026-11 2877`, `(firmada).pdf`, `10.15.22 (1).jpeg`. */
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
