import type { CatalogDefinition } from '../definition.ts';
import { orderedContentsFields } from './ordered-contents.ts';

/** The steps to become a member, as the mobile app shows them. */
export const membershipSteps: CatalogDefinition = {
  id: 'como_asociarse',
  database: 'main',
  listUrl: '/how_associated',
  menu: 'how-associated',
  noun: { singular: 'paso', plural: 'pasos para asociarse', gender: 'm' },
  titleField: 'titulo',
  orderField: 'orden',
  fields: orderedContentsFields({ one: 'paso', many: 'pasos', example: 'Reúna sus documentos' }),
};
