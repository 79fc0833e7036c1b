import { inject } from 'vitest';
import { createRandom, inRandomOrder } from '#prisma/seed/random.ts';

/**
 * `npm run test:long` tries properties and random mixtures as often as a night allows, `npm test` only as often as a change can wait for.
 */
export const IS_LONG = process.env['TEST_LONG'] === '1';
const LONG_TIMES = 10;

/** How often to try a property: `usual` times, or ten times as often in a long run. */
export const runs = (usual: number): number => (IS_LONG ? usual * LONG_TIMES : usual);

/**
 * `count` of the cases in their order, chosen by the seed of the run; all of them in a long run. For cases that are slow and tend to fail
 * alike: what one run leaves out, another tries.
 */
export function some<Case>(cases: readonly Case[], count: number): Case[] {
  if (IS_LONG) return [...cases];
  const places = cases.map((_case, place) => place);
  const chosen = new Set(inRandomOrder(places, createRandom(runSeed())).slice(0, count));
  return cases.filter((_case, place) => chosen.has(place));
}

/** A slow suite runs once in so many runs. */
const SLOW_SUITE_TURNS = 3;

/**
 * Whether it is the turn of a slow suite, by the seed and the suite's name: one run in three. Long runs and runs of named files always
 * include it.
 */
export function includesSlowSuite(name: string): boolean {
  if (IS_LONG || process.env['TEST_PART'] !== '1') return true;
  const ofName = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2 ** 31, 0);
  return (runSeed() + ofName) % SLOW_SUITE_TURNS === 0;
}

/** Random choices differ from run to run. Every run prints its seed at the start; `TEST_SEED` repeats it. */
export const runSeed = (): number => inject('seed');
