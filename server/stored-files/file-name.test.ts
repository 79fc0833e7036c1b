import { describe, expect, it } from 'vitest';
import { cleanFileName, cleanTypedName } from './file-name.ts';

describe('a name of a file', () => {
  it.each([
    ['C:\\fakepath\\Acta  12.pdf', 'Acta 12.pdf'],
    [' .. Acta.pdf. . ', 'Acta.pdf'],
    ['\u202Efdp.exe', 'fdp.exe'],
    ['. . .', ''],
    ['An\u0303o.pdf', 'Año.pdf'],
    [`Acta${' '.repeat(500)}1.pdf`, 'Acta 1.pdf'],
  ])('%j becomes %j', (name, clean) => {
    expect(cleanFileName(name)).toBe(clean);
  });

  it('keeps its beginning and its extension when it is too long', () => {
    const clean = cleanFileName(`${'Contrato '.repeat(1_000)}.pdf`);
    expect(clean).toMatch(/^Contrato Contrato .*\.pdf$/);
    expect(clean).toHaveLength(160);
  });
});

describe('a hostile name', () => {
  // Bounded and linear, each takes well under a millisecond; the bound is for machines that do ten other things.
  it.each([
    ['dots', `a${'.'.repeat(235_000)}x`],
    ['dots and blanks', `a${'. '.repeat(117_000)}x`],
    ['blanks', `a${' '.repeat(235_000)}x`],
    ['combining marks in turns', `a${'\u0323\u0307'.repeat(117_000)}`],
    ['half letters', '\ud800'.repeat(235_000)],
    ['slashes', '/'.repeat(235_000)],
  ])('of many %s is cleaned within a second', (_title, name) => {
    const start = performance.now();
    expect(cleanFileName(name).length).toBeLessThanOrEqual(160);
    expect(cleanTypedName(name).length).toBeLessThanOrEqual(160);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
