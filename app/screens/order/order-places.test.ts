import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveAfter, ONE_DOWN, ONE_UP, placesAround } from '#server/domain/record-order.ts';
import { droppedAt, neighbourOf, placeText, readPlace, standingOf, stepped } from './order-places.ts';

const order = ['a', 'b', 'c', 'd'];

describe('places in an order', () => {
  it('are numbered, and lead no further at the ends or outside the order', () => {
    const places = { ids: order, before: 0 };
    expect(standingOf(places, 'a')).toEqual({ position: 1, isFirst: true, isLast: false });
    expect(standingOf(places, 'b')).toEqual({ position: 2, isFirst: false, isLast: false });
    expect(standingOf(places, 'd')).toEqual({ position: 4, isFirst: false, isLast: true });
    expect(standingOf(places, 'x')).toEqual({ position: 0, isFirst: true, isLast: true });
    expect(standingOf({ ids: order, before: 20 }, 'a')).toEqual({ position: 21, isFirst: false, isLast: false });
  });

  it('are encoded as one text and read back', () => {
    expect(readPlace(placeText('c', 'a'))).toEqual({ id: 'c', afterId: 'a' });
    expect(readPlace(placeText('c', ''))).toEqual({ id: 'c', afterId: '' });
    expect(readPlace(placeText('c', ONE_UP))).toEqual({ id: 'c', afterId: ONE_UP });
    expect(readPlace('c')).toEqual({ id: 'c', afterId: '' });
  });

  it('on top of a later page follow the last record of the page before', () => {
    expect(neighbourOf(order, ['d', 'c'], 'd')).toBe('b');
    expect(neighbourOf(order, ['c', 'a', 'b'], 'c')).toBe('');
    expect(neighbourOf(order, ['c'], 'c')).toBe('');
  });
});

it('a drop or a step shows the same order as the server makes of it', () => {
  const ids = fc.uniqueArray(
    fc.string({ minLength: 1, maxLength: 3 }).filter((id) => !id.includes('/')),
    { minLength: 2, maxLength: 10 },
  );
  fc.assert(
    fc.property(ids, fc.nat(), fc.nat(), fc.boolean(), (all, from, to, after) => {
      const id = all[from % all.length] ?? '';
      const target = all[to % all.length] ?? '';
      for (const shown of [droppedAt(all, id, target, after ? 'after' : 'before'), stepped(all, id, after ? 1 : -1)]) {
        expect(moveAfter(all, id, neighbourOf(all, shown, id))).toEqual(shown);
      }
      expect(moveAfter(all, id, ONE_UP)).toEqual(stepped(all, id, -1));
      expect(moveAfter(all, id, ONE_DOWN)).toEqual(stepped(all, id, 1));
    }),
  );
});

it('the part of an order that a page receives gives the same numbers and moves as the whole order', () => {
  const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(ids, fc.nat(), fc.integer({ min: 1, max: 10 }), fc.nat(), (all, at, size, drop) => {
      const first = at % all.length;
      const page = all.slice(first, first + size);
      const places = placesAround(
        all,
        [...page, 'INACTIVE'].map((id) => ({ id })),
      );
      expect(places.ids.length).toBeLessThanOrEqual(page.length + 2);
      for (const id of [...page, 'INACTIVE']) expect(standingOf(places, id)).toEqual(standingOf({ ids: all, before: 0 }, id));
      const [id = '', target = ''] = [page[drop % page.length], page[(drop >> 8) % page.length]];
      for (const side of ['before', 'after'] as const) {
        const shown = droppedAt(page, id, target, side);
        expect(neighbourOf(places.ids, shown, id)).toBe(neighbourOf(all, shown, id));
      }
    }),
  );
});
