import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveAfter } from '#server/domain/record-order.ts';
import { droppedAt, neighbourOf, placeText, readPlace, stepped, stepsOf } from './order-places.ts';

const order = ['a', 'b', 'c', 'd'];

describe('places of rows', () => {
  it('lead one step up and down, and nowhere at the ends', () => {
    expect(stepsOf(order, 'a')).toEqual({ position: 1, up: null, down: 'b' });
    expect(stepsOf(order, 'b')).toEqual({ position: 2, up: '', down: 'c' });
    expect(stepsOf(order, 'd')).toEqual({ position: 4, up: 'b', down: null });
    expect(stepsOf(order, 'x')).toEqual({ position: 0, up: null, down: null });
  });

  it('are sent as one text', () => {
    expect(readPlace(placeText('c', 'a'))).toEqual({ id: 'c', afterId: 'a' });
    expect(readPlace(placeText('c', ''))).toEqual({ id: 'c', afterId: '' });
    expect(readPlace('c')).toEqual({ id: 'c', afterId: '' });
  });

  it('on top of a later page follow the last record of the page before', () => {
    expect(neighbourOf(order, ['d', 'c'], 'd')).toBe('b');
    expect(neighbourOf(order, ['c', 'a', 'b'], 'c')).toBe('');
    expect(neighbourOf(order, ['c'], 'c')).toBe('');
  });
});

it('what a drop or a step shows is what the server makes of it', () => {
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
      const { up, down } = stepsOf(all, id);
      if (up !== null) expect(moveAfter(all, id, up)).toEqual(stepped(all, id, -1));
      if (down !== null) expect(moveAfter(all, id, down)).toEqual(stepped(all, id, 1));
    }),
  );
});
