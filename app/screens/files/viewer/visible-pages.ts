import { GAP, type PageBox, type PageLayout } from './page-layout.ts';

/** The pages visible in the window; numbers start at 1. */
export interface VisiblePages {
  first: number;
  last: number;
  /** The last page to fetch: one beyond `last` once that comes near. */
  ahead: number;
  /** The page that a person would say they are on. */
  current: number;
}

/** A page is fetched when it is within this fraction of the window's height. */
const NEAR = 0.5;

/** @param wanted the page somebody asked for: it stays the current one while the scroll position is where that request put it */
export function findVisiblePages(
  { boxes }: PageLayout,
  { top, height }: { top: number; height: number },
  wanted: number | null,
): VisiblePages {
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

/** Scroll position of a page's beginning. */
export function topOf({ boxes }: PageLayout, page: number): number {
  return (boxes[page - 1]?.top ?? GAP) - GAP;
}

/** A point on the paper that keeps its place in the window when the pages change size. */
export interface Anchor {
  page: number;
  /** Fraction of the page's height. */
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

/** Binary search for the first box that satisfies `isSo`, which must hold for all later ones; the number of boxes when none does. */
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
