import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLanes } from './firestore.ts';

it('runs work with a shared key in order of arrival, and other work concurrently', async () => {
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

it('does not deadlock when two tasks name the same keys in a different order', async () => {
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

it('releases a key that one task names twice', async () => {
  const lanes = createLanes();
  (await lanes.enter(['a', 'a']))();
  (await lanes.enter(['a']))();
});
