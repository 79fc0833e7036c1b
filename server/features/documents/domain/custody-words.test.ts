import { expect, it } from 'vitest';
import { readStateNames } from '../../../domain/constants.ts';
import { placeOf, whereaboutsText } from './custody-words.ts';
import type { CustodyState } from './custody.ts';
import { nameOfState } from '../../../domain/state-names.ts';

const names = {
  state: (status: string) => nameOfState(status, readStateNames({}).documents),
  person: (id: string) => ({ ana: 'Ana Pérez' })[id] ?? id,
  agency: (id: string) => ({ centro: 'Agencia Centro' })[id] ?? id,
  package: (id: string) => ({ code: `COD-${id}`, destination: id === 'p2' ? '' : 'Agencia Sur' }),
};
const held: CustodyState = { userId: 'ana', agencyId: 'centro', inPackage: '', fromPackaging: '', shelf: '', status: 'ASSIGNED' };
const nobody = { ...held, userId: '' };

it.each<[CustodyState, string]>([
  [held, 'Lo tiene Ana Pérez en Agencia Centro desde el 3 de mayo de 2026.'],
  [{ ...held, agencyId: '' }, 'Lo tiene Ana Pérez desde el 3 de mayo de 2026.'],
  [{ ...held, inPackage: 'p1' }, 'En camino a Agencia Sur en el paquete COD-p1 desde el 3 de mayo de 2026.'],
  [{ ...held, inPackage: 'p2' }, 'En camino en el paquete COD-p2 desde el 3 de mayo de 2026.'],
  [{ ...nobody, status: 'ARCHIVED', shelf: 'Estante 4' }, 'Archivado en Estante 4, Agencia Centro desde el 3 de mayo de 2026.'],
  [{ ...nobody, status: 'ARCHIVED', shelf: 'solo digital' }, 'Archivado, solo digital, Agencia Centro desde el 3 de mayo de 2026.'],
  [{ ...nobody, status: 'RETURNED' }, 'Devuelto, sin encargado, en Agencia Centro desde el 3 de mayo de 2026.'],
  [{ ...nobody, status: 'REVISION', agencyId: '' }, 'REVISION, sin encargado desde el 3 de mayo de 2026.'],
])('describes the whereabouts %j in one line', (where, expected) => {
  expect(whereaboutsText(placeOf(where, names), '2026-05-03T18:00:00.000000Z')).toBe(expected);
});

it('leaves out the day when it is unknown', () => {
  expect(whereaboutsText(placeOf(held, names), '')).toBe('Lo tiene Ana Pérez en Agencia Centro.');
});
