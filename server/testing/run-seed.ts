import { inject } from 'vitest';
import { createRandom, inRandomOrder } from '#prisma/seed/random.ts';

/** `npm run test:long` tries properties and mixtures as often as a night allows, not as often as a change can wait for. */
export const IS_LONG = process.env['TEST_LONG'] === '1';
const LONG_TIMES = 10;

/** How often to try a property: `usual` times, or ten times as often on request. */
export const runs = (usual: number): number => (IS_LONG ? usual * LONG_TIMES : usual);

/**
 * So many of the cases, by the seed of the run and in their order; on request all of them. For what is dear to try and fails alike:
 * what one run leaves out, another one tries.
 */
export function some<Case>(cases: readonly Case[], count: number): Case[] {
  if (IS_LONG) return [...cases];
  const places = cases.map((_case, place) => place);
  const chosen = new Set(inRandomOrder(places, createRandom(runSeed())).slice(0, count));
  return cases.filter((_case, place) => chosen.has(place));
}

/**
 * Whether this run takes the dear half of a suite: by the seed and the suite's name, one run in two. A file that is asked for by name takes
 * it always, as a long run does.
 */
export function takesDearHalf(name: string): boolean {
  if (IS_LONG || process.env['TEST_PART'] !== '1') return true;
  const ofName = [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 0);
  return createRandom(runSeed() ^ ofName).next() < 1 / 2;
}

/** What is chosen at random differs from run to run. Every run says its seed at its beginning; `TEST_SEED` repeats it. */
export const runSeed = (): number => inject('seed');
