import { describe, expect, it } from 'vitest';
import {
  checkConstantItems,
  CONSTANT_LISTS,
  constantList,
  constantLookup,
  readConstantItems,
  type ConstantListDefinition,
} from './constants.ts';

const list = (id: string): ConstantListDefinition => {
  const found = constantList(id);
  if (!found) throw new Error(`no list ${id}`);
  return found;
};

describe('lookup', () => {
  it('returns the value of an id, and the first one when the id is repeated', () => {
    const lookup = constantLookup([
      { id: 'SENT', value: 'Enviado' },
      { id: 'SENT', value: 'Otro' },
      { id: 'LOST', value: '' },
    ]);
    expect(['SENT', 'LOST', 'UNKNOWN'].map((id) => lookup.get(id))).toEqual(['Enviado', '', undefined]);
  });
});

describe('stored lists', () => {
  it('are the defaults while nothing is stored', () => {
    expect(readConstantItems(list('packageStatus'), undefined).map((item) => item.value)).toEqual([
      'Ingresado',
      'Enviado',
      'Aceptado',
      'Rechazado',
    ]);
    expect(readConstantItems(list('fieldValidators'), undefined)).toEqual([]);
  });

  it('read a text as id and value and numbers as text, skip invalid items, and restore ids that the code uses', () => {
    const stored = [{ id: 'ARCHIVED', value: 'En bodega' }, { id: 7, value: 'x' }, 'text', null, { id: 'LOST', value: 'Perdido' }];
    expect(readConstantItems(list('docStates'), stored)).toEqual([
      { id: 'INDEXED', value: 'Indexado' },
      { id: 'ASSIGNED', value: 'Asignado' },
      { id: 'RETURNED', value: 'Devuelto' },
      { id: 'ARCHIVED', value: 'En bodega' },
      { id: '7', value: 'x' },
      { id: 'text', value: 'text' },
      { id: 'LOST', value: 'Perdido' },
    ]);
  });
});

describe('checking rows', () => {
  it.each(CONSTANT_LISTS.map((entry) => [entry.id, entry] as const))('accepts the defaults of %s', (_id, entry) => {
    expect(checkConstantItems(entry, entry.defaults, [])).toEqual({});
  });

  it('names wrong, repeated and empty ids and values by row', () => {
    const entry = list('docStates');
    const rows = [...entry.defaults, { id: 'lost', value: 'Perdido' }, { id: 'SENT', value: '' }, { id: 'SENT', value: 'indexado' }];
    expect(Object.keys(checkConstantItems(entry, rows, []))).toEqual(['4.id', '5.value', '6.id', '6.value']);
  });

  it('accepts what other programs stored, but validates new and changed rows', () => {
    const entry = list('docStates');
    const theirs = [...entry.defaults, { id: 'en-comite', value: 'n'.repeat(99) }, { id: 'PERDIDO', value: 'Indexado' }];
    expect(checkConstantItems(entry, theirs, theirs)).toEqual({});
    const changed = theirs.map((row) => (row.id === 'ASSIGNED' ? { ...row, value: 'indexado' } : row));
    expect(Object.keys(checkConstantItems(entry, changed, theirs))).toEqual(['2.value']);
    expect(Object.keys(checkConstantItems(entry, [...theirs, { id: 'otro-mas', value: 'Otro' }], theirs))).toEqual(['6.id']);
  });

  it('refuses to remove an id that the code uses', () => {
    const entry = list('packageStatus');
    expect(checkConstantItems(entry, entry.defaults.slice(1), [])['']).toEqual([
      'El portal usa ENTERED: no se puede quitar, solo cambiar su nombre.',
    ]);
  });

  it('names what is wrong by the label of its column', () => {
    expect(checkConstantItems(list('extensionTypes'), [{ id: 'P DF', value: '' }], [])).toEqual({
      '0.id': ['Revise «Extensión». Minúsculas y números, sin punto: pdf.'],
      '0.value': ['Complete «Nombre».'],
    });
  });

  it('takes only regular expressions as validators, which may repeat', () => {
    const entry = list('fieldValidators');
    expect(
      checkConstantItems(
        entry,
        [
          { id: 'dpi', value: '^\\d{13}$' },
          { id: 'cui', value: '^\\d{13}$' },
          { id: 'nit', value: '^\\d{4}\\-\\d{4}$' },
          { id: 'firma', value: '(SI|NO)' },
        ],
        [],
      ),
    ).toEqual({});
    expect(Object.keys(checkConstantItems(entry, [{ id: 'dpi', value: '(' }], []))).toEqual(['0.value']);
  });
});
