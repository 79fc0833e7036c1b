import { namedListProjection } from './kinds/named-list.ts';

export const departmentsProjection = namedListProjection('departamentos');
