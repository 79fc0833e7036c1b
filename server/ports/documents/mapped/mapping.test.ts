import { describe, expect, it } from 'vitest';
import { parseMapping, describeMappingProblem, type KnownCollections, type KnownField } from './mapping.ts';

const TEXT: KnownField = { kind: 'text', canBeMade: true };
const WRITTEN: KnownField = { kind: 'text', canBeMade: false };
const KNOWN: KnownCollections = {
  clientes: {
    database: 'main',
    fields: {
      nombre: TEXT,
      codigo: TEXT,
      telefono: TEXT,
      fechaAsociacion: TEXT,
      agencia: WRITTEN,
      estado: { kind: 'flag', canBeMade: false },
      saldo: { kind: 'number', canBeMade: false },
    },
  },
  agencias: { database: 'main', fields: { nombre: TEXT } },
  'agencias/horarios': { database: 'main', fields: { dia: TEXT } },
  documentos: { database: 'digitalization', fields: { titulo: TEXT } },
  auditoria: { database: 'main', fields: { user: TEXT } },
};

const problemsOf = (file: unknown) => parseMapping(JSON.stringify(file), KNOWN).problems.map(describeMappingProblem);
const ofMembers = (given: object) => problemsOf({ clientes: given });

describe('the mapping file', () => {
  it('accepts the example from the documentation', () => {
    const { mapping, problems } = parseMapping(
      JSON.stringify({
        clientes: {
          collection: 'socios',
          createdAt: 'fecha_ingreso',
          updatedAt: null,
          fields: { nombre: ['nombres', 'apellidos'], codigo: 'cif', fechaAsociacion: { field: 'fecha_ingreso', date: 'dd/MM/yyyy' } },
          values: { estado: { S: true, N: false } },
        },
        'agencias/horarios': { collection: 'turnos' },
        documentos: { collection: 'archivo/central/papeles' },
      }),
      KNOWN,
    );
    expect(problems).toEqual([]);
    expect(mapping.map(({ database, key, collection }) => [database, key, collection])).toEqual([
      ['main', 'clientes', 'socios'],
      ['main', 'agencias/horarios', 'turnos'],
      ['digitalization', 'documentos', 'archivo/central/papeles'],
    ]);
    expect(mapping[0]?.absent).toEqual(['updatedAt']);
    expect(mapping[0]?.fields).toMatchObject({
      nombre: { places: [['nombres'], ['apellidos']] },
      codigo: { places: [['cif']] },
      telefono: { places: [['telefono']] },
      createdAt: { places: [['fecha_ingreso']], date: { text: 'dd/MM/yyyy' } },
      estado: {
        values: [
          ['S', true],
          ['N', false],
        ],
      },
    });
  });

  it.each<[string, unknown, RegExp[]]>([
    ['no object', [], [/^Debe ser un objeto/]],
    [
      'a collection that the portal has not',
      { socios: {} },
      [/^socios: El portal no tiene esta colección.*agencias, agencias\/horarios, clientes/],
    ],
    ['one that the portal keeps', { auditoria: {}, notas: {} }, [/^auditoria: La lleva el portal mismo/, /^notas: La lleva/]],
    [
      'a part that there is not',
      { clientes: { feilds: {} } },
      [/^clientes\.feilds: No se conoce\. Escriba una de estas partes: collection,/],
    ],
    ['a name that is none', { clientes: { collection: 'a/b' } }, [/^clientes\.collection: Escriba el nombre/]],
    ['two collections in one place', { clientes: { collection: 'agencias' } }, [/^clientes\.collection: En «agencias» ya está «agencias»/]],
    ['in a place of the portal’s own', { clientes: { collection: 'notas' } }, [/^clientes\.collection: En «notas» ya está «notas»/]],
  ])('refuses %s', (_name, file, expected) => {
    const problems = problemsOf(file);
    expect(problems).toHaveLength(expected.length);
    expected.forEach((pattern, index) => expect(problems[index]).toMatch(pattern));
  });

  it.each<[string, object, RegExp]>([
    ['a field that there is not', { fields: { nobre: 'x' } }, /^clientes\.fields\.nobre: El portal no tiene este campo\..*nombre/],
    ['a generic one among them', { fields: { updatedAt: 'x' } }, /^clientes\.fields\.updatedAt: Va fuera/],
    ['several where the portal writes', { fields: { agencia: ['a', 'b'] } }, /^clientes\.fields\.agencia: El portal lo escribe/],
    ['several for a time', { updatedAt: ['a', 'b'] }, /^clientes\.updatedAt: El portal lo escribe/],
    ['no name', { fields: { codigo: 'a..b' } }, /^clientes\.fields\.codigo: Escriba el nombre del campo/],
    ['an empty list', { fields: { nombre: [] } }, /^clientes\.fields\.nombre: La lista está vacía/],
    [
      'two in one place',
      { fields: { codigo: 'x', telefono: 'x' } },
      /^clientes\.fields\.codigo: Dos campos.*«codigo» y «telefono», quedan en «x»/,
    ],
    ['one within another', { fields: { codigo: 'x.y', telefono: 'x' } }, /^clientes\.fields\.codigo: Dos campos/],
    [
      'one that hides another',
      { fields: { codigo: 'telefono' } },
      /^clientes\.fields\.codigo: «telefono» también es un campo.*telefono_portal/,
    ],
    ['a state that hides another', { isActive: 'estado' }, /^clientes\.isActive: «estado» también es un campo del portal/],
    [
      'a form of dates that is none',
      { fields: { fechaAsociacion: { field: 'x', date: 'dd/MM' } } },
      /^clientes\.fields\.fechaAsociacion\.date: No es una forma/,
    ],
    [
      'a date of what is none',
      { fields: { saldo: { field: 'x', date: 'dd/MM/yyyy' } } },
      /^clientes\.fields\.saldo\.date: Para el portal este campo no es una fecha/,
    ],
    [
      'a number of another kind',
      { fields: { saldo: { field: 'x', number: true } } },
      /^clientes\.fields\.saldo\.number: Para el portal es un número/,
    ],
    ['a word that there is not', { fields: { codigo: { field: 'x', form: 1 } } }, /^clientes\.fields\.codigo\.form: No se conoce/],
    [
      'values of another kind',
      { values: { estado: { S: 'true', N: false, T: true } } },
      /^clientes\.values\.estado\.S: Escriba true o false/,
    ],
    ['half of the values', { values: { estado: { S: true } } }, /^clientes\.values\.estado: Falta lo que se guarda para false/],
    ['values of no field', { values: { state: { S: true } } }, /^clientes\.values\.state: El portal no tiene este campo/],
    ['who changed it elsewhere', { updatedBy: 'x' }, /^clientes\.updatedBy: Solo puede ser null/],
  ])('refuses %s, and says where and how to fix it', (_name, given, expected) => {
    const problems = ofMembers(given);
    expect(problems).toEqual([expect.stringMatching(expected)]);
  });

  it('accepts two swapped fields, and reports all problems at once', () => {
    expect(ofMembers({ fields: { codigo: 'telefono', telefono: 'codigo' } })).toEqual([]);
    expect(problemsOf({ clientes: { collection: 'x', fields: { nobre: 'a', agencia: ['a', 'b'] } }, socios: {} })).toHaveLength(3);
    expect(parseMapping('{', KNOWN).problems).toMatchObject([{ path: '', message: expect.stringMatching(/^No es JSON/) }]);
  });
});
