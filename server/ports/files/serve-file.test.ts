import { describe, expect, it } from 'vitest';
import { contentDisposition, parseRange } from './serve-file.ts';

describe('Range', () => {
  it.each([
    [undefined, 'all'],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', 'all'],
    ['bytes=0-1,5-6', 'all'],
    ['lines=0-1', 'all'],
    ['bytes=-', 'all'],
    ['bytes=a-b', 'all'],
    ['bytes=99999999999999999999-', 'all'],
  ] as const)('%s of a 100-byte file', (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });

  it('is unsatisfiable for an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  });
});

describe('Content-Disposition', () => {
  it('handles an overlong name within a second', () => {
    const start = performance.now();
    expect(contentDisposition('inline', `a${'\u0323\u0307'.repeat(117_000)}.pdf`)).toMatch(/\.pdf$/);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  it('gives the name in ASCII and again in full as UTF-8', () => {
    expect(contentDisposition('inline', 'Acta año 2026.pdf')).toBe(
      'inline; filename="Acta ano 2026.pdf"; filename*=UTF-8\'\'Acta%20a%C3%B1o%202026.pdf',
    );
  });

  it.each([
    'a"b.pdf',
    'a\r\nSet-Cookie: x=1.pdf',
    '\u202Efdp.exe',
    '../../etc/passwd',
    'a;b%22.pdf',
    "it's.pdf",
    '\ud800.pdf',
    '漢字.pdf',
    '',
  ])('%j cannot break out of the header', (name) => {
    const value = contentDisposition('attachment', name);
    expect(value).toMatch(/^attachment; filename="[\x20\x21\x23-\x2e\x30-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9._~%-]+$/);
    expect(value).not.toMatch(/\u202e|%E2%80%AE/i);
  });
});
