import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedOrders, idsInOrder, insertAt, moveAfter } from './record-order.ts';

const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });

describe('moveAfter', () => {
  it('puts a record behind its new neighbour, or first, and leaves the others in their order', () => {
    expect(moveAfter(['a', 'b', 'c', 'd'], 'd', 'a')).toEqual(['a', 'd', 'b', 'c']);
    expect(moveAfter(['a', 'b', 'c', 'd'], 'a', 'c')).toEqual(['b', 'c', 'a', 'd']);
    expect(moveAfter(['a', 'b', 'c'], 'c', '')).toEqual(['c', 'a', 'b']);
    expect(moveAfter(['a', 'b', 'c'], 'b', 'b')).toEqual(['a', 'b', 'c']);
  });

  it('returns null for a record or neighbour that is not in the list', () => {
    expect(moveAfter(['a', 'b'], 'x', 'a')).toBeNull();
    expect(moveAfter(['a', 'b'], 'a', 'x')).toBeNull();
  });

  it('keeps every record, and a repeated move changes nothing', () => {
    fc.assert(
      fc.property(ids, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 20 }), (start, moves) => {
        let order: readonly string[] = start;
        for (const [from, to] of moves) {
          const id = start[from % start.length] ?? '';
          const afterId = ['', ...start][to % (start.length + 1)] ?? '';
          const moved = moveAfter(order, id, afterId);
          expect([...(moved ?? [])].sort()).toEqual([...start].sort());
          expect(moveAfter(moved ?? [], id, afterId)).toEqual(moved);
          expect((moved ?? []).filter((other) => other !== id)).toEqual(order.filter((other) => other !== id));
          order = moved ?? [];
        }
      }),
    );
  });
});

describe('order numbers', () => {
  it('are rewritten only where they differ, and then run from 1 to n', () => {
    expect(
      changedOrders(
        ['a', 'c', 'b'],
        new Map([
          ['a', 1],
          ['b', 2],
          ['c', 3],
        ]),
      ),
    ).toEqual([
      { id: 'c', orden: 2 },
      { id: 'b', orden: 3 },
    ]);
    fc.assert(
      fc.property(ids, fc.array(fc.integer()), (order, numbers) => {
        const stored = new Map(order.map((id, index) => [id, numbers[index] ?? Number.NaN]));
        for (const { id, orden } of changedOrders(order, stored)) {
          expect(stored.get(id)).not.toBe(orden);
          stored.set(id, orden);
        }
        expect(order.map((id) => stored.get(id))).toEqual(order.map((_, index) => index + 1));
      }),
    );
  });

  it('bring a restored record back to its place, or to the end of a shorter list', () => {
    expect(insertAt(['a', 'c'], 'b', 2)).toEqual(['a', 'b', 'c']);
    expect(insertAt(['a'], 'b', 7)).toEqual(['a', 'b']);
    expect(insertAt(['a'], 'b', -3)).toEqual(['b', 'a']);
  });

  it('fall back to creation time, then id, when equal or missing', () => {
    const placed = (id: string, orden: number, createdAt: string) => ({ id, orden, createdAt });
    expect(idsInOrder([placed('d', 2, '1'), placed('c', 0, '2'), placed('b', 0, '2'), placed('a', 0, '3')])).toEqual(['b', 'c', 'a', 'd']);
  });
});
