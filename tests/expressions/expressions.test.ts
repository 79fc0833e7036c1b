import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findExpressions } from './find-expressions.ts';

/** Expressions that once blocked the portal: each takes minutes or forever on a text that fits in a request. */
const KNOWN_BAD = [
  ['markup behind blanks and comments', String.raw`^(?:\ufeff|\s|<!--[\s\S]{0,2000}?-->)*<(?:!doctype|html|head|body)`, 'i'],
  ['lines of a list', String.raw`\s*[\r\n]+\s*`, ''],
  ['the end of a file name', String.raw`^[\s.]+|[\s.]+$`, 'gu'],
  ['an amount between blanks', String.raw`^\s*([+-]?)(\d*)(?:\.(\d*))?\s*$`, ''],
] as const;

const CHECKING_MS = 60_000;
/** No time limits, so that the result does not depend on how busy the machine is. */
const SAME_EACH_TIME = { attackTimeout: null, incubationTimeout: null };

let problemOf: (source: string, flags: string) => Promise<string | null>;

beforeAll(async () => {
  // Pure JavaScript: by default recheck would start a native program, or Java.
  vi.stubEnv('RECHECK_BACKEND', 'pure');
  const { check } = await import('recheck');
  problemOf = async (source, flags) => {
    const found = await check(source, flags, { timeout: CHECKING_MS, ...SAME_EACH_TIME });
    if (found.status === 'safe') return null;
    return found.status === 'vulnerable' ? found.complexity.type : found.error.kind;
  };
});

it.each(KNOWN_BAD)('%s: the vulnerable expression is found', async (_what, source, flags) => {
  expect(await problemOf(source, flags)).toMatch(/^(polynomial|exponential)$/);
});

describe('the expressions of the portal', () => {
  it(
    'run in time linear to their text',
    async () => {
      const slow: string[] = [];
      const expressions = findExpressions();
      expect(expressions.length).toBeGreaterThan(100);
      for (const { at, source, flags } of expressions) {
        const problem = await problemOf(source, flags);
        if (problem !== null) slow.push(`${at} /${source}/${flags}: ${problem}`);
      }
      expect(slow).toEqual([]);
    },
    10 * CHECKING_MS,
  );
});
