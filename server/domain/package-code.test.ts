import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packageCode, readPackageCode } from './package-code.ts';

const code = fc.string({ minLength: 1, maxLength: 40 }).map(packageCode);
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

describe('the code of a package', () => {
  it('is derived from its id and never changes', () => {
    // Printed manifests carry it.
    expect(['p1', 'AbCdEfGhIjKlMnOpQrSt', 'ñandú'].map(packageCode)).toMatchInlineSnapshot(`
      [
        "YS2N3Z6PR",
        "MMEYS15SA",
        "8FDXDFVHK",
      ]
    `);
    fc.assert(
      fc.property(code, (one) => {
        expect(one).toMatch(/^[0-9A-HJKMNP-TV-Z]{9}$/);
      }),
    );
  });

  it('is read in any case, with blanks and hyphens, and with letters that look like digits', () => {
    const typed = code.chain((one) =>
      fc.record({
        one: fc.constant(one),
        lower: fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
        gaps: fc.array(fc.constantFrom('', '', ' ', '-', '\t'), { minLength: 10, maxLength: 10 }),
        looks: fc.array(fc.constantFrom('I', 'L', 'i', 'l'), { minLength: 9, maxLength: 9 }),
      }),
    );
    fc.assert(
      fc.property(typed, ({ one, lower, gaps, looks }) => {
        const signs = [...one].map((sign, at) => {
          const seen = sign === '0' ? 'O' : sign === '1' ? (looks[at] ?? '1') : sign;
          return (gaps[at] ?? '') + (lower[at] ? seen.toLowerCase() : seen);
        });
        expect(readPackageCode(signs.join('') + gaps[9])).toBe(one);
      }),
    );
  });

  it('is read from the address that a manifest carries, also as a reader set to another keyboard types it', () => {
    fc.assert(
      fc.property(code, fc.constantFrom('?code=', '_code¿', '&code='), (one, before) => {
        expect(readPackageCode(`https://portal.demo.coop/packagesShips/received/list-packages${before}${one}`)).toBe(one);
      }),
    );
  });

  it('is refused when one character is wrong or two are swapped', () => {
    const place = fc.nat({ max: 8 });
    fc.assert(
      fc.property(code, place, place, fc.constantFrom(...SIGNS), (one, at, other, sign) => {
        const signs = [...one];
        const wrong = signs.with(at, sign).join('');
        expect(readPackageCode(wrong)).toBe(wrong === one ? one : null);
        const swapped = signs
          .with(at, signs[other] ?? '')
          .with(other, signs[at] ?? '')
          .join('');
        expect(readPackageCode(swapped)).toBe(swapped === one ? one : null);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['a letter that is no sign', 'U23456789'],
    ['a word', 'PAGARE'],
    ['too few signs', '0'.repeat(8)],
    ['too many', '0'.repeat(10)],
    ['a megabyte of blanks', ' '.repeat(1_000_000)],
    ['digits of another script', '٠٠٠٠٠٠٠٠٠'],
  ])('is not read from %s', (_what, text) => {
    expect(readPackageCode(text)).toBeNull();
  });
});
