import { orderedContentsProjection } from './kinds/ordered-contents.ts';

export const membershipStepsProjection = orderedContentsProjection('como_asociarse');
