import type { CatalogDefinition } from './definition.ts';
import { flag, image, integer, link, longText, text } from './fields.ts';

const LAST_POSITION = 9999;

/** The steps to become a member, as the mobile app shows them. */
export const membershipSteps: CatalogDefinition = {
  id: 'como_asociarse',
  database: 'main',
  listUrl: '/how_associated',
  menu: 'how-associated',
  noun: { singular: 'paso', plural: 'pasos para asociarse', gender: 'm' },
  titleField: 'titulo',
  orderField: 'orden',
  fields: [
    text({ name: 'titulo', label: 'Título', required: true, maxLength: 120, example: 'Reúna sus documentos', search: true }),
    image({ name: 'image_url', label: 'Imagen' }),
    longText({ name: 'descripcion', label: 'Descripción', maxLength: 4000, search: true, list: 'offered' }),
    link({ name: 'video_url', label: 'Video', example: 'https://www.youtube.com/watch?v=…', help: 'Dirección del video, si hay.', list: 'offered' }),
    integer({ name: 'orden', label: 'Orden', required: true, min: 0, max: LAST_POSITION, initial: 0, help: 'Los pasos se muestran de menor a mayor. También se mueven con las flechas de la lista.' }),
    flag({ name: 'estado', label: 'Estado', words: ['Publicado', 'Oculto'], filter: true, help: 'Un paso oculto no se muestra en la aplicación móvil.' }),
  ],
};
