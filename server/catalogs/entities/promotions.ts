import type { CatalogDefinition } from '../definition.ts';
import { date, flag, image, longText, text } from '../../records/fields.ts';

/** Promotions that the mobile app shows (docs/specification.md section 3; the validity is ours). */
export const promotions: CatalogDefinition = {
  id: 'promociones',
  database: 'main',
  listUrl: '/promotions/list-promotions',
  menu: 'promotions',
  noun: { singular: 'promoción', plural: 'promociones', gender: 'f' },
  titleField: 'nombre',
  publishing: { flag: 'estado', from: 'vigenciaDesde', until: 'vigenciaHasta' },
  fields: [
    text({ name: 'nombre', label: 'Nombre', required: true, maxLength: 120, example: 'Ahorro navideño' }),
    image({
      name: 'image_url',
      label: 'Imagen',
      filter: true,
      help: 'Mejor apaisada: la aplicación móvil la muestra a todo el ancho.',
    }),
    longText({ name: 'descripcion', label: 'Descripción', maxLength: 2000, list: 'offered' }),
    flag({
      name: 'estado',
      label: 'Estado',
      words: ['Publicada', 'Oculta'],
      filter: true,
      list: 'offered',
      waits: 'estadoProgramado',
      help: 'Una promoción oculta no se muestra en la aplicación móvil.',
    }),
    date({ name: 'vigenciaDesde', label: 'Vigente desde', section: 'Vigencia', help: 'Vacío: desde ya.' }),
    date({ name: 'vigenciaHasta', label: 'Vigente hasta', section: 'Vigencia', help: 'Último día incluido. Vacío: sin fin.' }),
  ],
  check({ vigenciaDesde, vigenciaHasta }): Record<string, string[]> {
    const isReversed =
      typeof vigenciaDesde === 'string' && typeof vigenciaHasta === 'string' && vigenciaHasta !== '' && vigenciaDesde > vigenciaHasta;
    return isReversed ? { vigenciaHasta: ['«Vigente hasta» no puede ser antes de «Vigente desde».'] } : {};
  },
};
