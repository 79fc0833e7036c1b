import { DOCUMENT_TYPES, FOLDERS, PEOPLE } from '../../read-model/pages/choices.ts';
import { byAgency, byFilter, listReport } from '../../reporting/list-report.ts';
import { FILES } from './file-list.ts';

/** Number and size of files by folder and type, in the folders that the person may open. */
export const storageReport = listReport({
  id: 'storage',
  title: 'Espacio por carpeta y tipo',
  question: '¿Cuántos archivos guarda el Maletín, y cuánto ocupan?',
  filePrefix: 'espacio-por-carpeta',
  place: { label: 'Archivos del Maletín', href: FILES.url },
  list: FILES,
  day: null,
  filters: ['carpetaId', 'tipoDocumentoId', 'agenciaId', 'userId'],
  groupings: [
    byFilter('folder', {
      label: 'Por carpeta',
      words: { row: 'carpeta', rows: 'carpetas' },
      names: FOLDERS,
      filter: 'carpetaId',
    }),
    byFilter('type', {
      label: 'Por tipo de documento',
      words: { row: 'tipo de documento', rows: 'tipos de documento' },
      names: DOCUMENT_TYPES,
      filter: 'tipoDocumentoId',
    }),
    byAgency('agenciaId'),
    byFilter('person', {
      label: 'Por quien cargó',
      words: { row: 'persona', rows: 'personas' },
      names: PEOPLE,
      filter: 'userId',
    }),
  ],
  measures: [
    { name: 'bytes', title: 'Tamaño (MB)', kind: 'bytes', sql: 'sum(t.bytes)', adds: true, note: 'en total' },
    { name: 'largest', title: 'El más grande (MB)', kind: 'bytes', sql: 'max(t.bytes)' },
  ],
});
