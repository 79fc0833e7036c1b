import { createHome } from '../../home/create-home.ts';
import { screensTile } from '../../home/screens-tile.ts';
import { feature } from '../feature.ts';

/** Inicio; its other tiles are those of the features that count something. */
export const home = feature({ verbs: { home: createHome }, tiles: [screensTile] });
