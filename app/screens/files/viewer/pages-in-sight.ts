import { GAP, type PageBox, type PageLayout } from './page-layout.ts';

/** What a window over the pages shows; page numbers from 1. */
export interface Sight {
  first: number;
  last: number;
  /** The last page to be fetched: one beyond `last` once it comes near. */
  ahead: number;
  /** The page that a person would say they are on. */
  current: number;
}

/** So much of a window's height before a page comes into sight, it is fetched. */
const NEAR = 0.5;

/** @param wanted the page that somebody asked for: it stays the current one while it shows at the place where asking brought it */
export function pagesInSight({ boxes }: PageLayout, { top, height }: { top: number; height: number }, wanted: number | null): Sight {
  const bottom = top + height;
  const first = Math.max(1, firstWith(boxes, (box) => box.top + box.height > top) + 1);
  const last = Math.min(
    boxes.length,
    Math.max(
      first,
      firstWith(boxes, (box) => box.top >= bottom),
    ),
  );
  const next = boxes[last];
  const ahead = next && next.top < bottom + height * NEAR ? last + 1 : last;
  const middle = firstWith(boxes, (box) => box.top + box.height + GAP > top + height / 2) + 1;
  return { first: Math.min(first, boxes.length), last, ahead, current: wanted ?? Math.min(Math.max(middle, first), last) };
}

/** How far down the paper a page begins to be read. */
export function topOf({ boxes }: PageLayout, page: number): number {
  return (boxes[page - 1]?.top ?? GAP) - GAP;
}

/** A place on the paper that stays under the eyes when the pages change their size. */
export interface Anchor {
  page: number;
  /** Part of the page's height. */
  part: number;
}

export function anchorAt({ boxes }: PageLayout, y: number): Anchor {
  const index = Math.min(
    firstWith(boxes, (box) => box.top + box.height > y),
    boxes.length - 1,
  );
  const box = boxes[index];
  return { page: index + 1, part: box ? (y - box.top) / box.height : 0 };
}

export function placeOf({ boxes }: PageLayout, { page, part }: Anchor): number {
  const box = boxes[page - 1];
  return box ? box.top + box.height * part : 0;
}

/** Index of the first box that is so, by halves: from there on all of them are; the number of boxes when none is. */
function firstWith(boxes: readonly PageBox[], isSo: (box: PageBox) => boolean): number {
  let [low, high] = [0, boxes.length];
  while (low < high) {
    const half = (low + high) >> 1;
    const box = boxes[half];
    if (box && isSo(box)) high = half;
    else low = half + 1;
  }
  return low;
}
