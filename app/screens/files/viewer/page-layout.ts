import { FULL_WIDTH, PAGE_WIDTHS, type PagedContent, type PageWidth } from '#server/domain/document-content.ts';

export interface Size {
  width: number;
  height: number;
}

/** Fit to width, fit the whole page, or a factor of the paper's size: 1 is 100 %. */
export type Zoom = 'width' | 'page' | number;
/** Degrees clockwise. */
export type Rotation = 0 | 90 | 180 | 270;

/** Position of a page in the scrolled area, in pixels; `picture` is its size before rotation. */
export interface PageBox extends Size {
  top: number;
  left: number;
  picture: Size;
}

export interface PageLayout {
  boxes: readonly PageBox[];
  /** Size of the whole scrolled area. */
  paper: Size;
}

export const ZOOM_STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3] as const;
export const MIN_ZOOM = 0.5;
export const MAX_ZOOM = 3;
/** Space around and between the pages, in pixels. */
export const GAP = 12;
/** A full-size page is rendered at twice the width of its paper. */
const PAPER_WIDTH = FULL_WIDTH / 2;
/** Aspect ratio (width by height) assumed until a page reports its own. */
const USUAL_RATIO = 8.5 / 11;

export type PageShape = Pick<PagedContent, 'pages' | 'isPicture' | 'firstPage'>;

interface Looks {
  /** The visible area. */
  room: Size;
  zoom: Zoom;
  rotation: Rotation;
  /** Aspect ratios (width by height) of the pages seen so far; the others are assumed to be like the first. */
  ratios: ReadonlyMap<number, number>;
}

/** Positions of all pages, in a column. */
export function layOutPages(shape: PageShape, { room, zoom, rotation, ratios }: Looks): PageLayout {
  const usual = shape.firstPage ? shape.firstPage.width / shape.firstPage.height : USUAL_RATIO;
  const inner = { width: Math.max(1, room.width - 2 * GAP), height: Math.max(1, room.height - 2 * GAP) };
  const sizes = Array.from({ length: shape.pages }, (_unused, index) => {
    const picture = pictureSize(shape, { ratio: ratios.get(index + 1) ?? usual, inner, zoom, rotation });
    return { picture, ...turned(picture, rotation) };
  });
  const width = Math.max(room.width, sizes.reduce((most, size) => Math.max(most, size.width), 0) + 2 * GAP);
  const spare = room.height - sizes.reduce((sum, size) => sum + size.height + GAP, GAP);
  // Pages smaller than the room are centred.
  let top = GAP + Math.max(0, Math.floor(spare / 2));
  const boxes = sizes.map((size): PageBox => {
    const box = { ...size, top, left: Math.round((width - size.width) / 2) };
    top += size.height + GAP;
    return box;
  });
  return { boxes, paper: { width, height: top } };
}

/** Width of a page at 100 %. */
function paperWidth({ firstPage }: PageShape): number {
  return Math.min(firstPage?.width ?? PAPER_WIDTH, PAPER_WIDTH);
}

interface PageFacts {
  ratio: number;
  inner: Size;
  zoom: Zoom;
  rotation: Rotation;
}

/** A photo smaller than the room is not enlarged to fit. */
function pictureSize(shape: PageShape, { ratio, inner, zoom, rotation }: PageFacts): Size {
  if (typeof zoom === 'number') return sizeOf(paperWidth(shape) * zoom, ratio);
  const seen = isQuarterTurn(rotation) ? 1 / ratio : ratio;
  const fitting = zoom === 'width' ? inner.width : Math.min(inner.width, inner.height * seen);
  const most = shape.isPicture && shape.firstPage ? shape.firstPage.width : Infinity;
  return sizeOf(Math.min(isQuarterTurn(rotation) ? fitting * (1 / seen) : fitting, most), ratio);
}

function sizeOf(width: number, ratio: number): Size {
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(width / ratio)) };
}

function turned({ width, height }: Size, rotation: Rotation): Size {
  return isQuarterTurn(rotation) ? { width: height, height: width } : { width, height };
}

function isQuarterTurn(rotation: Rotation): boolean {
  return rotation === 90 || rotation === 270;
}

/** The effective zoom as a number, also when the page is fitted. */
export function zoomOf(shape: PageShape, box: PageBox): number {
  return box.picture.width / paperWidth(shape);
}

/** The next larger or smaller zoom step from any zoom. */
export function nextZoom(from: number, way: 1 | -1): number {
  const beyond = (step: number) => (way === 1 ? step > from + 0.01 : step < from - 0.01);
  return (way === 1 ? ZOOM_STEPS.find(beyond) : ZOOM_STEPS.findLast(beyond)) ?? (way === 1 ? MAX_ZOOM : MIN_ZOOM);
}

/** The smallest available picture that is sharp at that width. @param density device pixels per CSS pixel */
export function sharpWidth(width: number, density: number): PageWidth {
  return PAGE_WIDTHS.find((drawn) => drawn > PAGE_WIDTHS[0] && drawn >= width * density) ?? FULL_WIDTH;
}
