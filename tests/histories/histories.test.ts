import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeOnFirestore } from '#server/testing/describe-on-firestore.ts';
import { IS_LONG, runSeed } from '#server/testing/run-seed.ts';
import { choose, histories, describeHistory, type History } from './choose.ts';
import { createPlace, describeAct, World, type Place } from './world.ts';

/** Number of histories on the embedded store: some in every run, ten thousand in a long one, or as many as HISTORIES says. */
const asked = process.env['HISTORIES'];
const COUNT = Number(asked ?? (IS_LONG ? 10_000 : 10));
/** Histories run in parallel, each on a database of its own: a single one mostly waits for PostgreSQL. */
const LANES = COUNT < 1_000 ? 3 : 12;
/** A long run reports its progress after this many. */
const TOLD_EVERY = 500;

interface Tally {
  histories: number;
  acts: number;
  refusals: number;
  faults: number;
  /** Number of histories by number of acts. */
  lengths: Map<number, number>;
  /** Number (from 1) of the first history that violated something. */
  foundIn: number | null;
  begun: number;
}

const isTold = IS_LONG || asked !== undefined;

async function live(place: Place, { documents, rounds, turns }: History, name: string, tally: Tally): Promise<void> {
  await place.clear();
  const world = new World(place, name);
  await world.begin(documents);
  for (const round of rounds) {
    const deeds = round.flatMap((step) => choose(world.state, step) ?? []);
    world.told.push(`At once: ${deeds.map(describeAct).join(' | ')}`);
    await world.round(deeds, turns);
    if (world.wrong.length > 0) break;
  }
  await world.end();
  tally.histories += 1;
  tally.acts += world.acts;
  tally.refusals += world.refusals;
  tally.faults += world.faults;
  tally.lengths.set(world.acts, (tally.lengths.get(world.acts) ?? 0) + 1);
  if (isTold && tally.histories % TOLD_EVERY === 0) process.stdout.write(`${say(tally)}\n`);
  if (world.wrong.length === 0) return;
  tally.foundIn ??= tally.histories;
  throw new Error([...world.wrong, '', 'What happened:', ...world.told].join('\n'));
}

/** A failing history is reported with its seed, shrunk to the shortest that still fails. */
async function tryHistories(place: Place, given: { count: number; seed: number; mayLead: boolean; tally: Tally }): Promise<void> {
  let number = 0;
  const shown = histories(given).map((history) => Object.assign(history, { [fc.toStringMethod]: () => describeHistory(history) }));
  const property = fc.asyncProperty(shown, (history) => live(place, history, `h${given.seed}-${(number += 1)}`, given.tally));
  await fc.assert(property, { numRuns: given.count, seed: given.seed });
}

function say({ histories: lived, acts, refusals, faults, lengths, foundIn, begun }: Tally): string {
  const ms = performance.now() - begun;
  const spread = [...lengths].sort(([one], [other]) => one - other).map(([length, count]) => `${length}: ${count}`);
  return [
    `${lived} histories in ${(ms / 1000).toFixed(1)} s, ${((lived * 1000) / ms).toFixed(1)} a second: ${acts} acts, ${refusals} refused, ${faults} faults`,
    `acts of a history: ${spread.join(', ')}`,
    foundIn === null ? 'nothing found' : `found in history ${foundIn}`,
  ].join('; ');
}

async function tryOn(places: readonly Place[], count: number, mayLead: boolean): Promise<void> {
  const tally: Tally = { histories: 0, acts: 0, refusals: 0, faults: 0, lengths: new Map(), foundIn: null, begun: performance.now() };
  const each = Math.ceil(count / places.length);
  try {
    await Promise.all(places.map((place, lane) => tryHistories(place, { count: each, seed: runSeed() + lane, mayLead, tally })));
  } finally {
    if (isTold) process.stdout.write(`${say(tally)}\n`);
  }
  expect(tally.acts).toBeGreaterThan(0);
}

const LONGEST_MS = 3 * 3_600_000;

describe('a random history of documents and packages with concurrent people and faults', () => {
  it(
    'has one holder for each document, custody without gaps, one audit entry per change, and matching rows',
    async () => {
      await tryOn(await Promise.all(Array.from({ length: LANES }, () => createPlace())), COUNT, true);
    },
    LONGEST_MS,
  );
});

await describeOnFirestore('historias', (open) => {
  it(
    'keeps the same invariants in random histories',
    async () => {
      await tryOn([await createPlace({ main: open('main'), digitalization: open('digitalization') })], Math.ceil(COUNT / 20), false);
    },
    LONGEST_MS,
  );
});
