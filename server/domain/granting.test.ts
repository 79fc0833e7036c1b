import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grantRefusal, isAdministrator, mayGrantFolder, partsBeyond, type GrantedPerson, type Holder } from './granting.ts';

const MENUS = ['home', 'users', 'quotes', 'agencies', 'settings'];
const FOLDERS = ['actas', 'contratos', 'manuales'];
const SETS = ['', 'cajas', 'creditos'];

const clerk: Holder = { id: 'clerk', role: 'oficina', menus: new Set(['home', 'users']), folders: ['actas'], permissionSet: 'cajas' };
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
    const boss: Holder = { id: 'jefa', role: 'admin', menus: new Set(), folders: [], permissionSet: '' };
    const all = person({ role: 'admin', menus: MENUS, folders: FOLDERS, permissionSet: 'cajas' });
    expect(grantRefusal(boss, all, person())).toBeNull();
    expect(grantRefusal(boss, person(), all)).toBeNull();
    expect(grantRefusal(boss, { ...all, id: 'jefa' }, { ...all, id: 'jefa', role: 'oficina' })).toBe('own');
  });
});

/** A cooperative in memory, whose people change each other as the verbs do. */
interface World {
  roles: Map<string, { menus: string[]; withheld: string[] }>;
  people: Map<string, { role: string; folders: string[]; permissionSet: string; state: boolean }>;
}

const IDS = ['a', 'b', 'c', 'd', 'e'];
const ROLES = ['admin', 'uno', 'dos', 'tres'];
/** Of each screen one act. */
const opens = { menus: fc.subarray(MENUS), withheld: fc.subarray(MENUS.map((menu) => `${menu}:change`)) };
const grants = { role: fc.constantFrom(...ROLES), folders: fc.subarray(FOLDERS), permissionSet: fc.constantFrom(...SETS) };
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
  return stored ? ({ id, soloAgencia: false, ...stored, ...world.roles.get(stored.role) } as GrantedPerson) : null;
}

function holderIn(world: World, id: string): Holder | null {
  const stored = personIn(world, id);
  if (!stored?.state) return null;
  return {
    ...stored,
    menus: new Set(stored.menus),
    withheld: new Set(stored.withheld),
    folders: isAdministrator(stored) ? 'all' : stored.folders,
  };
}

/** @returns the id of whom the step changed, null when it was refused */
function take(world: World, given: Step): string | null {
  const holder = holderIn(world, given.actor);
  if (!holder?.menus.has('users')) return null;
  if (given.verb === 'menus') {
    if (!isAdministrator(holder)) return null;
    const { menus, withheld } = given;
    world.roles.set(given.role, { menus, withheld });
    return null;
  }
  const target = personIn(world, given.id);
  if ((target === null) !== (given.verb === 'hire')) return null;
  const { verb: _verb, actor: _actor, id, ...changes } = given;
  const stored = { role: '', folders: [], permissionSet: '', state: true, ...world.people.get(id), ...changes };
  if (grantRefusal(holder, target, { id, soloAgencia: false, ...stored, menus: [], ...world.roles.get(stored.role) })) return null;
  world.people.set(id, stored);
  return id;
}

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
              { menus: ['users', ...(opened[index]?.menus ?? [])], withheld: opened[index]?.withheld ?? [] },
            ]),
          ),
          people: new Map(IDS.map((id, index) => [id, people[index] ?? { role: 'uno', folders: [], permissionSet: '', state: true }])),
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
          expect(partsBeyond(holder, after)).toEqual([]);
        }
      },
    ),
    { numRuns: 2_000 },
  );
  expect(changedByClerks).toBeGreaterThan(1_000);
});
