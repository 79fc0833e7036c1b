import { expect, it } from 'vitest';
import { createToken, endOfToken, hashToken, isWholeToken } from './token-text.ts';

it('a token is its prefix and 49 letters or digits, and never the same twice', () => {
  const tokens = Array.from({ length: 500 }, createToken);
  for (const token of tokens) expect(token).toMatch(/^pcp_[0-9A-Za-z]{49}$/);
  expect(new Set(tokens).size).toBe(500);
  expect(tokens.every(isWholeToken)).toBe(true);
});

it('a token with a character replaced or removed anywhere is not whole', () => {
  const token = createToken();
  for (let place = 0; place < token.length; place += 1) {
    const other = token[place] === 'a' ? 'b' : 'a';
    expect(isWholeToken(token.slice(0, place) + other + token.slice(place + 1))).toBe(false);
    expect(isWholeToken(token.slice(0, place) + token.slice(place + 1))).toBe(false);
  }
  for (const text of ['', 'pcp_', ` ${token}`, `${token} `, token.toLowerCase(), 'x'.repeat(1_000_000), `pcp_${'ñ'.repeat(49)}`])
    expect(isWholeToken(text)).toBe(false);
});

it('a token is hashed to 64 hex digits and recognized by its last four characters', () => {
  const token = createToken();
  expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
  expect(hashToken(token)).not.toBe(hashToken(createToken()));
  expect(token.endsWith(endOfToken(token))).toBe(true);
  expect(endOfToken(token)).toHaveLength(4);
});
