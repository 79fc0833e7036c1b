import type { StateNames } from '../../domain/state-names.ts';
import { stateKey, stateTab } from '../../digitized/states.ts';
import { PEOPLE, CATEGORIES, DIGITIZED_TYPES } from '../../read-model/pages/choices.ts';
import type { Measure } from '../../reporting/counted-rows.ts';
import { byAgency, byFilter, byMonth, listReport, type ListGrouping } from '../../reporting/list-report.ts';
import type { Report } from '../../reporting/report.ts';
import { momentDay } from '../../reporting/row-day.ts';
import { DOCUMENTS, RETURN_REASON, STATES } from './document-list.ts';

const DAY = momentDay('t."createdAt"');
const place = { label: 'Documentos digitalizados', href: DOCUMENTS.url };
const agency = 'agencyId';

const byState = byFilter('status', {
  label: 'Por estado',
  words: { row: 'estado', rows: 'estados' },
  key: stateKey(STATES),
  names: STATES.records,
  filter: 'status',
});
const byCategory = byFilter('category', {
  label: 'Por categoría',
  words: { row: 'categoría', rows: 'categorías' },
  names: CATEGORIES,
  filter: 'categoryId',
});
const byType = byFilter('type', {
  label: 'Por tipo',
  words: { row: 'tipo', rows: 'tipos' },
  names: DIGITIZED_TYPES,
  filter: 'documentId',
});
const byHolder = byFilter('holder', {
  label: 'Por persona asignada',
  words: { row: 'persona', rows: 'personas' },
  names: PEOPLE,
  filter: 'userId',
});
const byCreator = byFilter('creator', {
  label: 'Por quien indexó',
  words: { row: 'persona', rows: 'personas' },
  names: PEOPLE,
  filter: 'createdBy',
});
const byDocumentAgency = byAgency(agency);
const byReason = byFilter('reason', {
  label: 'Por motivo',
  words: { row: 'motivo', rows: 'motivos' },
  key: RETURN_REASON,
  filter: 'motivo',
});

const WITHOUT_FILE: Measure = {
  name: 'withoutFile',
  title: 'Sin archivo',
  kind: 'integer',
  adds: true,
  sql: `count(*) FILTER (WHERE t.url = '')`,
  note: 'todavía por digitalizar',
};
const returned = ({ documents: names }: StateNames): Measure => ({
  name: 'returned',
  title: stateTab('RETURNED', STATES, names),
  kind: 'integer',
  adds: true,
  sql: `count(*) FILTER (WHERE t.status = 'RETURNED')`,
  note: 'por corregir',
});

const documentReport = listReport({
  id: 'documents',
  title: 'Documentos por estado, tipo y persona',
  tab: 'Documentos',
  question: '¿Cuántos documentos se digitalizan, de qué tipo, y en qué manos están?',
  filePrefix: 'documentos-por-estado',
  place,
  list: DOCUMENTS,
  day: DAY,
  agency,
  filters: ['status', 'categoryId', 'documentId', 'agencyId', 'userId', 'createdBy'],
  groupings: [byState, byCategory, byType, byHolder, byCreator, byDocumentAgency, byMonth(DAY)],
  measures: (names) => [WITHOUT_FILE, returned(names)],
});

/** A report on the present state: what needs attention, whenever it came. */
function presentStateReport(
  facts: Pick<Report, 'filePrefix' | 'id' | 'question' | 'title'> & {
    always: Readonly<Record<string, string>>;
    groupings: readonly [ListGrouping, ...ListGrouping[]];
  },
) {
  return listReport({ ...facts, place, list: DOCUMENTS, day: null, agency, filters: ['categoryId', 'documentId', 'agencyId'] });
}

/** What is digitized, by whom, and what of it waits for somebody. */
export const DOCUMENT_REPORTS: readonly Report[] = [
  documentReport,
  presentStateReport({
    id: 'documents-without-file',
    title: 'Documentos sin archivo',
    question: '¿A qué documentos les falta su archivo, y quién los tiene?',
    filePrefix: 'documentos-sin-archivo',
    always: { sinArchivo: 'true' },
    groupings: [byDocumentAgency, byHolder, byType, byCategory, byCreator],
  }),
  presentStateReport({
    id: 'documents-returned',
    title: 'Documentos devueltos',
    question: '¿Por qué se devuelven documentos, y dónde esperan?',
    filePrefix: 'documentos-devueltos',
    always: { status: 'RETURNED' },
    groupings: [byReason, byDocumentAgency, byCreator, byType, byCategory],
  }),
  presentStateReport({
    id: 'documents-expiring',
    title: 'Documentos por vencer',
    question: '¿Qué documentos llegan al fin de su tiempo de retención?',
    filePrefix: 'documentos-por-vencer',
    always: { porVencer: 'true' },
    groupings: [byType, byCategory, byDocumentAgency],
  }),
];
