import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLanes } from './firestore.ts';

it('lets work of one key in one after the other, in the order of its coming, and other work at once', async () => {
  const lanes = createLanes();
  const order: string[] = [];
  const enter = (name: string, ...keys: string[]) => lanes.enter(keys).then((leave) => (order.push(name), leave));
  const first = enter('first', 'a');
  const second = enter('second', 'a', 'b');
  const third = enter('third', 'b');
  const other = enter('other', 'c');
  await other;
  await nextTurn();
  expect(order).toEqual(['first', 'other']);
  (await first)();
  const leaveSecond = await second;
  await nextTurn();
  expect(order).toEqual(['first', 'other', 'second']);
  leaveSecond();
  (await third)();
  expect(order.at(-1)).toBe('third');
});

it('never holds two pieces of work that name the same keys in another order', async () => {
  const lanes = createLanes();
  const done = await Promise.all(
    Array.from({ length: 50 }, async (_unused, index) => {
      const leave = await lanes.enter(index % 2 ? ['a', 'b'] : ['b', 'a']);
      await nextTurn();
      leave();
      return index;
    }),
  );
  expect(done).toHaveLength(50);
});

it('lets a key go that a piece of work names twice', async () => {
  const lanes = createLanes();
  (await lanes.enter(['a', 'a']))();
  (await lanes.enter(['a']))();
});
