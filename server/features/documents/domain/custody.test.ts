import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { custodyOf, custodyStateOf, presentOf, type CustodyEntry, type CustodyInterval, type CustodyFields } from './custody.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const NEW: CustodyFields = { userId: '', agencyId: 'norte', inPackage: '', fromPackaging: '', ubicacion: '', status: 'INDEXED' };

/** What people and packages do to a document. */
const person = fc.constantFrom('ana', 'luis', 'eva');
const agency = fc.constantFrom('norte', 'sur');
const act = fc.oneof(
  fc.record({ userId: person, agencyId: agency, status: fc.constant('ASSIGNED') }),
  fc.record({ userId: fc.constant(''), status: fc.constant('RETURNED') }),
  fc.record({ userId: fc.constant(''), status: fc.constant('ARCHIVED'), ubicacion: fc.constantFrom('Estante 4', 'Bodega') }),
  fc.record({ inPackage: fc.constantFrom('p1', 'p2') }),
  fc.record({
    userId: person,
    agencyId: agency,
    status: fc.constant('ASSIGNED'),
    inPackage: fc.constant(''),
    fromPackaging: fc.constantFrom('p1', 'p2'),
  }),
  fc.record({ inPackage: fc.constant('') }),
  fc.constant<Partial<CustodyFields>>({}),
);
/** How far the audit tells of an act: whole, not at all, half of it, or something else. */
const telling = fc.constantFrom('whole', 'whole', 'none', 'no-before', 'other-before', 'part');
const minutes = fc.integer({ min: 0, max: 3 });

interface Told {
  document: Parameters<typeof custodyOf>[0];
  entries: CustodyEntry[];
  /** As it was from each minute on. */
  truth: { from: string; holding: CustodyFields }[];
}

function tell(acts: readonly [Partial<CustodyFields>, string, number][], isCreationTold = true): Told {
  let holding = NEW;
  let minute = 10;
  const truth = [{ from: at(minute), holding }];
  const entries: CustodyEntry[] = isCreationTold ? [{ at: at(minute), entry: 'entrada', before: null, after: { ...NEW } }] : [];
  for (const [changes, how, wait] of acts) {
    minute += wait;
    const before = Object.fromEntries(Object.keys(changes).map((name) => [name, holding[name as keyof CustodyFields]]));
    holding = { ...holding, ...changes };
    truth.push({ from: at(minute), holding });
    if (how === 'none') continue;
    const half = Object.fromEntries(Object.entries(changes).slice(0, 1));
    const sides = { 'no-before': {}, 'other-before': { userId: 'otra', agencyId: 'oeste' } }[how] ?? before;
    entries.push({ at: at(minute), entry: 'entrada', before: sides, after: how === 'part' ? half : changes });
  }
  return { document: { now: holding, createdAt: at(10), updatedAt: at(minute) }, entries, truth };
}

function expectWhole(intervals: readonly CustodyInterval[], { now, createdAt }: Told['document']): void {
  expect(intervals.length).toBeGreaterThan(0);
  expect(intervals[0]?.from).toBe(createdAt);
  intervals.forEach((interval, place) => {
    const next = intervals[place + 1];
    expect(interval.to).toBe(next?.from ?? null);
    if (next) expect(next.from >= interval.from).toBe(true);
    if (next) expect(next.held).not.toEqual(interval.held);
  });
  expect(intervals.at(-1)?.held).toEqual(custodyStateOf(now));
}

describe('custody', () => {
  it('matches what was true at each moment when every change is audited', () => {
    const history = fc.array(fc.tuple(act, fc.constant('whole'), fc.integer({ min: 1, max: 3 })), { maxLength: 30 });
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.nat()), (acts, places) => {
        const { document, entries, truth } = tell(acts);
        const shuffled = entries.map((entry) => ({ entry, place: places.next().value ?? 0 })).sort((one, other) => one.place - other.place);
        const intervals = custodyOf(
          document,
          shuffled.map(({ entry }) => entry),
        );
        expectWhole(intervals, document);
        expect(intervals.map(({ untold }) => untold)).toEqual(intervals.map(() => null));
        for (const { from, holding } of truth) {
          const then = intervals.filter((one) => one.from <= from && (one.to === null || from < one.to));
          expect(then.map(({ held }) => held)).toEqual([custodyStateOf(holding)]);
        }
      }),
    );
  });

  it('has neither gaps nor overlaps and ends with the current document, audited or not', () => {
    const history = fc.array(fc.tuple(act, telling, minutes), { maxLength: 30 });
    fc.assert(
      fc.property(history, fc.boolean(), fc.option(fc.constant(at(0))), (acts, isCreationTold, updatedAt) => {
        const told = tell(acts, isCreationTold);
        const document = { ...told.document, updatedAt: updatedAt ?? told.document.updatedAt };
        expectWhole(custodyOf(document, told.entries), document);
      }),
    );
  });

  it('names the entry behind each interval, and ends a shelf when the document leaves it', () => {
    const { document, entries } = tell([
      [{ status: 'ARCHIVED', ubicacion: 'Estante 4' }, 'whole', 5],
      [{ userId: 'ana', agencyId: 'sur', status: 'ASSIGNED' }, 'whole', 5],
    ]);
    expect(custodyOf(document, entries).map(({ from, held, entry }) => [from, held.userId, held.agencyId, held.shelf, entry])).toEqual([
      [at(10), '', 'norte', '', 'entrada'],
      [at(15), '', 'norte', 'Estante 4', 'entrada'],
      [at(20), 'ana', 'sur', '', 'entrada'],
    ]);
  });

  it('is one interval of the current document, marked as untold, when there are no entries', () => {
    const { document } = tell([[{ userId: 'ana', status: 'ASSIGNED' }, 'none', 5]], false);
    expect(custodyOf(document, [])).toEqual([{ from: at(10), to: null, held: custodyStateOf(document.now), entry: '', untold: 'start' }]);
  });

  it('shows unaudited changes of other programs when they become visible', () => {
    const assigned = { userId: 'ana', status: 'ASSIGNED' };
    const { document, entries } = tell([
      [assigned, 'none', 5],
      [{ userId: '', status: 'RETURNED' }, 'whole', 5],
      [{ agencyId: 'sur' }, 'none', 5],
    ]);
    expect(custodyOf(document, entries).map(({ from, held, untold }) => [from, held.userId, held.agencyId, untold])).toEqual([
      [at(10), '', 'norte', null],
      [at(20), 'ana', 'norte', 'change'],
      [at(20), '', 'norte', null],
      [at(25), '', 'sur', 'change'],
    ]);
  });

  it('goes on since its own beginning after assignments that were undone, and only after those', () => {
    const assigned = { userId: 'ana', agencyId: 'sur', status: 'ASSIGNED' };
    const back = { userId: '', agencyId: 'norte', status: 'INDEXED' };
    const presentAfter = (acts: readonly (readonly [Partial<CustodyFields>, string])[], undone: readonly number[]) => {
      const { document, entries } = tell(acts.map(([changes, how]) => [changes, how, 5]));
      const numbered = entries.map((entry, place) => ({ ...entry, entry: `e${place}`, isUndo: undone.includes(place) }));
      const intervals = custodyOf(document, numbered);
      expectWhole(intervals, document);
      return presentOf(intervals).map(({ from, entry, untold, to }) => [from, entry, untold, to]);
    };
    const twice = [
      [assigned, 'whole'],
      [back, 'whole'],
      [{ ...assigned, userId: 'eva' }, 'whole'],
      [back, 'whole'],
    ] as const;
    expect(presentAfter(twice, [2, 4])).toEqual([[at(10), 'e0', null, null]]);
    // Only the second was undone: a return begins custody anew.
    expect(presentAfter(twice, [4])).toEqual([[at(20), 'e2', null, null]]);
    expect(presentAfter(twice.slice(0, 3), [2])).toEqual([[at(25), 'e3', null, null]]);
    // Somebody else moved it meanwhile without an entry: it does not go on as it was.
    expect(
      presentAfter(
        [
          [assigned, 'whole'],
          [{ agencyId: 'oeste' }, 'none'],
          [back, 'whole'],
        ],
        [2],
      ),
    ).toEqual([[at(25), 'e2', null, null]]);
    expect(presentOf([])).toEqual([]);
  });
});
