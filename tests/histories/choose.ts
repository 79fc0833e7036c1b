import fc from 'fast-check';
import { outcomeOf, type Act, type Draft, type State } from './model.ts';
import { AGENCIES, PEOPLE, TYPES, type Person } from './people.ts';
import type { PlannedAct } from './world.ts';

/** The randomly chosen part of a deed: its verb and faults. Person and target follow from the state at the time. */
interface Step {
  verb: Act['verb'];
  /** Index, modulo the number of candidates. */
  pick: number;
  /** Chooses only what the model allows now; otherwise any candidate. */
  aims: boolean;
  faults: PlannedAct['faults'];
}

export interface History {
  documents: number;
  /** The steps of each round are done by several people at once. */
  rounds: readonly (readonly Step[])[];
  /** Order of turns; null leaves it to the database. */
  turns: readonly number[] | null;
}

const WEIGHTS: Readonly<Record<Act['verb'], number>> = {
  assign: 4,
  return: 2,
  archive: 2,
  edit: 4,
  deactivate: 1,
  restore: 1,
  draft: 2,
  'draft and send': 6,
  redraft: 2,
  'redraft and send': 2,
  send: 4,
  cancel: 1,
  withdraw: 3,
  duplicate: 1,
  resend: 1,
  seen: 1,
  check: 4,
  accept: 6,
  reject: 3,
  'hand over': 2,
};

const verb = fc.oneof(...Object.entries(WEIGHTS).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Act['verb']) })));
const fault = fc.record({ at: fc.integer({ min: 1, max: 14 }), fault: fc.constantFrom('before' as const, 'after' as const) });

const step: fc.Arbitrary<Step> = fc.record({
  verb,
  pick: fc.nat({ max: 9_999 }),
  aims: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  faults: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(fault, { maxLength: 3 }) }),
});

/** @param options `mayLead`: most histories have given turns, the others are left to the database; otherwise all have */
export const histories = ({ mayLead }: { mayLead: boolean }): fc.Arbitrary<History> =>
  fc.record({
    documents: fc.integer({ min: 1, max: 4 }),
    rounds: fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 7 }),
    turns: mayLead ? fc.option(fc.array(fc.nat({ max: 9 }), { maxLength: 120 }), { freq: 4 }) : fc.constant(null),
  });

/** The act of a step in the current state; another act where it has no target. */
export function choose(state: State, step: Step): PlannedAct | null {
  return chooseOf(state, step) ?? chooseOf(state, { ...step, verb: 'draft and send' }) ?? chooseOf(state, { ...step, verb: 'assign' });
}

function chooseOf(state: State, { verb: name, pick, aims, faults }: Step): PlannedAct | null {
  const first = pick % PEOPLE.length;
  const people = [...PEOPLE.slice(first), ...PEOPLE.slice(0, first)];
  for (const person of people) {
    const all = candidates(state, person, name);
    const found = aims ? all.filter((act) => !('refused' in outcomeOf(state, person, rehearsed(state, act)))) : all;
    const act = found[Math.floor(pick / PEOPLE.length) % Math.max(1, found.length)];
    if (act) return { person, act: structuredClone(act), faults };
  }
  return null;
}

/** Fills in what the form's page shows now, as if it had just been opened. */
function rehearsed(state: State, act: Act): Act {
  if (act.verb === 'edit') {
    const opened = state.documents.get(act.path);
    return opened ? { ...act, opened } : act;
  }
  if (act.verb !== 'redraft' && act.verb !== 'redraft and send') return act;
  const opened = state.packages.get(act.path);
  return opened ? { ...act, opened, draft: opened } : act;
}

const REASON = 'No corresponde';
const VERDICTS = [['RECEIVED'], ['RECEIVED', 'MISSING'], ['DAMAGED', 'MISMATCH'], ['', 'RECEIVED'], ['MISSING']];

function candidates(state: State, person: Person, name: Act['verb']): Act[] {
  const documents = [...state.documents.keys()];
  const packages = [...state.packages.keys()];
  const some = [
    ...documents.map((path) => [path]),
    ...documents.flatMap((one, at) => documents.slice(at + 1).map((other) => [one, other])),
  ];
  switch (name) {
    case 'assign':
      return some.flatMap((paths) => PEOPLE.map(({ id: to }): Act => ({ verb: name, paths, to })));
    case 'return':
      return documents.map((path) => ({ verb: name, path, reason: REASON }));
    case 'archive':
      return some.map((paths) => ({ verb: name, paths, ubicacion: 'Estante 4' }));
    case 'edit':
      return documents.flatMap((path): Act[] => [
        ...TYPES.map((type): Act => ({ verb: name, path, type })),
        { verb: name, path, name: 'Otro nombre' },
        { verb: name, path, name: 'Un nombre nuevo' },
      ]);
    case 'deactivate':
    case 'restore':
      return some.map((paths) => ({ verb: name, paths }));
    case 'draft':
    case 'draft and send':
      return draftsOf(person, documents).map((draft) => ({ verb: name, draft }));
    case 'redraft':
    case 'redraft and send':
      return packages.flatMap((path) => [0, 1, 2, 3].map((change): Act => ({ verb: name, path, change })));
    case 'send':
    case 'cancel':
    case 'withdraw':
    case 'duplicate':
    case 'resend':
    case 'seen':
      return packages.map((path) => ({ verb: name, path }));
    case 'check':
    case 'accept':
      return packages.flatMap((path) => VERDICTS.map((verdicts): Act => ({ verb: name, path, verdicts })));
    case 'reject':
      return packages.map((path) => ({ verb: name, path, reason: REASON }));
    case 'hand over':
      return PEOPLE.flatMap(({ id: from }) => PEOPLE.map(({ id: to }): Act => ({ verb: name, from, to })));
  }
}

/** Drafts with papers and documents, to each agency, for one person or anybody there. */
function draftsOf(person: Person, documents: readonly string[]): Draft[] {
  const paper = (type: string, place: number) => ({ lineId: `l${place}`, name: `Papel ${place}`, type, digitalizationId: '' });
  const carried = (path: string, place: number) => ({
    lineId: `l${place}`,
    name: '',
    type: '',
    digitalizationId: path.slice(path.indexOf('/') + 1),
  });
  const contents = [
    ...documents.map((path) => ({ needReassign: true, lines: [carried(path, 0)] })),
    ...(documents.length > 1 ? [{ needReassign: true, lines: documents.slice(0, 2).map(carried) }] : []),
    ...TYPES.map((type) => ({ needReassign: false, lines: [paper(type, 0), paper(TYPES[0], 1)] })),
  ];
  return AGENCIES.filter((agencyId) => agencyId !== person.agencyId).flatMap((agencyId) =>
    ['', ...PEOPLE.filter((one) => one.agencyId === agencyId).map(({ id }) => id)].flatMap((userAssign) =>
      contents.map((content) => ({ agencyId, userAssign, note: '', ...content })),
    ),
  );
}

/** Describes a shrunk history in plain words. */
export function describeHistory({ documents, rounds, turns }: History): string {
  const steps = rounds.map((round) =>
    round
      .map(({ verb: name, faults }) => name + faults.map(({ at, fault: when }) => ` (lost ${when} its stop ${at})`).join(''))
      .join(' | '),
  );
  return `${documents} documents; ${steps.join('; ')}; turns ${turns ? turns.join(' ') : 'of the database'}`;
}
