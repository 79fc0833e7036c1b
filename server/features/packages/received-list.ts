import type { Package } from '#prisma/generated/client.ts';
import { formatDateTime, instantsOf } from '../../domain/dates.ts';
import { menuHref } from '../../domain/menu.ts';
import { packageContentText, RECEIVED_STATE_PLURALS } from '../../domain/package-states.ts';
import { isSaid, normalizeForSearch } from '../../domain/search.ts';
import { ANYBODY } from '../../domain/transit.ts';
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
  sortable: {
    sendedAt: { type: 'timestamptz', nullable: true },
    line_count: { type: 'integer' },
    createdAt: { type: 'timestamptz' },
  },
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
  sheet: {
    title: 'Paquetes recibidos',
    file: 'paquetes-recibidos',
    columns: [
      { title: 'Paquete', kind: 'text', shownIn: 'code', width: 14, value: (row) => row.code },
      { title: 'Estado', kind: 'text', shownIn: 'status', width: 14, value: (row) => row.stateName },
      { title: 'De la agencia', kind: 'text', shownIn: 'originName', width: 28, value: (row) => row.originName },
      { title: 'Enviado por', kind: 'text', shownIn: 'senderName', value: (row) => row.senderName },
      { title: 'Destino', kind: 'text', shownIn: 'agencyName', width: 28, value: (row) => row.agencyName },
      { title: 'Para', kind: 'text', shownIn: 'personName', value: (row) => row.personName },
      { title: 'Contenido', kind: 'text', width: 16, value: (row) => (row.needReassign ? 'Documentos digitalizados' : 'Papeles') },
      { title: 'Líneas', kind: 'integer', shownIn: 'line_count', value: (row) => row.line_count },
      { title: 'Revisadas', kind: 'integer', shownIn: 'line_count', value: (row) => row.checked_count },
      { title: 'Diferencias', kind: 'integer', shownIn: 'difference_count', value: (row) => row.difference_count },
      { title: 'Fecha de envío', kind: 'datetime', shownIn: 'sendedAt', value: (row) => row.sendedAt },
      { title: 'Días en camino', kind: 'integer', shownIn: 'days', value: (row) => row.days },
      { title: 'Fecha de resolución', kind: 'datetime', value: (row) => row.resolutionAt },
      { title: 'Código', kind: 'text', value: (row) => row.id },
    ],
  },
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
