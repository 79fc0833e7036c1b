import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { expect, it, vi } from 'vitest';
import { countForeground, inBackground } from './foreground.ts';
import type { Row } from '../../workbooks/sheet.ts';

async function* rows(count: number): AsyncGenerator<readonly Row[]> {
  yield await Promise.resolve(Array.from({ length: count }, (_unused, index) => [index]));
}

/** A request that is being answered; `close` ends it. */
function openRequest(): EventEmitter {
  const response = new EventEmitter();
  countForeground()({} as Request, response as unknown as Response, () => undefined);
  return response;
}

it('yields every row in order, in chunks of 20', async () => {
  const pieces: (readonly Row[])[] = [];
  for await (const piece of inBackground(rows(100))) pieces.push(piece);
  expect(pieces.map((piece) => piece.length)).toEqual([20, 20, 20, 20, 20]);
  expect(pieces.flat()).toEqual(Array.from({ length: 100 }, (_unused, index) => [index]));
});

it('pauses background rows while a page request is open, and resumes when it ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const request = openRequest();
    let read = false;
    const reading = inBackground(rows(1))
      .next()
      .then(() => {
        read = true;
      });
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(read).toBe(false);
    request.emit('close');
    await reading;
    expect(read).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

it('resumes after a while even if requests stay open', async () => {
  const request = openRequest();
  await expect(inBackground(rows(1)).next()).resolves.toMatchObject({ value: [[0]] });
  request.emit('close');
});
