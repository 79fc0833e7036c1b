import type { Package } from '#prisma/generated/client.ts';
import { formatDateTime } from '../../domain/dates.ts';
import { menuHref } from '../../domain/menu.ts';
import { readPackageCode } from '../../domain/package-code.ts';
import {
  differencesText,
  OTHER_PACKAGE_STATES,
  PACKAGE_STATE_LABELS,
  PACKAGE_STATE_PLURALS,
  packageContentText,
  PACKAGE_STATES,
  toldDifferences,
} from '../../domain/package-states.ts';
import { LATE_AFTER_DAYS } from '../../domain/transit.ts';
import { dayFilter, deletedFilter, optionFilter, recordFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { selectColumns, type SelectedRow } from '../../platform/sql-columns.ts';
import { fragment, type SqlFragment } from '../../platform/sql-fragment.ts';
import { AGENCIES, PEOPLE } from '../../read-model/pages/choices.ts';
import { STATE_NAME, stateFilter, stateJoin, type States } from '../../digitized/states.ts';
import { packageAccess } from './package-access.ts';
import { PACKAGE_NOUN } from './package-kind.ts';
import { IS_LATE } from './under-way.ts';

const COLUMNS = selectColumns<Package>()(
  'id',
  'code',
  'status',
  'needReassign',
  'line_count',
  'difference_count',
  'sendedAt',
  'resolutionAt',
  'createdAt',
  'updatedAt',
);

export interface PackageListRow extends SelectedRow<typeof COLUMNS> {
  stateName: string;
  /** Destination. */
  agencyName: string;
  /** For whom it is meant, '' for anybody of the agency. */
  personName: string;
  senderName: string;
}

export const SENT_STATES: States = {
  records: { table: 'package_states', name: 'name', place: 'place' },
  known: PACKAGE_STATES,
  standard: PACKAGE_STATE_LABELS,
  plurals: PACKAGE_STATE_PLURALS,
  others: OTHER_PACKAGE_STATES,
};
export const PACKAGE_STATE_FILTER = stateFilter(SENT_STATES);

export const LATE_FILTER = optionFilter({
  name: 'tarde',
  label: 'En camino',
  all: 'En camino: todos',
  place: 'more',
  options: [{ value: 'true', label: `Más de ${LATE_AFTER_DAYS} días` }],
  where: () => [IS_LATE],
});

/** What did not arrive as it was sent, until the sender has acknowledged it. */
const UNSEEN_FILTER = optionFilter({
  name: 'diferencias',
  label: 'Diferencias',
  all: 'Diferencias: todas',
  place: 'more',
  options: [{ value: 'true', label: 'Sin revisar' }],
  where: () => [fragment`t.status IN ('ACCEPTED', 'REJECTED') AND t.difference_count > 0 AND t."differencesSeenAt" IS NULL`],
});

/** What lists of packages of either side show. */
export const PACKAGE_SOURCE: List<PackageListRow>['source'] = {
  table: 'packages',
  select: `${COLUMNS.sql('t')}, ${STATE_NAME},
    coalesce(nullif(a.nombre, ''), t."agencyId") AS "agencyName", coalesce(nullif(u.name, ''), t."userAssign") AS "personName",
    coalesce(nullif(s.name, ''), t."from") AS "senderName"`,
  joins: `LEFT JOIN agencias a ON a.id = t."agencyId" LEFT JOIN usuarios u ON u.id = t."userAssign" LEFT JOIN usuarios s ON s.id = t."from"
    ${stateJoin(SENT_STATES)}`,
  named: [
    { column: 'status', table: SENT_STATES.records.table, name: SENT_STATES.records.name },
    { column: 'agencyId', table: 'agencias', name: 'nombre' },
    { column: 'userAssign', table: 'usuarios', name: 'name' },
    { column: 'from', table: 'usuarios', name: 'name' },
  ],
  computed: [byCode],
};

/** The packages that somebody began; administrators see those of everybody. */
export const PACKAGES_SENT: List<PackageListRow> = {
  menu: 'packages-sent',
  url: menuHref('packages-sent'),
  noun: PACKAGE_NOUN,
  source: PACKAGE_SOURCE,
  columns: [
    { name: 'code', label: 'Paquete', kind: 'text', look: 'nowrap', width: 14, value: (row) => row.code },
    { name: 'status', label: 'Estado', kind: 'text', look: 'nowrap', width: 14, value: (row) => row.stateName },
    { name: 'agencyName', label: 'Destino', kind: 'text', look: 'cut', width: 28, value: (row) => row.agencyName },
    { name: 'personName', label: 'Para', kind: 'text', look: 'cut', from: 'md', value: (row) => row.personName },
    {
      name: 'line_count',
      label: 'Contenido',
      kind: 'text',
      look: 'nowrap',
      from: 'sm',
      width: 16,
      sort: { type: 'integer' },
      value: (row) => (row.needReassign ? 'Documentos digitalizados' : 'Papeles'),
      text: packageContentText,
      also: [{ title: 'Líneas', kind: 'integer', value: (row) => row.line_count }],
    },
    {
      name: 'difference_count',
      label: 'Diferencias',
      kind: 'integer',
      look: 'nowrap',
      from: 'md',
      value: toldDifferences,
      text: (row) => differencesText(toldDifferences(row)),
    },
    { name: 'senderName', label: 'Enviado por', kind: 'text', look: 'cut', from: 'lg', value: (row) => row.senderName },
    {
      name: 'sendedAt',
      label: 'Fecha de envío',
      kind: 'datetime',
      look: 'nowrap tabular',
      from: 'lg',
      sort: { type: 'timestamptz', nullable: true },
      value: (row) => row.sendedAt,
    },
    {
      name: 'resolutionAt',
      label: 'Fecha de resolución',
      kind: 'datetime',
      look: 'nowrap tabular',
      optional: true,
      value: (row) => row.resolutionAt,
    },
    {
      name: 'updatedAt',
      label: 'Última modificación',
      kind: 'datetime',
      look: 'nowrap tabular',
      optional: true,
      sort: { type: 'timestamptz', nullable: true },
      value: (row) => row.updatedAt,
    },
    {
      name: 'createdAt',
      label: 'Fecha',
      title: 'Fecha de creación',
      kind: 'datetime',
      as: 'day',
      look: 'nowrap',
      from: 'md',
      sort: { type: 'timestamptz' },
      value: (row) => row.createdAt,
    },
    { title: 'Identificador', kind: 'text', value: (row) => row.id },
  ],
  filters: [
    PACKAGE_STATE_FILTER,
    recordFilter({ name: 'agencyId', label: 'Destino', all: 'Destino: todos', records: AGENCIES }),
    recordFilter({ name: 'from_agency', label: 'De la agencia', all: 'De: todas', place: 'more', records: AGENCIES }),
    recordFilter({ name: 'userAssign', label: 'Para', all: 'Para: todos', place: 'more', records: PEOPLE }),
    recordFilter({
      name: 'enviadoPor',
      label: 'Enviado por',
      all: 'Enviado por: todos',
      place: 'more',
      records: PEOPLE,
      where: (id) => [fragment`t."from" = ${id}`],
    }),
    UNSEEN_FILTER,
    LATE_FILTER,
    dayFilter(),
    deletedFilter(PACKAGE_NOUN, 'Paquetes'),
  ],
  access: (actor) => packageAccess(actor, 'sender'),
  inbox: [
    {
      id: 'differences',
      title: 'Paquetes suyos con diferencias sin revisar',
      params: ({ id }) => ({ enviadoPor: id, diferencias: 'true' }),
    },
    { id: 'late', title: 'Paquetes suyos que van tarde', params: ({ id }) => ({ enviadoPor: id, tarde: 'true' }) },
    { id: 'drafts', title: 'Borradores de paquetes', params: ({ id }) => ({ enviadoPor: id, status: 'ENTERED' }) },
  ],
  newUrl: `${menuHref('packages-sent')}/new`,
  hit: {
    title: (row) => row.code,
    facts: (row) => [row.stateName, row.agencyName, row.personName, packageContentText(row), formatDateTime(row.createdAt)],
  },
  sheet: { title: 'Paquetes enviados', file: 'paquetes-enviados' },
};

/** As scanners and people write it. */
function byCode(q: string): SqlFragment | null {
  const code = readPackageCode(q);
  return code === null ? null : fragment`t.code = ${code}`;
}
