import type { Tile } from './tile.ts';

/** The screens that a person may open, in sentences: drawn from their menus, so there is nothing to ask. */
export const screensTile: Tile = {
  id: 'screens',
  title: 'Todas sus pantallas',
  look: 'screens',
  empty: '',
  ask: () => ({ selects: [], show: () => [] }),
};
