import { orderedContentsProjection } from './kinds/ordered-contents.ts';

export const educationProjection = orderedContentsProjection('educacion_cooperativista');
