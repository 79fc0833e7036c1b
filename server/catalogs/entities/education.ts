import type { CatalogDefinition } from '../definition.ts';
import { orderedContentsFields } from './ordered-contents.ts';

/** Cooperative education: what the mobile app teaches, in order. */
export const education: CatalogDefinition = {
  id: 'educacion_cooperativista',
  database: 'main',
  listUrl: '/educacion/cooperativista',
  menu: 'education',
  noun: { singular: 'tema', plural: 'temas de educación', gender: 'm' },
  titleField: 'titulo',
  orderField: 'orden',
  fields: orderedContentsFields({ one: 'tema', many: 'temas', example: '¿Qué es una cooperativa?' }),
};
