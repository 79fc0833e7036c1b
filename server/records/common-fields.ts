import { flag, text, type Field } from './fields.ts';

/** What entries of the audit hold of records of every kind, beside the fields of each: what all have, and what tells of rows that leave. */
export const COMMON_FIELDS: readonly Field[] = [
  flag({ name: 'isActive', label: 'En uso', words: ['Sí', 'No'] }),
  text({ name: 'id', label: 'Código' }),
  text({ name: 'name', label: 'Nombre' }),
  text({ name: 'createdAt', label: 'Creado' }),
  text({ name: 'updatedAt', label: 'Modificado' }),
  text({ name: 'updatedBy', label: 'Guardado por' }),
  text({ name: 'orden', label: 'Orden' }),
  text({ name: 'title', label: 'Título' }),
  text({ name: 'url', label: 'Dirección' }),
  text({ name: 'filters', label: 'Filtros' }),
  text({ name: 'format', label: 'Formato del archivo' }),
  text({ name: 'rows', label: 'Filas' }),
];
