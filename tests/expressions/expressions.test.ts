import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { IS_LONG } from '#server/testing/run-seed.ts';
import { findExpressions } from './find-expressions.ts';

/** Expressions that once blocked the portal: each takes minutes or forever on a text that fits in a request. */
const KNOWN_BAD = [
  ['markup behind blanks and comments', String.raw`^(?:\ufeff|\s|<!--[\s\S]{0,20}?-->)*<(?:!doctype|html|head|body)`, 'i'],
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

/** Hashes of expressions that a long run has proven: proving all of them takes most of a minute. */
const PROVEN = 'proven.txt';

const hashOf = ({ source, flags }: { source: string; flags: string }) =>
  createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 16);

describe('the expressions of the portal', () => {
  it(
    'run in time linear to their text (`TEST_LONG=1 npx vitest run tests/expressions -u` updates the list of proven ones)',
    async () => {
      const found = new Map(findExpressions().map((expression) => [hashOf(expression), expression]));
      expect(found.size).toBeGreaterThan(100);
      const proven = new Set(IS_LONG ? [] : (await readFile(path.join(import.meta.dirname, PROVEN), 'utf8')).split('\n'));
      const slow: string[] = [];
      for (const [hash, { at, source, flags }] of found) {
        const problem = proven.has(hash) ? null : await problemOf(source, flags);
        if (problem !== null) slow.push(`${at} /${source}/${flags}: ${problem}`);
      }
      expect(slow).toEqual([]);
      if (IS_LONG) await expect(`${[...found.keys()].sort().join('\n')}\n`).toMatchFileSnapshot(PROVEN);
    },
    10 * CHECKING_MS,
  );
});
