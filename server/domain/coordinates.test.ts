import { expect, it } from 'vitest';
import { parseCoordinates } from './coordinates.ts';

it.each([
  ['15.4713, -90.3708', [15.4713, -90.3708]],
  [' (15.4713 -90.3708) ', [15.4713, -90.3708]],
  ['15.4713°; -90.3708°', [15.4713, -90.3708]],
  ['15.4713', null],
  ['15,4713', null],
  ['15.4713, ', null],
  ['15.4713, -90.3708, 14', null],
  ['', null],
])('reads %j as %j', (text, pair) => {
  expect(parseCoordinates(text)).toEqual(pair);
});
