import { describe, expect, it } from 'vitest';
import { MENU_IDS } from './menu.ts';
import { findRole, inRoleOrder, menusOfRole, permissionIdOf, roleIdOf, findSameNamedRole, rolesFrom, type RoleLabel } from './roles.ts';

const label = (documentId: string, more: Partial<RoleLabel> = {}): RoleLabel => ({
  documentId,
  title: '',
  value: '',
  statedId: '',
  isActive: true,
  segundoFactor: false,
  soloAgencia: false,
  equipoPropio: false,
  ...more,
});
const idsOf = (roles: readonly { id: string }[]) => roles.map(({ id }) => id);

describe('roles read from documents', () => {
  it('are the three defaults while there are none', () => {
    expect(rolesFrom([], [])).toEqual([
      {
        id: 'admin',
        title: 'Administrador',
        isActive: true,
        segundoFactor: false,
        soloAgencia: false,
        equipoPropio: false,
        documentId: 'admin',
        names: ['admin', 'administrador'],
      },
      {
        id: 'editor',
        title: 'Editor',
        isActive: true,
        segundoFactor: false,
        soloAgencia: false,
        equipoPropio: false,
        documentId: 'editor',
        names: ['editor'],
      },
      {
        id: 'user',
        title: 'Reportes',
        isActive: true,
        segundoFactor: false,
        soloAgencia: false,
        equipoPropio: false,
        documentId: 'user',
        names: ['user', 'usuario'],
      },
    ]);
  });

  it('are identified by value, or by document id when the value is missing or taken', () => {
    const roles = rolesFrom(
      [label('x1', { value: 'caja', title: 'Caja' }), label('x2', { value: 'caja' }), label('x3', { title: 'Sola' })],
      [],
    );
    expect(idsOf(roles)).toEqual(['caja', 'x2', 'x3', 'admin', 'editor', 'user']);
    expect(idsOf(rolesFrom([label('x1', { value: 'caja' }), label('caja', { value: 'caja' })], []))).toEqual([
      'caja',
      'x1',
      'admin',
      'editor',
      'user',
    ]);
    expect(rolesFrom([label('x1', { value: 'caja' }), label('caja', { value: 'caja' })], [])[0]?.documentId).toBe('caja');
  });

  it('match the defaults in any letter case, and keep the administrator active', () => {
    const [admin] = rolesFrom([label('q', { value: ' ADMIN ', title: 'Jefe', isActive: false })], []);
    expect(admin).toMatchObject({ id: 'admin', title: 'Jefe', isActive: true, documentId: 'q' });
  });

  it.each<[string, RoleLabel[]]>([
    [
      'by value',
      ['Administrador', 'EDITOR', 'usuário'].map((value, n) =>
        label(`x${n}`, { value, title: ['Administrador', 'Editor', 'Reportes'][n] ?? '' }),
      ),
    ],
    ['by document', ['Administrador', 'Editor', 'Usuario'].map((id) => label(id))],
    ['by field', ['ADMIN', 'Editor', 'Usuario'].map((statedId, n) => label(`x${n}`, { statedId }))],
    ['by title', ['administrador', 'Editor', 'Reportes'].map((title, n) => label(`x${n}`, { title, value: String(n) }))],
    [
      'beside today’s',
      [label('admin', { value: 'admin', title: 'Administrador' }), label('z', { value: 'Administrador', title: 'ADMINISTRADOR' })],
    ],
  ])('match the three defaults when another program stored them %s', (_how, labels) => {
    const roles = rolesFrom(labels, ['Administrador', 'usuario']);
    expect(idsOf(inRoleOrder(roles))).toEqual(['admin', 'editor', 'user']);
    for (const stored of [...labels.map(({ documentId }) => documentId), 'ADMINISTRADOR', 'Usuario', 'reportes'])
      expect(findRole(roles, stored), stored).not.toBeNull();
    expect(permissionIdOf(roles, 'user', ['usuario', 'Administrador'])).toBe('usuario');
    expect(permissionIdOf(roles, 'admin', ['Administrador', 'admin'])).toBe('admin');
  });

  it('give no administrator rights to a role that only bears the administrator’s former name', () => {
    const roles = rolesFrom(
      [label('admin', { value: 'admin', title: 'Jefe' }), label('administrador', { value: 'administrador', title: 'Administrador' })],
      ['administrador'],
    );
    expect(findRole(roles, 'Administrador')?.id).toBe('administrador');
    expect(permissionIdOf(roles, 'admin', ['administrador'])).toBeNull();
  });

  it('are identified by the field `id` when they have no value, and found by it when they do', () => {
    const roles = rolesFrom([label('x1', { statedId: 'caja' }), label('x2', { statedId: 'bodega', value: 'Bodegueros' })], []);
    expect(idsOf(roles)).toEqual(['Bodegueros', 'caja', 'admin', 'editor', 'user']);
    expect(findRole(roles, 'BODEGA')?.id).toBe('Bodegueros');
    expect(permissionIdOf(roles, 'Bodegueros', ['bodega'])).toBe('bodega');
  });

  it('include roles that have permissions but no label', () => {
    expect(rolesFrom([label('caja')], ['caja', 'gerencia']).map(({ id, title }) => [id, title])).toContainEqual(['gerencia', 'gerencia']);
  });

  it('never take the document of another role', () => {
    const roles = rolesFrom([label('editor', { value: 'redactor', title: 'Redactor' })], []);
    expect(roles.find((role) => role.id === 'editor')).toMatchObject({ documentId: 'rol-editor', title: 'Editor' });
    expect(new Set(roles.map((role) => role.documentId)).size).toBe(roles.length);
  });
});

describe('the role that a text names', () => {
  const roles = rolesFrom([label('caja', { title: 'Cajá General' }), label('b', { title: 'Doble' }), label('c', { title: 'doble' })], []);
  it.each([
    ['caja', 'caja'],
    ['CAJA', 'caja'],
    ['caja  general', 'caja'],
    ['Administrador', 'admin'],
    ['reportes', 'user'],
    ['doble', null],
    ['', null],
    ['   ', null],
    ['__proto__', null],
  ])('%j is %j', (stored, id) => expect(findRole(roles, stored)?.id ?? null).toBe(id));

  it('is none for a megabyte of text', () => expect(findRole(roles, '\u0323\u0307'.repeat(500_000))).toBeNull());
});

describe('the id of a new role', () => {
  it.each([
    ['Digitalizador', [], 'digitalizador'],
    ['Digitalizador', ['Digitalizador'], 'digitalizador-2'],
    ['  Año / «Ñandú» n.º 3 ', [], 'ano-nandu-n-o-3'],
    ['New', [], 'new-2'],
    ['Касса', [], 'rol'],
    ['x'.repeat(60), [], 'x'.repeat(40)],
  ])('for %j, with %j taken, is %j', (title, taken, id) => expect(roleIdOf(title, taken)).toBe(id));
});

it('gives default menus when none are stored, none for an empty list, and the administrator’s minimum', () => {
  expect(menusOfRole('admin', null)).toEqual(MENU_IDS);
  expect(menusOfRole('caja', null)).toEqual([]);
  expect(menusOfRole('editor', [])).toEqual([]);
  // As roles were stored while Configuración was one permission.
  expect(menusOfRole('caja', ['settings'])).toEqual(['settings-identity', 'settings-constants', 'settings-machinery']);
  expect(menusOfRole('editor', null)).not.toEqual(expect.arrayContaining(['settings-machinery']));
  expect(menusOfRole('user', ['quotes', 'home', 'inventado'])).toEqual(['home', 'quotes']);
  expect(menusOfRole('admin', [])).toEqual(['home', 'settings-identity', 'settings-constants', 'settings-machinery', 'users', 'audit']);
});

it('orders the default roles first, the others by title and inactive ones last', () => {
  const labels = [
    label('z', { title: 'Ábaco' }),
    label('y', { title: 'Zeta' }),
    label('x', { title: 'Beta', isActive: false }),
    label('w', { title: 'beta' }),
  ];
  expect(idsOf(inRoleOrder(rolesFrom(labels, [])))).toEqual(['admin', 'editor', 'user', 'z', 'w', 'y', 'x']);
});

it('finds another role by title or id, ignoring case and accents', () => {
  const roles = rolesFrom([label('caja', { title: 'Ventanilla' })], []);
  expect(findSameNamedRole(roles, 'CAJA', '')?.id).toBe('caja');
  expect(findSameNamedRole(roles, 'ventanílla', 'caja')).toBeNull();
  expect(findSameNamedRole(roles, 'Nada', '')).toBeNull();
});
