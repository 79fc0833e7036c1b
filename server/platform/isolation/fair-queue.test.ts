import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const anyone = () => true;

it('takes owners in turn, and the items of each owner in order', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3']) queue.add('ana', item);
  queue.add('beto', 'b1');
  queue.add('caro', 'c1');
  expect([queue.size, queue.sizeOf('ana'), queue.sizeOf('nadie')]).toEqual([5, 3, 0]);
  expect(Array.from({ length: 6 }, () => queue.take(anyone))).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', undefined]);
  expect(queue.size).toBe(0);
});

it('skips owners that are not allowed a turn, without losing their place', () => {
  const queue = new FairQueue<string>();
  queue.add('ana', 'a1');
  queue.add('beto', 'b1');
  queue.add('beto', 'b2');
  expect(queue.take((owner) => owner !== 'ana')).toBe('b1');
  expect(queue.take(anyone)).toBe('a1');
});
