import type { Package } from '#prisma/generated/client.ts';
import { formatDateTime, instantsOf } from '../../domain/dates.ts';
import { menuHref } from '../../domain/menu.ts';
import { differencesText, packageContentText, RECEIVED_STATE_PLURALS } from '../../domain/package-states.ts';
import { isSaid, normalizeForSearch } from '../../domain/search.ts';
import { ANYBODY, underWayText } from '../../domain/transit.ts';
import { dayFilter, recordFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { fragment, trusted, type SqlFragment } from '../../platform/sql-fragment.ts';
import { AGENCIES, PEOPLE } from '../../read-model/pages/choices.ts';
import type { States } from '../../digitized/states.ts';
import { packageAccess } from './package-access.ts';
import { PACKAGE_NOUN } from './package-kind.ts';
import { LATE_FILTER, PACKAGE_SOURCE, PACKAGE_STATE_FILTER, SENT_STATES, type PackageListRow } from './sent-list.ts';
import { DAYS_UNDER_WAY } from './under-way.ts';

export interface ReceivedRow extends PackageListRow {
  originName: string;
  checked_count: Package['checked_count'];
  /** Whole days since it was sent, while it is under way; null otherwise. */
  days: number | null;
}

export const RECEIVED_STATES: States = { ...SENT_STATES, known: Object.keys(RECEIVED_STATE_PLURALS), plurals: RECEIVED_STATE_PLURALS };

/** Packages that were sent to the agency of who looks; administrators see those of all. */
export const PACKAGES_RECEIVED: List<ReceivedRow> = {
  menu: 'packages-received',
  url: menuHref('packages-received'),
  noun: PACKAGE_NOUN,
  source: {
    ...PACKAGE_SOURCE,
    select: `${PACKAGE_SOURCE.select}, t.checked_count, coalesce(nullif(o.nombre, ''), t.from_agency) AS "originName",
      CASE WHEN t.status = 'SENT' THEN ${DAYS_UNDER_WAY} END AS days`,
    joins: `${PACKAGE_SOURCE.joins} LEFT JOIN agencias o ON o.id = t.from_agency`,
    computed: [...(PACKAGE_SOURCE.computed ?? []), checkedOf, daysUnderWay, meantForAnybody],
    named: [...(PACKAGE_SOURCE.named ?? []), { column: 'from_agency', table: 'agencias', name: 'nombre' }],
  },
  columns: [
    { name: 'code', label: 'Paquete', kind: 'text', look: 'nowrap', width: 14, value: (row) => row.code },
    { name: 'status', label: 'Estado', kind: 'text', look: 'nowrap', width: 14, value: (row) => row.stateName },
    { name: 'originName', label: 'De la agencia', kind: 'text', look: 'cut', from: 'sm', width: 28, value: (row) => row.originName },
    { name: 'senderName', label: 'Enviado por', kind: 'text', look: 'cut', from: 'lg', value: (row) => row.senderName },
    {
      name: 'personName',
      label: 'Para',
      kind: 'text',
      look: 'cut',
      from: 'md',
      value: (row) => row.personName,
      text: (row) => row.personName || ANYBODY,
    },
    { name: 'agencyName', label: 'Destino', kind: 'text', look: 'cut', optional: true, width: 28, value: (row) => row.agencyName },
    { title: 'Contenido', kind: 'text', width: 16, value: (row) => (row.needReassign ? 'Documentos digitalizados' : 'Papeles') },
    {
      name: 'line_count',
      label: 'Revisadas',
      title: 'Líneas',
      kind: 'integer',
      look: 'num',
      from: 'sm',
      sort: { type: 'integer' },
      value: (row) => row.line_count,
      text: (row) => `${row.checked_count} de ${row.line_count}`,
      also: [{ title: 'Revisadas', kind: 'integer', value: (row) => row.checked_count }],
    },
    {
      name: 'difference_count',
      label: 'Diferencias',
      kind: 'integer',
      look: 'nowrap',
      from: 'xl',
      value: (row) => row.difference_count,
      text: (row) => differencesText(row.difference_count),
    },
    {
      name: 'days',
      label: 'En camino',
      title: 'Días en camino',
      kind: 'integer',
      look: 'nowrap',
      from: 'lg',
      value: (row) => row.days,
      text: ({ days }) => (days === null ? null : underWayText(days)),
    },
    {
      name: 'sendedAt',
      label: 'Enviado',
      title: 'Fecha de envío',
      kind: 'datetime',
      as: 'day',
      look: 'nowrap',
      from: 'md',
      sort: { type: 'timestamptz', nullable: true },
      value: (row) => row.sendedAt,
    },
    { title: 'Fecha de resolución', kind: 'datetime', value: (row) => row.resolutionAt },
    { title: 'Código', kind: 'text', value: (row) => row.id },
  ],
  sortable: { createdAt: { type: 'timestamptz' } },
  usualSort: () => 'sendedAt',
  filters: [
    PACKAGE_STATE_FILTER,
    recordFilter({ name: 'from_agency', label: 'De la agencia', all: 'De: todas', records: AGENCIES }),
    recordFilter({ name: 'userAssign', label: 'Para', all: 'Para: todos', place: 'more', records: PEOPLE }),
    recordFilter({ name: 'agencyId', label: 'Destino', all: 'Destino: todos', place: 'more', records: AGENCIES }),
    LATE_FILTER,
    dayFilter({
      labels: ['Enviados desde', 'Enviados hasta'],
      where(days) {
        const { start, end } = instantsOf(days);
        return [...(start ? [fragment`t."sendedAt" >= ${start}`] : []), ...(end ? [fragment`t."sendedAt" < ${end}`] : [])];
      },
    }),
  ],
  access: (actor) => packageAccess(actor, 'receiver'),
  inbox: [
    {
      id: 'to-receive',
      title: 'Paquetes por recibir en su agencia',
      params: ({ agencyId }) => (agencyId === '' ? null : { agencyId, status: 'SENT' }),
    },
  ],
  hit: {
    kind: 'packages_received',
    title: (row) => row.code,
    facts: (row) => [row.stateName, `de ${row.originName || row.senderName}`, packageContentText(row), formatDateTime(row.sendedAt)],
  },
  sheet: { title: 'Paquetes recibidos', file: 'paquetes-recibidos' },
};

/** `3 de 5`, as the list says it. */
function checkedOf(q: string): SqlFragment | null {
  const [, checked, lines] = /^(\d{1,4}) de (\d{1,4})$/.exec(q) ?? [];
  return checked === undefined ? null : fragment`t.checked_count = ${Number(checked)} AND t.line_count = ${Number(lines)}`;
}

/** `5 días, atrasado`, as the list says it. */
function daysUnderWay(q: string): SqlFragment | null {
  const [, days] = /^(\d{1,5}) dias?(?:, atrasado)?$/.exec(normalizeForSearch(q)) ?? [];
  const wanted = days ?? (normalizeForSearch(q) === 'hoy' ? '0' : null);
  return wanted === null ? null : fragment`t.status = 'SENT' AND ${trusted(DAYS_UNDER_WAY)} = ${Number(wanted)}`;
}

function meantForAnybody(q: string): SqlFragment | null {
  return isSaid(ANYBODY, q) ? fragment`t."userAssign" = ''` : null;
}
