import { AUDIT_ACTIONS, auditActionText, TRAIL_KINDS } from '../../domain/audit-actions.ts';
import { dayFilter, optionFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { fragment } from '../../platform/sql/sql-fragment.ts';
import type { DeclaredRecords } from '../../records/declared-record.ts';
import { listReport } from '../../reporting/list-report.ts';
import { actionFilter, auditList, PERSON_FILTER, type AuditRow } from './audit-list.ts';
import { BY_ACTION, BY_MONTH, BY_PERSON, DAY } from './audit-report.ts';

const SECURITY_URL = '/settings/security';

type Act = keyof typeof AUDIT_ACTIONS;
const NAMES = Object.keys(AUDIT_ACTIONS) as Act[];

/** Subjects of security entries, in the order of the filter. */
const KINDS: readonly { value: string; label: string; acts: readonly Act[] }[] = [
  { value: 'entradas', label: 'Entradas y sesiones', acts: TRAIL_KINDS.entradas },
  { value: 'rechazos', label: 'Rechazos', acts: TRAIL_KINDS.rechazos },
  {
    value: 'credenciales',
    label: 'Contraseñas y claves',
    acts: [...TRAIL_KINDS.credenciales, 'passwordResetSent', 'passwordLinkMade', 'tokenCreated', 'tokenRevoked'],
  },
  { value: 'lecturas', label: 'Lecturas de asociados y de programas', acts: TRAIL_KINDS.lecturas },
  { value: 'exportaciones', label: 'Exportaciones', acts: ['dataExported'] },
  {
    value: 'permisos',
    label: 'Personas y permisos',
    acts: NAMES.filter((name) => /^(?:user|role|folderAccess|digitizationPermission)/.test(name)),
  },
];

const labelsOf = (acts: readonly Act[]): string[] => acts.map((act) => AUDIT_ACTIONS[act]);
const ALL = labelsOf(KINDS.flatMap(({ acts }) => acts));
const CHOICES = ALL.toSorted((a, b) => auditActionText(a).localeCompare(auditActionText(b), 'es'));

/** The entries of the audit about security: sign-ins, refusals, views, and changes of rights. */
export const securityList = (records: DeclaredRecords): List<AuditRow> => {
  const audit = auditList(records);
  return {
    ...audit,
    url: SECURITY_URL,
    noun: { singular: 'entrada de seguridad', plural: 'entradas de seguridad', gender: 'f' },
    access: (actor) => [fragment`t.action = ANY(${ALL}::text[])`, ...(audit.access?.(actor) ?? [])],
    // The name of a browser and a refused address may have any length.
    columns: audit.columns.map((column) =>
      'name' in column && column.name === 'changes' ? { ...column, label: 'Detalle', as: 'brief' as const } : column,
    ),
    filters: [
      PERSON_FILTER,
      optionFilter({
        name: 'kind',
        label: 'Tipo',
        all: 'Tipo: todos',
        options: KINDS,
        where: (kind) => [fragment`t.action = ANY(${labelsOf(KINDS.find(({ value }) => value === kind)?.acts ?? [])}::text[])`],
      }),
      actionFilter(CHOICES),
      dayFilter(),
    ],
    hit: { ...audit.hit, kind: 'seguridad' },
    sheet: { title: 'Seguridad', file: 'seguridad' },
  };
};

export const securityReport = (records: DeclaredRecords) =>
  listReport({
    id: 'security',
    title: 'Entradas, rechazos y accesos por día',
    tab: 'Seguridad',
    question: '¿Quién entra al portal, a quién se rechaza, y quién mira o se lleva qué?',
    filePrefix: 'seguridad',
    place: { label: 'Seguridad', href: SECURITY_URL },
    list: securityList(records),
    day: DAY,
    filters: ['user', 'kind', 'action'],
    groupings: [BY_ACTION, BY_PERSON, BY_MONTH],
  });
