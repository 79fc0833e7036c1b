import { expect, it } from 'vitest';
import { createShares } from './shares.ts';

it('runs two at once per owner, queues two in order and refuses the rest, without delaying others', async () => {
  const shares = createShares({ each: 2, waiting: 2 });
  const begun: string[] = [];
  const take = async (name: string, owner = 'ana') => {
    const giveBack = await shares.take(owner);
    begun.push(name);
    return giveBack;
  };
  const [one, two] = [await take('one'), await take('two')];
  const [three, four] = [take('three'), take('four')];
  await expect(shares.take('ana')).rejects.toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 5 });
  await take('of beto', 'beto');
  expect(begun).toEqual(['one', 'two', 'of beto']);
  one();
  one();
  await three;
  expect(begun).toEqual(['one', 'two', 'of beto', 'three']);
  two();
  await four;
  expect(begun.at(-1)).toBe('four');
});
