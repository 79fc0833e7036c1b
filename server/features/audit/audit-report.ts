import { auditActionText } from '../../domain/audit-actions.ts';
import { databaseTitle } from './domain/databases.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import { byFilter, byMonth, listReport } from '../../reporting/list-report.ts';
import { momentDay } from '../../reporting/row-day.ts';
import type { DeclaredRecords } from '../../records/declared-record.ts';
import { AUDIT_URL, auditList, CHANGES } from './audit-list.ts';

export const DAY = momentDay('t."createdAt"');
export const BY_PERSON = byFilter('person', {
  label: 'Por persona',
  words: { row: 'persona', rows: 'personas' },
  names: PEOPLE,
  filter: 'user',
});
export const BY_ACTION = byFilter('action', {
  label: 'Por acción',
  words: { row: 'acción', rows: 'acciones' },
  nameOf: auditActionText,
  filter: 'action',
});
export const BY_MONTH = byMonth(DAY);

/** Who changes what, in both databases. */
export const auditReport = (records: DeclaredRecords) =>
  listReport({
    id: 'audit-activity',
    title: 'Cambios por persona y acción',
    question: '¿Quién cambia qué en el portal, y cuándo?',
    filePrefix: 'cambios-por-persona',
    place: { label: 'Auditoría', href: AUDIT_URL },
    list: { ...auditList(records), noun: { singular: 'cambio', plural: 'cambios', gender: 'm' } },
    day: DAY,
    // Without sign-ins, exports and whatever else changes nothing.
    always: { about: CHANGES },
    filters: ['user', 'action', 'database'],
    groupings: [
      BY_PERSON,
      BY_ACTION,
      BY_MONTH,
      byFilter('database', {
        label: 'Por base de datos',
        words: { row: 'base de datos', rows: 'bases de datos' },
        key: 't.source_database',
        nameOf: databaseTitle,
        filter: 'database',
      }),
    ],
  });
