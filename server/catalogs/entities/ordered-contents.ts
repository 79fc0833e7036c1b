import { type Field, flag, image, integer, link, longText, text } from '../../records/fields.ts';

const LAST_POSITION = 9999;

/** Fields of ordered contents of the mobile app; `one` and `many` are the nouns for the help text. */
export function orderedContentsFields({ one, many, example }: { one: string; many: string; example: string }): Field[] {
  return [
    text({ name: 'titulo', label: 'Título', required: true, maxLength: 120, example }),
    image({ name: 'image_url', label: 'Imagen' }),
    longText({ name: 'descripcion', label: 'Descripción', maxLength: 4000, list: 'offered' }),
    link({
      name: 'video_url',
      label: 'Video',
      example: 'https://www.youtube.com/watch?v=…',
      help: 'Dirección del video, si hay.',
      list: 'offered',
    }),
    integer({
      name: 'orden',
      label: 'Orden',
      required: true,
      min: 0,
      max: LAST_POSITION,
      initial: 0,
      help: `Los ${many} se muestran de menor a mayor. También se mueven con las flechas de la lista.`,
    }),
    flag({
      name: 'estado',
      label: 'Estado',
      words: ['Publicado', 'Oculto'],
      filter: true,
      help: `Un ${one} oculto no se muestra en la aplicación móvil.`,
    }),
  ];
}
