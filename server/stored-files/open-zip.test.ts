import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { uniqueNames, zipOf } from './open-zip.ts';

const PIECE = 64 * 1024;

describe('a streamed ZIP', () => {
  it('reads no more than one piece ahead of its reader', async () => {
    let [made, read, ahead] = [0, 0, 0];
    async function* pieces() {
      for (let piece = 0; piece < 50; piece += 1) {
        made += PIECE;
        yield await Promise.resolve(Buffer.alloc(PIECE, piece));
      }
    }
    const parts: Uint8Array[] = [];
    for await (const part of zipOf(['uno.bin', 'dos.bin'].map((name) => ({ name, open: () => Promise.resolve(pieces()) })))) {
      read += part.length;
      ahead = Math.max(ahead, made - read);
      parts.push(part);
    }
    expect(ahead).toBeLessThanOrEqual(PIECE);
    const entries = unzipSync(Buffer.concat(parts));
    expect(Object.entries(entries).map(([name, bytes]) => [name, bytes.length])).toEqual([
      ['uno.bin', 50 * PIECE],
      ['dos.bin', 50 * PIECE],
    ]);
  });

  it('fails with the error of one of its files, and opens none after it', async () => {
    const opened: string[] = [];
    const entry = (name: string, isBroken = false) => ({
      name,
      open: () => {
        opened.push(name);
        return isBroken ? Promise.reject(new Error('gone')) : Promise.resolve((async function* () {})());
      },
    });
    const all = async () => {
      let bytes = 0;
      for await (const part of zipOf([entry('a'), entry('b', true), entry('c')])) bytes += part.length;
      return bytes;
    };
    await expect(all()).rejects.toThrow('gone');
    expect(opened).toEqual(['a', 'b']);
  });
});

it('makes names unique regardless of case, and keeps their extension', () => {
  expect(uniqueNames(['acta.pdf', 'ACTA.pdf', 'acta (2).pdf', 'acta.pdf', 'acta', 'acta'])).toEqual([
    'acta.pdf',
    'ACTA (2).pdf',
    'acta (2) (2).pdf',
    'acta (3).pdf',
    'acta',
    'acta (2)',
  ]);
});

it('replaces characters and names that Windows does not accept', () => {
  expect(
    uniqueNames(['a:b|c?*.pdf', 'con.pdf', 'NUL.txt.pdf', 'com1', 'Contrato.pdf', 'auxiliar.pdf', 'a-b-c--.pdf', '"<x>".pdf']),
  ).toEqual(['a-b-c--.pdf', 'con-.pdf', 'NUL-.txt.pdf', 'com1-', 'Contrato.pdf', 'auxiliar.pdf', 'a-b-c-- (2).pdf', '--x--.pdf']);
});
