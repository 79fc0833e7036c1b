import { eventLabel, type FileEventKind } from '../../domain/file-events.ts';
import { fragment } from '../../platform/sql/sql-fragment.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import { byAgency, byFilter, byMonth, listReport } from '../../reporting/list-report.ts';
import { momentDay } from '../../reporting/row-day.ts';
import { documentAccess, documentScope } from '../../staff/document-access.ts';
import { FILE_EVENTS } from './event-list.ts';
import { periodsOfPeople } from './report-source.ts';

const DAY = momentDay('t."createdAt"');
/** The names that the ledger has of people. */
const lastNames = (ids: readonly string[]) => fragment`SELECT DISTINCT ON (t."userId") t."userId" AS id, t."userName" AS name
  FROM eventos_archivos t WHERE NOT t.source_deleted AND t.area = 'digitalization' AND t."userId" = ANY(${ids}::text[]) AND t."userName" <> ''
  ORDER BY t."userId", t.at DESC, t.id DESC`;
const countOf = (kind: FileEventKind) => `coalesce(sum(t.events) FILTER (WHERE t.kind = '${kind}'), 0)`;

/**
 * Who uploads, views, prints and downloads digitized documents, for the types that the person may view. The roll-ups know neither types nor
 * categories, so they answer only people who may view all.
 */
export const documentOpeningsReport = listReport({
  id: 'document-openings',
  title: 'Consultas de documentos',
  question: '¿Quién ve, imprime y descarga documentos digitalizados?',
  filePrefix: 'consultas-de-documentos',
  place: { label: 'Documentos digitalizados', href: '/digitalization-documents/list-digitalization-docs' },
  list: { ...FILE_EVENTS, menu: 'digitalization-documents', scope: documentScope },
  opens: FILE_EVENTS.menu,
  day: DAY,
  agency: 'agencyId',
  always: { area: 'digitalization' },
  filters: ['kind', 'userId', 'agencyId', 'categoryId'],
  groupings: [
    byFilter('person', {
      label: 'Por usuario',
      words: { row: 'usuario', rows: 'usuarios' },
      names: PEOPLE,
      recordedNames: lastNames,
      filter: 'userId',
    }),
    byFilter('kind', {
      label: 'Por acción',
      words: { row: 'acción', rows: 'acciones' },
      nameOf: eventLabel,
      filter: 'kind',
    }),
    byAgency('agencyId'),
    byMonth(DAY),
  ],
  rollUp: (actor, query, grain) =>
    documentAccess(actor).length > 0 || (query.filters['categoryId'] ?? '') !== '' ? null : periodsOfPeople('digitalization', query, grain),
  measures: [
    { name: 'uploads', title: 'Cargas', kind: 'integer', sql: countOf('upload'), adds: true, note: 'guardadas en el portal' },
    { name: 'views', title: 'Vistas', kind: 'integer', sql: countOf('view'), adds: true, note: 'una por persona y hora' },
    { name: 'prints', title: 'Impresiones', kind: 'integer', sql: countOf('print'), adds: true, note: 'a papel' },
    { name: 'downloads', title: 'Descargas', kind: 'integer', sql: countOf('download'), adds: true, note: 'guardados fuera' },
  ],
});
