import { createHome } from './create-home.ts';
import type { Tile } from '../../lists/tile.ts';
import { feature } from '../feature.ts';

/** The screens a person may open, in sentences. Drawn from their menus, so it queries nothing. */
const screensTile: Tile = {
  id: 'screens',
  title: 'Todas sus pantallas',
  look: 'screens',
  empty: '',
  prepare: () => ({ selects: [], show: () => [] }),
};

/** Inicio; its other tiles are those of the features that count something. */
export const home = feature({ verbs: { home: createHome }, tiles: [screensTile] });
