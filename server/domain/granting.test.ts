import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grantRefusal, mayGrantFolder, partsBeyond, type GrantedPerson, type Holder } from './granting.ts';
import { isAdministrator } from './roles.ts';

const MENUS = ['home', 'users', 'quotes', 'agencies', 'packages-received'];
const FOLDERS = ['actas', 'contratos', 'manuales'];
const SETS = ['', 'cajas', 'creditos'];
/** The set limited to the own agency. */
const OWN_SET = 'cajas';

const clerk: Holder = {
  id: 'clerk',
  role: 'oficina',
  menus: new Set(['home', 'users', 'packages-received']),
  folders: ['actas'],
  permissionSet: 'cajas',
  agency: 'norte',
};
const person = (more: Partial<GrantedPerson> = {}): GrantedPerson => ({
  id: 'ana',
  role: 'oficina',
  menus: ['home'],
  soloAgencia: false,
  folders: [],
  permissionSet: '',
  state: true,
  ...more,
});

describe('permission to change a person', () => {
  it.each<[string, Partial<GrantedPerson> | null, Partial<GrantedPerson>, string | null]>([
    ['hires with what they hold', null, { folders: ['actas'], permissionSet: 'cajas' }, null],
    ['hires with a role that opens more', null, { role: 'otro', menus: ['home', 'quotes'] }, 'role'],
    ['hires an administrator, whatever the role opens', null, { role: 'admin', menus: [] }, 'role'],
    ['gives a folder of others', {}, { folders: ['actas', 'contratos'] }, 'folders'],
    ['gives another permission set', {}, { permissionSet: 'creditos' }, 'permissionSet'],
    ['touches somebody who opens more', { menus: ['quotes'] }, { menus: ['home'] }, 'person'],
    ['touches somebody with more folders', { folders: ['contratos'] }, { folders: [] }, 'person'],
    ['touches an administrator', { role: 'admin', menus: [] }, { role: 'admin', menus: [] }, 'person'],
    ['deactivates an equal', {}, { state: false }, null],
    ['changes their own role', { id: 'clerk' }, { id: 'clerk', role: 'otro' }, 'own'],
    ['changes their own agency', { id: 'clerk', agency: 'norte' }, { id: 'clerk', agency: 'central' }, 'own'],
    ['changes their own folders', { id: 'clerk' }, { id: 'clerk', folders: ['actas'] }, 'own'],
    ['saves themselves as they are', { id: 'clerk', folders: ['a', 'b'] }, { id: 'clerk', folders: ['b', 'a', 'a'] }, null],
  ])('is granted or refused to a clerk who %s', (_case, target, wanted, refusal) => {
    expect(grantRefusal(clerk, target && person(target), person(wanted))).toBe(refusal);
  });

  it('is refused for a role that sees all agencies when the granter sees only their own', () => {
    const narrow = { ...clerk, ownAgencyOnly: true };
    expect(grantRefusal(narrow, null, person())).toBe('role');
    expect(grantRefusal(narrow, null, { ...person(), soloAgencia: true })).toBeNull();
  });

  describe.each<[string, Partial<Holder>, Partial<GrantedPerson>]>([
    ['a role limited to it', { ownAgencyOnly: true }, { soloAgencia: true }],
    ['a permission set limited to it', { ownAgencyDocuments: true }, { permissionSet: 'cajas' }],
    ['a permission set limited to it, for received packages', { ownAgencyDocuments: true }, { menus: ['packages-received'] }],
  ])('by a granter who sees one agency by %s', (_limit, limits, grants) => {
    const narrow = { ...clerk, ...limits };
    const at = (agency: string) => person({ ...grants, agency });

    it('is refused where the person would see another agency, or already sees it', () => {
      expect(grantRefusal(narrow, null, at('sur'))).toBe('agency');
      expect(grantRefusal(narrow, at('norte'), at('sur'))).toBe('agency');
      expect(grantRefusal(narrow, at('sur'), at('norte'))).toBe('person');
      expect(grantRefusal(narrow, at('sur'), at('sur'))).toBe('person');
      expect(grantRefusal({ ...narrow, agency: '' }, null, at('sur'))).toBe('agency');
    });

    it('is granted in the granter’s own agency, and without one, where the person sees none', () => {
      for (const [before, after] of [
        ['norte', 'norte'],
        ['', 'norte'],
        ['norte', ''],
      ] as const)
        expect(grantRefusal(narrow, at(before), at(after))).toBeNull();
    });

    it('is granted in any agency by a granter without limits, and by an administrator', () => {
      expect(grantRefusal(clerk, at('norte'), at('sur'))).toBeNull();
      expect(grantRefusal({ ...narrow, ownAgencyOnly: false, role: 'admin' }, at('sur'), at('norte'))).toBeNull();
    });
  });

  it('is granted in another agency by a granter with a limited permission set, for a person who sees nothing by agency', () => {
    const narrow = { ...clerk, ownAgencyDocuments: true };
    expect(grantRefusal(narrow, person({ agency: 'sur' }), person({ agency: 'este', soloAgencia: true }))).toBeNull();
    expect(grantRefusal(narrow, person({ agency: 'sur' }), person({ agency: 'sur', permissionSet: 'cajas' }))).toBe('agency');
  });

  it('is refused for a role with an action that the granter lacks', () => {
    const looks = { ...clerk, withheld: new Set(['users:change']) };
    const menus = ['users'];
    expect(grantRefusal(looks, null, person({ menus }))).toBe('role');
    expect(grantRefusal(looks, null, person({ menus, withheld: ['users:export'] }))).toBe('role');
    expect(grantRefusal(looks, null, person({ menus, withheld: ['users:change'] }))).toBeNull();
    expect(grantRefusal(looks, null, person({ menus: [] }))).toBeNull();
    expect(grantRefusal(looks, person({ menus }), person({ menus: [] }))).toBe('person');
  });

  it('is granted to an administrator for everybody but themselves', () => {
    const boss: Holder = { id: 'jefa', role: 'admin', menus: new Set(), folders: [], permissionSet: '', agency: '' };
    const all = person({ role: 'admin', menus: MENUS, folders: FOLDERS, permissionSet: 'cajas' });
    expect(grantRefusal(boss, all, person())).toBeNull();
    expect(grantRefusal(boss, person(), all)).toBeNull();
    expect(grantRefusal(boss, { ...all, id: 'jefa' }, { ...all, id: 'jefa', role: 'oficina' })).toBe('own');
  });
});

/** A cooperative in memory, whose people change each other as the verbs do. */
interface World {
  roles: Map<string, { menus: string[]; withheld: string[]; soloAgencia: boolean }>;
  people: Map<string, { role: string; folders: string[]; permissionSet: string; agency: string; state: boolean }>;
}

const IDS = ['a', 'b', 'c', 'd', 'e'];
const ROLES = ['admin', 'uno', 'dos', 'tres'];
/** Of each screen one act. */
const opens = {
  menus: fc.subarray(MENUS),
  withheld: fc.subarray(MENUS.map((menu) => `${menu}:change`)),
  soloAgencia: fc.boolean(),
};
const grants = {
  role: fc.constantFrom(...ROLES),
  folders: fc.subarray(FOLDERS),
  permissionSet: fc.constantFrom(...SETS),
  agency: fc.constantFrom('', 'norte', 'sur'),
};
const step = fc.oneof(
  fc.record({ verb: fc.constant('hire' as const), actor: fc.constantFrom(...IDS), id: fc.constantFrom(...IDS, 'f', 'g'), ...grants }),
  fc.record(
    { verb: fc.constant('update' as const), actor: fc.constantFrom(...IDS), id: fc.constantFrom(...IDS), ...grants },
    { requiredKeys: ['verb', 'actor', 'id'] },
  ),
  fc.record({ verb: fc.constant('state' as const), actor: fc.constantFrom(...IDS), id: fc.constantFrom(...IDS), state: fc.boolean() }),
  fc.record({
    verb: fc.constant('menus' as const),
    actor: fc.constantFrom(...IDS),
    role: fc.constantFrom(...ROLES),
    ...opens,
  }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function personIn(world: World, id: string): GrantedPerson | null {
  const stored = world.people.get(id);
  if (!stored) return null;
  const person = { id, soloAgencia: false, ...stored, ...world.roles.get(stored.role) } as GrantedPerson;
  return { ...person, soloAgencia: person.soloAgencia && !isAdministrator(person) };
}

function holderIn(world: World, id: string): Holder | null {
  const stored = personIn(world, id);
  if (!stored?.state) return null;
  return {
    ...stored,
    menus: new Set(stored.menus),
    withheld: new Set(stored.withheld),
    folders: isAdministrator(stored) ? 'all' : stored.folders,
    agency: stored.agency ?? '',
    ownAgencyOnly: stored.soloAgencia,
    ownAgencyDocuments: stored.soloAgencia || stored.permissionSet === OWN_SET,
  };
}

/** @returns the id of whom the step changed, null when it was refused */
function take(world: World, given: Step): string | null {
  const holder = holderIn(world, given.actor);
  if (!holder?.menus.has('users')) return null;
  if (given.verb === 'menus') {
    if (!isAdministrator(holder)) return null;
    const { menus, withheld, soloAgencia } = given;
    world.roles.set(given.role, { menus, withheld, soloAgencia });
    return null;
  }
  const target = personIn(world, given.id);
  if ((target === null) !== (given.verb === 'hire')) return null;
  const { verb: _verb, actor: _actor, id, ...changes } = given;
  const stored = { role: '', folders: [], permissionSet: '', agency: '', state: true, ...world.people.get(id), ...changes };
  if (grantRefusal(holder, target, { id, soloAgencia: false, ...stored, menus: [], ...world.roles.get(stored.role) })) return null;
  world.people.set(id, stored);
  return id;
}

type Seen = readonly string[] | 'all';

/** Agencies whose members, documents and received packages somebody sees. */
function agenciesSeen(
  one: Pick<GrantedPerson, 'agency' | 'menus' | 'permissionSet' | 'soloAgencia'>,
): Record<'documents' | 'members' | 'packages', Seen> {
  const own = one.agency ? [one.agency] : [];
  const ofSet = one.soloAgencia || one.permissionSet === OWN_SET ? own : ('all' as const);
  return {
    members: one.soloAgencia ? own : 'all',
    documents: one.permissionSet === '' ? [] : ofSet,
    packages: one.menus.includes('packages-received') ? own : [],
  };
}

const isWithin = ([inner, outer]: [Seen, Seen]) => outer === 'all' || (inner !== 'all' && inner.every((agency) => outer.includes(agency)));

it('changes by non-administrators never give anyone more rights than the changer holds', () => {
  let changedByClerks = 0;
  const person = fc.record({ ...grants, state: fc.boolean() });
  fc.assert(
    fc.property(
      fc.tuple(...IDS.map(() => person)),
      fc.tuple(...ROLES.map(() => fc.record(opens))),
      fc.array(step, { minLength: 20, maxLength: 40 }),
      (people, opened, steps) => {
        const world: World = {
          roles: new Map(
            ROLES.map((role, index) => [
              role,
              {
                menus: ['users', ...(opened[index]?.menus ?? [])],
                withheld: opened[index]?.withheld ?? [],
                soloAgencia: opened[index]?.soloAgencia ?? false,
              },
            ]),
          ),
          people: new Map(
            IDS.map((id, index) => [id, people[index] ?? { role: 'uno', folders: [], permissionSet: '', agency: '', state: true }]),
          ),
        };
        for (const given of steps) {
          const holder = holderIn(world, given.actor);
          const before = given.verb === 'menus' ? null : personIn(world, given.id);
          const id = take(world, given);
          const after = id === null ? null : personIn(world, id);
          if (!after || !holder || isAdministrator(holder)) continue;
          changedByClerks += 1;
          if (id === given.actor) {
            expect(after).toEqual(before);
            continue;
          }
          expect(isAdministrator(after)).toBe(false);
          expect(after.menus.filter((menu) => !holder.menus.has(menu))).toEqual([]);
          expect(
            after.menus.filter((menu) => holder.withheld?.has(`${menu}:change`) && !after.withheld?.includes(`${menu}:change`)),
          ).toEqual([]);
          expect(after.folders.filter((folder) => !mayGrantFolder(holder, folder))).toEqual([]);
          const { members, documents, packages } = agenciesSeen(after);
          const own = agenciesSeen({ ...holder, menus: [...holder.menus], soloAgencia: holder.ownAgencyOnly === true });
          expect([members, own.members]).toSatisfy(isWithin);
          expect([documents, own.documents]).toSatisfy(isWithin);
          if (holder.ownAgencyDocuments) expect([packages, own.packages]).toSatisfy(isWithin);
          expect(partsBeyond(holder, after)).toEqual([]);
        }
      },
    ),
    { numRuns: 3_000 },
  );
  expect(changedByClerks).toBeGreaterThan(1_000);
});
