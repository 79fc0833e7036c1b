import type { Tile } from './tile.ts';

/** The screens a person may open, in sentences. Drawn from their menus, so it queries nothing. */
export const screensTile: Tile = {
  id: 'screens',
  title: 'Todas sus pantallas',
  look: 'screens',
  empty: '',
  prepare: () => ({ selects: [], show: () => [] }),
};
