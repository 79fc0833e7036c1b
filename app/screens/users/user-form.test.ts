import { describe, expect, it } from 'vitest';
import type { UserChoices } from '#server/features/people/users.ts';
import { summarizeMenus } from '../roles/menu-summary.ts';
import { readUserForm } from './read-user-form.ts';
import { fieldText, formFieldOf, formValuesOf, optionsOf } from './user-fields.ts';

const formOf = (pairs: readonly (readonly [string, string])[]) => {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  return readUserForm(form);
};

const CHOICES: UserChoices = {
  roles: [{ id: 'editor', name: 'Editor' }],
  agencies: [{ id: 'a1', name: 'Agencia Uno' }],
  departments: [],
  positions: [{ id: 'cajero', name: 'Cajero' }],
  folders: [{ id: 'c1', name: 'Actas', description: '' }],
  mailsPasswords: true,
  digitalizationPermissions: [],
};

const PERSON = {
  name: 'Ana Pérez',
  email: 'ana@prueba.coop',
  phone: '',
  role: 'admin',
  roleTitle: 'Administrador',
  agency: 'a9',
  agencyName: 'Agencia Cerrada',
  department: { id: 'd1', name: 'Créditos', state: false },
  position: 'cajero',
  positionName: 'Cajero',
  briefcase_permissions: { folders: ['c1', 'c9'] },
  digitalization_permission_id: '',
};

describe('the form of a person', () => {
  it('changes only what it asked: no ticked folder empties them, no question leaves them alone', () => {
    expect(
      formOf([
        ['fields', 'name folders'],
        ['name', 'Ana'],
      ]).values,
    ).toEqual({ name: 'Ana', folders: [] });
    expect(
      formOf([
        ['fields', 'name'],
        ['name', 'Ana'],
        ['folders', 'c1'],
        ['role', 'admin'],
      ]).values,
    ).toEqual({ name: 'Ana' });
  });

  it('leaves the stored one of two versions as it is', () => {
    const { values } = formOf([
      ['fields', 'name phone'],
      ['name', 'Mía'],
      ['phone', '5512-3456'],
      ['keep.name', 'stored'],
      ['keep.phone', 'mine'],
    ]);
    expect(values).toEqual({ phone: '5512-3456' });
  });

  it('takes a first password only when one is assigned', () => {
    expect(
      formOf([
        ['passwordMode', 'email'],
        ['password', 'Sobrante-1'],
      ]).setsPassword,
    ).toBe(false);
    expect(
      formOf([
        ['passwordMode', 'set'],
        ['password', 'Quetzal-2026'],
      ]),
    ).toMatchObject({ setsPassword: true, password: 'Quetzal-2026' });
  });

  it('still offers what the person has and others cannot choose any more', () => {
    const options = optionsOf(CHOICES, PERSON);
    expect(options.agency[0]).toEqual({ value: 'a9', label: 'Agencia Cerrada (ya no se ofrece)' });
    expect(options.department).toEqual([{ value: 'd1', label: 'Créditos (ya no se ofrece)' }]);
    expect(options.position).toEqual([{ value: 'cajero', label: 'Cajero' }]);
    expect(options.folders.map((folder) => folder.value)).toEqual(['c1', 'c9']);
    expect(optionsOf(CHOICES, null).agency).toEqual([{ value: 'a1', label: 'Agencia Uno' }]);
  });

  it("shows names, not ids, and knows the form's names of stored fields", () => {
    const values = formValuesOf(PERSON);
    expect(fieldText('department', values, optionsOf(CHOICES, PERSON))).toBe('Créditos (ya no se ofrece)');
    expect(fieldText('folders', values, optionsOf(CHOICES, PERSON))).toBe('Actas, c9');
    expect([formFieldOf('briefcase_permissions'), formFieldOf('name'), formFieldOf('clicks')]).toEqual(['folders', 'name', null]);
  });
});

describe('what a role sees, in one line', () => {
  it('counts the screens of a group, names a single one, and says when there is none', () => {
    expect(summarizeMenus(['home', 'agencies', 'promotions', 'briefcase-files'])).toBe('Inicio, App móvil (2 pantallas) y Archivos');
    expect(summarizeMenus([])).toBe('Ninguna pantalla');
    expect(summarizeMenus(['no-such-menu'])).toBe('Ninguna pantalla');
  });
});
