import { expect, it } from 'vitest';
import { addressToRequest } from './check-addresses.ts';

it.each([
  ['https://www.youtube.com/watch?v=abcDEF12345&t=3', 'abcDEF12345'],
  ['https://youtu.be/abcDEF12345?si=x', 'abcDEF12345'],
  ['https://www.youtube.com/embed/abcDEF12345', 'abcDEF12345'],
  ['https://m.youtube.com/shorts/abcDEF12345', 'abcDEF12345'],
])('checks %s through the oEmbed address of YouTube', (address, id) => {
  expect(addressToRequest(address)).toBe(
    `https://www.youtube.com/oembed?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${id}&format=json`,
  );
});

it.each(['https://vimeo.com/1', 'https://youtube.com.ejemplo.test/watch?v=abcDEF12345', 'https://www.youtube.com/@canal', 'texto'])(
  'checks %s at its own address',
  (address) => {
    expect(addressToRequest(address)).toBe(address);
  },
);
