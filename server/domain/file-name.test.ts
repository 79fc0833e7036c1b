import { describe, expect, it } from 'vitest';
import { cleanFileName, cleanTypedName } from './file-name.ts';

describe('a file name', () => {
  it.each([
    ['C:\\fakepath\\Acta  12.pdf', 'Acta 12.pdf'],
    [' .. Acta.pdf. . ', 'Acta.pdf'],
    ['\u202Efdp.exe', 'fdp.exe'],
    ['. . .', ''],
    ['An\u0303o.pdf', 'Año.pdf'],
    [`Acta${' '.repeat(500)}1.pdf`, 'Acta 1.pdf'],
    ['Familia 👨‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍⚕️ ❤️‍🔥 1️⃣.pdf', 'Familia 👨‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍⚕️ ❤️‍🔥 1️⃣.pdf'],
    ['Ac\u200dta\u200b \u3164\u00ad\u2066a\u2069\u034f.pdf', 'Acta a.pdf'],
    ['a\u200d😀\u200d\u200d😀\u200d.pdf', 'a😀😀.pdf'],
  ])('%j becomes %j', (name, clean) => {
    expect(cleanFileName(name)).toBe(clean);
  });

  it.each([
    ['acta 12/2026.pdf', 'acta 12-2026.pdf'],
    ['Resolución 4\\2026', 'Resolución 4-2026'],
    ['C:\\dir\\x.pdf', 'x.pdf'],
    ['\\\\servidor\\dir\\x.pdf', 'x.pdf'],
    ['/home/ana/x.pdf', 'x.pdf'],
    ['../x.pdf', 'x.pdf'],
    ['dir/../x.pdf', 'x.pdf'],
  ])('typed as %j becomes %j', (name, clean) => {
    expect(cleanTypedName(name)).toBe(clean);
  });

  it('is cut inside a letter with endless combining marks', () => {
    expect(cleanFileName(`a${'\u0323\u0307'.repeat(500)}.txt`)).toMatch(/^.{156}\.txt$/su);
  });

  it('is not cut inside a joined emoji', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(cleanFileName(`${'a'.repeat(150)}${family}.pdf`)).toBe(`${'a'.repeat(150)}.pdf`);
    expect(cleanFileName(`${'a'.repeat(149)}${family}.pdf`)).toBe(`${'a'.repeat(149)}${family}.pdf`);
  });

  it('keeps its beginning and its extension when it is cut to 160 characters', () => {
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
    ['joined pictures', '👨\u200d'.repeat(78_000)],
    ['steps upward', '/..'.repeat(78_000)],
  ])('of many %s is cleaned within a second', (_title, name) => {
    const start = performance.now();
    expect([...cleanFileName(name)].length).toBeLessThanOrEqual(160);
    expect([...cleanTypedName(name)].length).toBeLessThanOrEqual(160);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
