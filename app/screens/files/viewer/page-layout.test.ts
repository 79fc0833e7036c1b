import { describe, expect, it } from 'vitest';
import { GAP, layOutPages, nextZoom, sharpWidth, zoomOf, type PageShape, type Rotation, type Zoom } from './page-layout.ts';
import { anchorAt, findVisiblePages, placeOf, topOf } from './visible-pages.ts';

const LETTER: PageShape = { pages: 50, isPicture: false, firstPage: { width: 1600, height: 2070 } };
const PHOTO: PageShape = { pages: 1, isPicture: true, firstPage: { width: 320, height: 240 } };
const ROOM = { width: 624, height: 700 };

const layOut = (shape: PageShape, looks: { zoom?: Zoom; rotation?: Rotation; ratios?: ReadonlyMap<number, number> } = {}) =>
  layOutPages(shape, { room: ROOM, zoom: 'width', rotation: 0, ratios: new Map(), ...looks });

describe('the layout of pages', () => {
  it('fits the width, the whole page or a zoom level, also when rotated', () => {
    expect(layOut(LETTER).boxes[0]).toMatchObject({ width: 600, height: 776, left: GAP, top: GAP });
    expect(layOut(LETTER, { zoom: 'page' }).boxes[0]).toMatchObject({ width: 523, height: 676 });
    expect(layOut(LETTER, { zoom: 1 }).boxes[0]).toMatchObject({ width: 800, height: 1035 });
    const turned = layOut(LETTER, { rotation: 90 }).boxes[0];
    expect(turned).toMatchObject({ width: 600, height: 464, picture: { width: 464, height: 600 } });
    expect(layOut(LETTER, { rotation: 180 }).boxes[0]).toMatchObject({ width: 600, height: 776 });
    expect(layOut(LETTER, { zoom: 'page', rotation: 270 }).boxes[0]).toMatchObject({ width: 600, height: 464 });
  });

  it('stacks pages without overlap, as wide as the widest', () => {
    const { boxes, paper } = layOut(LETTER, { zoom: 2, ratios: new Map([[3, 2]]) });
    expect(paper.width).toBe(1600 + 2 * GAP);
    expect(boxes[2]).toMatchObject({ width: 1600, height: 800 });
    for (const [index, box] of boxes.entries())
      expect(box.top).toBe(index === 0 ? GAP : (boxes[index - 1]?.top ?? 0) + (boxes[index - 1]?.height ?? 0) + GAP);
    expect(paper.height).toBe((boxes[49]?.top ?? 0) + (boxes[49]?.height ?? 0) + GAP);
  });

  it('shows a small photo in its own size, centred', () => {
    for (const zoom of ['width', 'page', 1] as const)
      expect(layOut(PHOTO, { zoom }).boxes[0]).toMatchObject({ width: 320, height: 240, left: 152, top: 230 });
    expect(layOut({ pages: 1, isPicture: false, firstPage: null }).boxes[0]).toMatchObject({ width: 600 });
  });

  it('reports its zoom as a number, which changes in steps between two limits', () => {
    const [box] = layOut(LETTER).boxes;
    expect(box && zoomOf(LETTER, box)).toBe(0.75);
    expect([nextZoom(0.77, 1), nextZoom(0.77, -1), nextZoom(1, 1), nextZoom(3, 1), nextZoom(0.2, -1), nextZoom(0.2, 1)]).toEqual([
      1, 0.75, 1.25, 3, 0.5, 0.5,
    ]);
  });

  it('requests the smallest picture that is sharp', () => {
    expect([sharpWidth(100, 1), sharpWidth(800, 1), sharpWidth(801, 1), sharpWidth(401, 2), sharpWidth(2400, 2)]).toEqual([
      800, 800, 1600, 1600, 1600,
    ]);
  });
});

describe('the pages in sight', () => {
  const layout = layOut(LETTER);
  const step = 776 + GAP;

  it('are first, last and current, with the next one when it is near', () => {
    expect(findVisiblePages(layout, { top: 0, height: 700 }, null)).toEqual({ first: 1, last: 1, ahead: 2, current: 1 });
    expect(findVisiblePages(layout, { top: 0, height: 400 }, null)).toEqual({ first: 1, last: 1, ahead: 1, current: 1 });
    expect(findVisiblePages(layout, { top: topOf(layout, 30), height: 700 }, null)).toEqual({
      first: 30,
      last: 30,
      ahead: 31,
      current: 30,
    });
    expect(findVisiblePages(layout, { top: 500, height: 700 }, null)).toMatchObject({ first: 1, last: 2, current: 2 });
    expect(findVisiblePages(layout, { top: layout.paper.height - 700, height: 700 }, null)).toEqual({
      first: 50,
      last: 50,
      ahead: 50,
      current: 50,
    });
    expect(findVisiblePages(layout, { top: 1e9, height: 700 }, null)).toMatchObject({ last: 50, ahead: 50, current: 50 });
    expect(findVisiblePages(layout, { top: 500, height: 700 }, 1).current).toBe(1);
    expect(topOf(layout, 2)).toBe(step);
  });

  it('stay at the same place when the pages change their size', () => {
    const bigger = layOut(LETTER, { zoom: 2 });
    const anchor = anchorAt(layout, 10 * step + 300);
    expect(anchor.page).toBe(11);
    expect(anchorAt(bigger, placeOf(bigger, anchor))).toEqual({ page: 11, part: expect.closeTo(anchor.part, 6) });
  });
});
