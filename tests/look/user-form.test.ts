import { describe, expect, it } from 'vitest';
import type { UserChoices } from '#server/features/people/users.ts';
import { summarizeMenus } from '#app/screens/roles/menu-summary.ts';
import { fieldText } from '#server/domain/field-text.ts';
import type { FormValue } from '#server/domain/conflict.ts';
import { USER_FORM } from '#server/features/people/user.ts';
import { withOptions } from '#app/screens/people/record-data.ts';

const formOf = (pairs: readonly (readonly [string, string])[]) => {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  return USER_FORM.read(form);
};

const CHOICES: UserChoices = {
  role: [{ id: 'editor', name: 'Editor' }],
  agency: [{ id: 'a1', name: 'Agencia Uno' }],
  department: [],
  position: [{ id: 'cajero', name: 'Cajero' }],
  briefcase_permissions: [{ id: 'c1', name: 'Actas', description: '' }],
  mailsPasswords: true,
  digitalization_permission_id: [],
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

const fieldsOf = (record: typeof PERSON | null) => {
  const fields = withOptions(USER_FORM.fields, CHOICES, record);
  return (name: string) => fields.find((field) => field.name === name) ?? { kind: '', options: [] };
};

describe('the form of a person', () => {
  it('changes only the fields it sends: an empty folder field clears the folders, a missing one keeps them', () => {
    expect(
      formOf([
        ['briefcase_permissions', ''],
        ['name', 'Ana'],
      ]).values,
    ).toEqual({ name: 'Ana', briefcase_permissions: [] });
    expect(formOf([['name', 'Ana']]).values).toEqual({ name: 'Ana' });
  });

  it('leaves out the fields for which the stored version is kept', () => {
    const { values } = formOf([
      ['name', 'Mía'],
      ['phone', '5512-3456'],
      ['keep.name', 'stored'],
      ['keep.phone', 'mine'],
    ]);
    expect(values).toEqual({ phone: '5512-3456' });
  });

  it('still offers the person’s own agency, department and folders that can no longer be chosen', () => {
    const field = fieldsOf(PERSON);
    expect(field('agency').options?.[0]).toEqual({ value: 'a9', label: 'Agencia Cerrada (ya no se ofrece)' });
    expect(field('department').options).toEqual([{ value: 'd1', label: 'Créditos (ya no se ofrece)' }]);
    expect(field('position').options).toEqual([{ value: 'cajero', label: 'Cajero' }]);
    expect(field('briefcase_permissions').options?.map(({ value }) => value)).toEqual(['c1', 'c9']);
    expect(fieldsOf(null)('agency').options).toEqual([{ value: 'a1', label: 'Agencia Uno' }]);
  });

  it('shows names instead of ids, also for values stored as maps', () => {
    const values: Readonly<Record<string, FormValue>> = USER_FORM.valuesOf(PERSON);
    const textOf = (name: string) => fieldText(fieldsOf(PERSON)(name), values[name] ?? null);
    expect([textOf('department'), textOf('briefcase_permissions')]).toEqual(['Créditos (ya no se ofrece)', 'Actas, c9']);
  });
});

describe('the one-line summary of a role’s screens', () => {
  it('counts the screens of a group, names a single one, and says when there is none', () => {
    expect(summarizeMenus(['home', 'agencies', 'promotions', 'briefcase-files'])).toBe('Inicio, App móvil (2 pantallas) y Archivos');
    expect(summarizeMenus([])).toBe('Ninguna pantalla');
    expect(summarizeMenus(['no-such-menu'])).toBe('Ninguna pantalla');
  });
});
