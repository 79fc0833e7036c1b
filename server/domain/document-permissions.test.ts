import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  can,
  differenceOf,
  DOCUMENT_ACTIONS,
  effectiveActions,
  effectivePermissions,
  fromGrantLines,
  isInScope,
  parseGrantLines,
  readPermissions,
  reasonOf,
  toGrantLines,
  writePermissions,
  type PermittedPerson,
} from './document-permissions.ts';
import { reasonText, describePermissionChange } from './document-permission-words.ts';

const holder = (permissions: unknown, more: Partial<PermittedPerson> = {}): PermittedPerson => ({
  role: 'digitalizador',
  permissionSetId: 'cajas',
  permissionSet: { id: 'cajas', title: 'Cajas', agencyScope: 'all', permissions: readPermissions(permissions) },
  ...more,
});

const ids = fc.constantFrom('legal', 'poder', 'a b', 'ñ', '__proto__', 'constructor');
const stored = fc.dictionary(ids, fc.dictionary(ids, fc.subarray([...DOCUMENT_ACTIONS, 'fly'])));

describe('the permissions of a set', () => {
  it.each<[unknown, string[]]>([
    [null, []],
    ['todo', []],
    [['legal'], []],
    [{ legal: ['poder'] }, []],
    [{ legal: { poder: 'view' } }, []],
    [{ legal: { poder: { view: true } } }, []],
    [{ legal: { poder: ['fly', 7, null] } }, []],
    [{ legal: { poder: ['edit', 'view', 'view', 'fly'] } }, ['legal/poder view,edit']],
    [{ 'le/gal': { poder: ['view'] }, legal: { 'po/der': ['view'], '': ['view'] }, '': { poder: ['view'] } }, []],
    [JSON.parse('{"__proto__": {"poder": ["view"]}}'), ['__proto__/poder view']],
  ])('are read leniently from %j', (given, expected) => {
    expect(toGrantLines(readPermissions(given))).toEqual(expected);
  });

  it('are unchanged after being stored, sent with a form or ticked', () => {
    fc.assert(
      fc.property(stored, (given) => {
        const permissions = readPermissions(given);
        expect(readPermissions(writePermissions(permissions))).toEqual(permissions);
        expect(fromGrantLines(toGrantLines(permissions))).toEqual(permissions);
        const grants = [...permissions].flatMap(([key, actions]) => [...actions].map((action) => `${key}/${action}`));
        expect(parseGrantLines(grants)).toEqual(permissions);
        expect(parseGrantLines(toGrantLines(permissions))).toEqual(permissions);
      }),
    );
  });

  it('keep what other programs stored, and the stored form of what does not change', () => {
    const other = { legal: { poder: ['view', 'sign', 7], acta: ['sign'], pagare: ['print', 'create', 'print'], todo: '*' }, nota: 'suya' };
    const wanted = { legal: { poder: ['view', 'print'], pagare: ['create', 'print'] } };
    expect(writePermissions(readPermissions(wanted), other)).toEqual({
      ...other,
      legal: { ...other.legal, poder: ['view', 'print', 'sign', 7] },
    });
    expect(writePermissions(new Map(), other)).toEqual({ legal: { poder: ['sign', 7], acta: ['sign'], todo: '*' }, nota: 'suya' });
  });

  it('are written exactly as they were stored when nothing changes', () => {
    const text = (permissions: unknown) => JSON.stringify(permissions);
    fc.assert(
      fc.property(stored, (given) => {
        expect(text(writePermissions(readPermissions(given), given))).toBe(text(given));
      }),
    );
  });
});

describe('permission on a document', () => {
  it.each<[string, PermittedPerson, string]>([
    ['an administrator', holder({}, { role: 'admin', permissionSet: null }), 'administrator'],
    ['who has no set', holder({}, { permissionSetId: '', permissionSet: null }), 'no-set'],
    ['whose set is gone', holder({}, { permissionSet: null }), 'set-gone'],
    ['whose set says it', holder({ legal: { poder: ['view', 'print'] } }), 'set'],
    ['whose set says it of another category', holder({ otra: { poder: ['view', 'print'] } }), 'not-in-set'],
    ['whose set forgets view', holder({ legal: { poder: ['print'] } }), 'no-view'],
  ])('is granted or refused with its reason: %s', (_who, person, reason) => {
    expect(reasonOf(person, 'print', 'legal', 'poder')).toBe(reason);
    expect(can(person, 'print', 'legal', 'poder')).toBe(reason === 'administrator' || reason === 'set');
    expect(reasonText(reasonOf(person, 'print', 'legal', 'poder'), person.permissionSet)).toMatch(/\.$/);
  });

  it('requires view for every action but create, and never exceeds the set', () => {
    fc.assert(
      fc.property(stored, fc.constantFrom(...DOCUMENT_ACTIONS), ids, ids, (given, action, category, type) => {
        const own = (of: object, name: string): unknown => Object.entries(of).find(([id]) => id === name)?.[1];
        const listed = own(Object(own(given, category) ?? {}) as object, type);
        const says = (wanted: string) => Array.isArray(listed) && listed.includes(wanted);
        const expected = says(action) && (action === 'create' || says('view'));
        expect(can(holder(given), action, category, type)).toBe(expected);
        const counting = effectivePermissions(readPermissions(given));
        expect(counting.get(`${category}/${type}`)?.has(action) ?? false).toBe(expected);
        expect(can(holder(given, { role: 'admin' }), action, category, type)).toBe(true);
        expect(can(holder(given, { permissionSet: null }), action, category, type)).toBe(false);
      }),
    );
  });

  it('with scope «own», covers documents of the own agency, sent from it or held by the person', () => {
    const own = { ...holder({}), id: 'ana', agencyId: 'norte' };
    const person = { ...own, permissionSet: own.permissionSet && { ...own.permissionSet, agencyScope: 'own' as const } };
    const at = (agencyId: string, agencyFromDoc: string, userId = '') => isInScope(person, { agencyId, agencyFromDoc, userId });
    expect([at('norte', ''), at('sur', 'norte'), at('sur', 'sur', 'ana'), at('sur', 'sur')]).toEqual([true, true, true, false]);
    expect(isInScope({ ...person, agencyId: '' }, { agencyId: '', agencyFromDoc: '', userId: '' })).toBe(false);
    expect(isInScope({ ...person, role: 'admin' }, { agencyId: 'sur', agencyFromDoc: '', userId: '' })).toBe(true);
    expect(isInScope(own, { agencyId: 'sur', agencyFromDoc: '', userId: '' })).toBe(true);
  });
});

describe('the difference of two sets', () => {
  it('leads from one set’s effective actions to the other’s, and is empty for equal sets', () => {
    fc.assert(
      fc.property(stored, stored, (one, other) => {
        const [before, after] = [readPermissions(one), readPermissions(other)];
        const differences = new Map(differenceOf(before, after).map(({ key, ...difference }) => [key, difference]));
        for (const key of new Set([...before.keys(), ...after.keys()])) {
          const { added, removed } = differences.get(key) ?? { added: [], removed: [] };
          const kept = effectiveActions(before.get(key)).filter((action) => !removed.includes(action));
          expect(new Set([...kept, ...added])).toEqual(new Set(effectiveActions(after.get(key))));
        }
        expect(differenceOf(before, before)).toEqual([]);
      }),
    );
  });

  it('is told as the number of people who gain or lose each action', () => {
    const before = readPermissions({ legal: { uno: ['view', 'print'], dos: ['view', 'print'], tres: ['view', 'print'] } });
    const after = readPermissions({ legal: { uno: ['view'], dos: ['view'], tres: ['view'], nuevo: ['view'] } });
    const scope = { before: 'all', after: 'all' } as const;
    expect(describePermissionChange(differenceOf(before, after), { people: 17, scope })).toEqual([
      '17 personas pierden imprimir en 3 tipos.',
      '17 personas ganan ver en 1 tipo.',
    ]);
    expect(describePermissionChange([], { people: 1, scope: { before: 'all', after: 'own' } })).toEqual([
      '1 persona deja de ver documentos de otras agencias, salvo los que tiene asignados.',
    ]);
  });
});

it.each([
  '',
  'legal',
  'legal/poder',
  'legal/poder/fly',
  'legal/poder/view/edit',
  '/poder/view',
  'legal//view',
  'a\u0000/b/view',
  `${'x'.repeat(600)}/b/view`,
])('%j is not a permission', (text) => expect(parseGrantLines([text])).toBeNull());
