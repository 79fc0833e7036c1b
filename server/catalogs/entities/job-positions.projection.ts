import { namedListProjection } from './kinds/named-list.ts';

export const jobPositionsProjection = namedListProjection('puestos');
