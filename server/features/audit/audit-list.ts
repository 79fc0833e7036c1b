import { AUDIT_ACTIONS, auditActionText, UNCHANGING_LABELS } from '../../domain/audit-actions.ts';
import { DATABASE_TITLES, databaseTitle } from './domain/databases.ts';
import { declareColumns } from '../../lists/columns.ts';
import { dayFilter, optionFilter, recordFilter, valueFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { ID_COLUMN } from '../../lists/record-columns.ts';
import { fragment, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import { byNameNow } from './by-name-now.ts';
import type { AuditColumns } from './audit-trail.projection.ts';
import type { DeclaredRecords } from '../../records/declared-record.ts';
import { visibleTargetConditions, targetTitle, targetWord, titleOf } from '../../records/targets.ts';
import { ownAgencyScope } from '../../staff/own-agency.ts';
import { withNames } from '../../records/record-references.ts';

export interface AuditRow extends Omit<AuditColumns, 'requestId' | 'target_id'> {
  id: string;
  database: string;
  createdAt: Date;
}

export const AUDIT_URL = '/settings/audit';
/** A value of the filter `about`. */
export const CHANGES = 'cambios';

export const PERSON_FILTER = recordFilter({ name: 'user', label: 'Persona', all: 'Persona: todas', records: PEOPLE });

/** @param labels of the actions in entries; dozens, so they are read only when somebody opens the filter */
export const actionFilter = (labels: readonly string[]) =>
  valueFilter({
    name: 'action',
    label: 'Acción',
    all: 'Acción: todas',
    where: (action) => [fragment`t.action = ${action}`],
    found: () => fragment`SELECT v.id, v.id AS name FROM unnest(${[...labels]}::text[]) AS v (id)`,
    words: auditActionText,
  });

const SELECT = `t.id, t.source_database AS database, t."user", t."userName", t.action, t."targetPath", t."target_name", t."createdAt"`;

/**
 * Entries of both databases, newest first. It has no condition of its own, except for a role limited to its agency, so its count is a kept
 * total.
 */
export const auditList = (records: DeclaredRecords): List<AuditRow> => ({
  menu: 'audit',
  url: AUDIT_URL,
  noun: { singular: 'entrada de auditoría', plural: 'entradas de auditoría', gender: 'f' },
  source: {
    table: 'auditoria',
    // Changes depend on the reader (`sourceFor`): not everybody may see each name.
    select: `${SELECT}, '' AS changes`,
    // Finds an entry by the name that it stores, and by the present name of its record.
    named: byNameNow(records),
  },
  sourceFor: (actor) => ({
    select: fragment`${trusted(SELECT)}, ${withNames(records, actor, trusted('t.changes'))} AS changes`,
  }),
  columns: declareColumns([
    { name: 'createdAt', label: 'Fecha', kind: 'datetime', look: 'nowrap tabular w-36! sm:w-40!', sort: { type: 'timestamptz' } },
    { name: 'person', label: 'Persona', look: 'whole', from: 'sm', phone: 'bare', width: 28, value: (row) => row.userName || row.user },
    { name: 'action', label: 'Acción', look: 'whole', width: 36, value: (row) => auditActionText(row.action) },
    { name: 'changes', label: 'Qué cambió', look: 'whole', from: 'md', width: 60 },
    {
      name: 'target',
      label: 'Registro',
      title: 'Tipo de registro',
      look: 'whole',
      from: 'sm',
      phone: 'bare',
      width: 24,
      value: (row) => targetWord(records, row.targetPath),
      also: [{ title: 'Registro', width: 36, value: (row) => row.target_name }],
    },
    { name: 'database', label: 'Base de datos', look: 'nowrap', from: 'xl', width: 16, value: (row) => databaseTitle(row.database) },
    { title: 'Ruta', isId: true, value: (row) => row.targetPath },
    ID_COLUMN,
  ]),
  access: (actor) => visibleTargetConditions(records, actor, trusted('t."targetPath"')),
  scope: ownAgencyScope,
  filters: [
    PERSON_FILTER,
    actionFilter(ACTIONS),
    optionFilter({
      name: 'database',
      label: 'Base de datos',
      all: 'Base de datos: las dos',
      place: 'more',
      options: Object.entries(DATABASE_TITLES).map(([value, label]) => ({ value, label })),
      where: (database) => [fragment`t.source_database = ${database}`],
    }),
    valueFilter({
      name: 'target',
      label: 'Registro',
      all: 'Registro: todos',
      place: 'more',
      where: whereTarget,
      found: () => fragment`SELECT v.id, v.id AS name FROM unnest(${topCollections(records)}::text[]) AS v (id)`,
      words: (path) => targetTitle(records, path),
    }),
    optionFilter({
      name: 'about',
      label: 'Qué',
      all: 'Qué: todo',
      place: 'more',
      options: [
        { value: CHANGES, label: 'Solo cambios' },
        { value: 'puerta', label: 'Sin cambios: entradas, rechazos, lecturas, exportaciones…' },
      ],
      where: (about) => [
        about === CHANGES
          ? fragment`t.action <> ALL(${[...UNCHANGING_LABELS]}::text[])`
          : fragment`t.action = ANY(${[...UNCHANGING_LABELS]}::text[])`,
      ],
    }),
    dayFilter(),
  ],
  hit: {
    title: (row) => auditActionText(row.action),
    href: (row) => entryHref(row),
  },
  sheet: { title: 'Auditoría', file: 'auditoria' },
});

const ACTIONS = Object.values(AUDIT_ACTIONS).sort((a, b) => auditActionText(a).localeCompare(auditActionText(b), 'es'));

function topCollections(records: DeclaredRecords): string[] {
  return Object.entries(records)
    .filter(([place, { fields }]) => fields !== undefined && !place.includes('/'))
    .sort(([, one], [, other]) => titleOf(one).localeCompare(titleOf(other), 'es'))
    .map(([place]) => place);
}

/** Address of an entry's page. */
export function entryHref({ database, id }: Pick<AuditRow, 'database' | 'id'>): string {
  return `${AUDIT_URL}/${database}/${encodeURIComponent(id)}`;
}

/** A path means the document and everything below it, a collection everything in it. */
function whereTarget(path: string): SqlFragment[] {
  const prefix = `${path.replace(/[\\%_]/g, (sign) => `\\${sign}`)}/%`;
  return [fragment`t."targetPath" = ${path} OR t."targetPath" LIKE ${prefix}`];
}
