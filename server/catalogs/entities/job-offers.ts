import type { CatalogDefinition } from '../definition.ts';
import { WORKPLACES } from '../../read-model/pages/choices.ts';
import { creationDay, date, flag, longText, reference, text } from '../../records/fields.ts';

/** Vacancies that the mobile app shows (docs/specification.md section 3). */
export const jobOffers: CatalogDefinition = {
  id: 'plazas_vacantes',
  database: 'main',
  listUrl: '/job-offers/list-job-offer',
  menu: 'job-offers',
  noun: { singular: 'plaza vacante', plural: 'plazas vacantes', gender: 'f' },
  titleField: 'nombre',
  publishing: { flag: 'estado', until: 'fechaPapeleria' },
  fields: [
    text({ name: 'nombre', label: 'Nombre', required: true, maxLength: 120, example: 'Asesor de créditos' }),
    { ...reference({ name: 'agencia', label: 'Agencia', catalog: 'agencias', required: true, filter: true }), names: WORKPLACES },
    date({ name: 'fechaPapeleria', label: 'Fecha de papelería', help: 'Último día para entregar papelería.' }),
    flag({
      name: 'estado',
      label: 'Estado',
      words: ['Publicada', 'Oculta'],
      filter: true,
      list: 'offered',
      help: 'Una plaza oculta no se muestra en la aplicación móvil.',
    }),
    creationDay({ name: 'fecha', label: 'Fecha' }),
    text({
      name: 'nivelAcademico',
      label: 'Nivel académico',
      maxLength: 200,
      example: 'Perito contador',
      section: 'Perfil',
      list: 'offered',
    }),
    longText({ name: 'perfilDeseado', label: 'Perfil deseado', maxLength: 4000, section: 'Perfil', list: 'offered' }),
    longText({ name: 'queOfrecemos', label: 'Qué ofrecemos', maxLength: 4000, section: 'Oferta', list: 'offered' }),
  ],
};
