import type { Package } from '#prisma/generated/client.ts';
import { formatDateTime, type DayRange } from '../../domain/dates.ts';
import { menuHref } from '../../domain/menu.ts';
import { readPackageCode } from '../../domain/package-code.ts';
import {
  differencesText,
  OTHER_PACKAGE_STATES,
  PACKAGE_STATE_LABELS,
  PACKAGE_STATE_PLURALS,
  packageContentText,
  PACKAGE_STATES,
  RECEIVED_STATE_PLURALS,
  shownDifferenceCount,
} from '../../domain/package-states.ts';
import type { Staff } from '../../domain/permissions.ts';
import { normalizeForSearch } from '../../domain/normalize.ts';
import { matchesQuery } from '../../domain/search.ts';
import { ANYBODY, LATE_AFTER_DAYS, transitDaysText } from './domain/transit.ts';
import { declareColumns, type DeclaredColumn } from '../../lists/columns.ts';
import { dayFilter, deletedFilter, momentWithin, optionFilter, recordFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { CREATED_COLUMN, ID_COLUMN, UPDATED_COLUMN } from '../../lists/record-columns.ts';
import { selectColumns, type SelectedRow } from '../../platform/sql/sql-columns.ts';
import { allOf, fragment, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { AGENCIES, PEOPLE } from '../../read-model/pages/choices.ts';
import type { NamedColumn, SoughtColumn } from '../../read-model/pages/page-source.ts';
import { byMember } from '../../digitized/members-documents.ts';
import { STATE_NAME, stateFilter, stateJoin, type States } from '../../digitized/states.ts';
import { documentAccess } from '../../staff/document-access.ts';
import { packageAccess, packageScope } from './package-access.ts';
import { PACKAGE_NOUN } from './package.ts';

/** Whole days since a package was sent, as SQL over `t`: 0 if the time is not stored. */
export const DAYS_IN_TRANSIT = `greatest(0, floor(extract(epoch FROM now() - t."sendedAt") / 86400))::integer`;

/** Under way for more than LATE_AFTER_DAYS whole days, as SQL over `t` that bounds the stored time. */
export const IS_LATE = fragment`t.status = 'SENT' AND t."sendedAt" <= now() - make_interval(days => ${LATE_AFTER_DAYS + 1}::int)`;

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

const LATE_FILTER = optionFilter({
  name: 'tarde',
  label: 'En camino',
  all: 'En camino: todos',
  place: 'more',
  options: [{ value: 'true', label: `Más de ${LATE_AFTER_DAYS} días` }],
  where: () => [IS_LATE],
});

/** All but drafts: what the report of routes counts. */
const SENT_FILTER = optionFilter({
  name: 'enviados',
  label: 'Envío',
  all: 'Envío: todos',
  place: 'more',
  options: [{ value: 'true', label: 'Ya enviados' }],
  where: () => [fragment`t.status <> 'ENTERED'`],
});

/** What did not arrive as it was sent, until the sender has acknowledged it. */
const UNACKNOWLEDGED_FILTER = optionFilter({
  name: 'diferencias',
  label: 'Diferencias',
  all: 'Diferencias: todas',
  place: 'more',
  options: [{ value: 'true', label: 'Sin revisar' }],
  where: () => [fragment`t.status IN ('ACCEPTED', 'REJECTED') AND t.difference_count > 0 AND t."differencesSeenAt" IS NULL`],
});

/** When a package was sent, or a draft begun, as SQL over `t`. */
export const SENT_OR_BEGUN = 'coalesce(t."sendedAt", t."createdAt")';

/** The days of SENT_OR_BEGUN, by the index of either column. */
function sentOrBegunWithin(days: DayRange): SqlFragment[] {
  const sent = momentWithin('sendedAt', days);
  const begun = [trusted('t."sendedAt" IS NULL'), ...momentWithin('createdAt', days)];
  return sent.length === 0 ? [] : [fragment`(${allOf(sent)}) OR (${allOf(begun)})`];
}

const NAMED_COLUMNS: readonly NamedColumn[] = [
  { column: 'status', table: SENT_STATES.records.table, name: SENT_STATES.records.name },
  { column: 'agencyId', ...AGENCIES },
  { column: 'userAssign', ...PEOPLE },
  { column: 'from', ...PEOPLE },
];

/** A search that matches more documents finds only the packages of the newest. */
const DOCUMENTS_MAX = 1_000;

/**
 * Finds packages by the members named in their documents (docs/decisions/091-documents-by-member.md). Only documents that the person may
 * see count: otherwise a search would reveal what is in a document that is closed to them.
 */
function byMemberOfDocuments(actor: Staff): SoughtColumn {
  return {
    column: 'id',
    async seek(read, terms) {
      const documents = await byMember(actor).seek(read, terms);
      const wanted = [...new Set([...documents.values()].flatMap((ids) => ids.slice(0, DOCUMENTS_MAX)))];
      if (wanted.length === 0) return new Map();
      const lines = [fragment`t.id = ANY(${wanted}::text[])`, ...documentAccess(actor)];
      // OFFSET 0 keeps the subquery from being flattened: it looks each document up in the index of lines.
      const matchingLines = await read<{ id: string; documentId: string }>(fragment`SELECT held.id, t.id AS "documentId" FROM documentos t
        CROSS JOIN LATERAL (SELECT p.id FROM packages p WHERE NOT p.source_deleted
          AND p."detailOfPackage" @> jsonb_build_array(jsonb_build_object('digitalizationId', t.id)) OFFSET 0) held
        WHERE ${allOf(lines)}`);
      return new Map(
        [...documents].map(([term, ids]) => {
          const naming = new Set(ids);
          return [term, matchingLines.filter(({ documentId }) => naming.has(documentId)).map(({ id }) => id)];
        }),
      );
    },
  };
}

/** What lists of packages of either side show. */
const PACKAGE_SOURCE = {
  table: 'packages',
  select: `${COLUMNS.sql('t')}, ${STATE_NAME},
    coalesce(nullif(a.nombre, ''), t."agencyId") AS "agencyName", coalesce(nullif(u.name, ''), t."userAssign") AS "personName",
    coalesce(nullif(s.name, ''), t."from") AS "senderName"`,
  joins: `LEFT JOIN agencias a ON a.id = t."agencyId" LEFT JOIN usuarios u ON u.id = t."userAssign" LEFT JOIN usuarios s ON s.id = t."from"
    ${stateJoin(SENT_STATES)}`,
  named: NAMED_COLUMNS,
  computed: [byCode, byNoAddressee],
} satisfies List<PackageListRow>['source'];

const CODE: DeclaredColumn<PackageListRow> = { name: 'code', label: 'Paquete', look: 'nowrap', width: 14 };
const STATE: DeclaredColumn<PackageListRow> = { name: 'status', label: 'Estado', look: 'nowrap', width: 14, value: (row) => row.stateName };
const SENDER: DeclaredColumn<PackageListRow> = { name: 'senderName', label: 'Enviado por', look: 'cut', from: 'lg' };
const ADDRESSED: DeclaredColumn<PackageListRow> = {
  name: 'personName',
  label: 'Para',
  look: 'cut',
  from: 'md',
  text: (row) => row.personName || ANYBODY,
};
const SENT_AT: DeclaredColumn<PackageListRow> = {
  name: 'sendedAt',
  label: 'Enviado',
  title: 'Fecha de envío',
  kind: 'datetime',
  as: 'day',
  look: 'nowrap',
  from: 'lg',
  sort: { type: 'timestamptz', nullable: true },
};
const contentKind = ({ needReassign }: Pick<PackageListRow, 'needReassign'>) => (needReassign ? 'Documentos digitalizados' : 'Papeles');

const DESTINATION = { name: 'agencyId', label: 'Destino', all: 'Destino: todos', records: AGENCIES } as const;
const ORIGIN = { name: 'from_agency', label: 'De la agencia', all: 'De: todas', records: AGENCIES } as const;
const ADDRESSEE = recordFilter({ name: 'userAssign', label: 'Para', all: 'Para: todos', place: 'more', records: PEOPLE });

/** The packages that somebody began; administrators see those of everybody. */
export const PACKAGES_SENT: List<PackageListRow> = {
  menu: 'packages-sent',
  url: menuHref('packages-sent'),
  noun: PACKAGE_NOUN,
  source: PACKAGE_SOURCE,
  sourceFor: (actor) => ({ named: [...NAMED_COLUMNS, byMemberOfDocuments(actor)] }),
  columns: declareColumns([
    CODE,
    STATE,
    { name: 'agencyName', label: 'Destino', look: 'cut', phone: 'labelled', width: 28 },
    ADDRESSED,
    {
      name: 'line_count',
      label: 'Contenido',
      look: 'nowrap',
      from: 'sm',
      phone: 'bare',
      width: 16,
      sort: { type: 'integer' },
      value: contentKind,
      text: packageContentText,
      also: [{ title: 'Líneas', kind: 'integer', value: (row) => row.line_count }],
    },
    {
      name: 'difference_count',
      label: 'Diferencias',
      kind: 'integer',
      look: 'nowrap',
      from: 'md',
      value: shownDifferenceCount,
      text: (row) => differencesText(shownDifferenceCount(row)),
    },
    // Usually the person who looks at the list.
    { ...SENDER, label: 'Preparado por', from: 'xl' },
    SENT_AT,
    { name: 'resolutionAt', label: 'Fecha de resolución', kind: 'datetime', look: 'nowrap tabular', optional: true },
    { ...UPDATED_COLUMN, optional: true },
    { ...CREATED_COLUMN, from: 'md' },
    { title: 'Identificador', isId: true, value: (row) => row.id },
  ]),
  filters: [
    PACKAGE_STATE_FILTER,
    recordFilter(DESTINATION),
    recordFilter({ ...ORIGIN, place: 'more' }),
    ADDRESSEE,
    recordFilter({
      name: 'enviadoPor',
      label: 'Remitente',
      all: 'Remitente: todos',
      place: 'more',
      records: PEOPLE,
      where: (id) => [fragment`t."from" = ${id}`],
    }),
    SENT_FILTER,
    UNACKNOWLEDGED_FILTER,
    LATE_FILTER,
    dayFilter({ where: sentOrBegunWithin }),
    deletedFilter(PACKAGE_NOUN, 'Paquetes'),
  ],
  access: (actor) => packageAccess(actor, 'sender'),
  scope: (read, actor) => packageScope(read, actor, 'sender'),
  inbox: [
    {
      id: 'differences',
      title: 'Paquetes suyos con diferencias sin revisar',
      params: ({ id }) => ({ enviadoPor: id, diferencias: 'true' }),
    },
    { id: 'late', title: 'Paquetes suyos que van tarde', params: ({ id }) => ({ enviadoPor: id, tarde: 'true' }) },
    { id: 'drafts', title: 'Paquetes suyos sin enviar', params: ({ id }) => ({ enviadoPor: id, status: 'ENTERED' }) },
  ],
  newUrl: `${menuHref('packages-sent')}/new`,
  hit: {
    title: (row) => row.code,
    facts: (row) => [row.stateName, row.agencyName, row.personName, packageContentText(row), formatDateTime(row.createdAt)],
  },
  sheet: { title: 'Paquetes enviados', file: 'paquetes-enviados' },
};

/** A package code, as scanners and people write it. */
function byCode(q: string): SqlFragment | null {
  const code = readPackageCode(q);
  return code === null ? null : fragment`t.code = ${code}`;
}

export interface ReceivedRow extends PackageListRow {
  originName: string;
  checked_count: Package['checked_count'];
  /** Whole days since it was sent, while it is under way; null otherwise. */
  days: number | null;
}

export const RECEIVED_STATES: States = { ...SENT_STATES, known: Object.keys(RECEIVED_STATE_PLURALS), plurals: RECEIVED_STATE_PLURALS };

const RECEIVED_NAMED_COLUMNS: readonly NamedColumn[] = [...NAMED_COLUMNS, { column: 'from_agency', ...AGENCIES }];

/** Packages that were sent to the actor's agency; administrators see those of all. */
export const PACKAGES_RECEIVED: List<ReceivedRow> = {
  menu: 'packages-received',
  url: menuHref('packages-received'),
  noun: PACKAGE_NOUN,
  source: {
    ...PACKAGE_SOURCE,
    select: `${PACKAGE_SOURCE.select}, t.checked_count, coalesce(nullif(o.nombre, ''), t.from_agency) AS "originName",
      CASE WHEN t.status = 'SENT' THEN ${DAYS_IN_TRANSIT} END AS days`,
    joins: `${PACKAGE_SOURCE.joins} LEFT JOIN agencias o ON o.id = t.from_agency`,
    computed: [byCode, byCheckedCount, byDifferences, byDaysInTransit, byNoAddressee],
    named: RECEIVED_NAMED_COLUMNS,
  },
  sourceFor: (actor) => ({ named: [...RECEIVED_NAMED_COLUMNS, byMemberOfDocuments(actor)] }),
  columns: declareColumns([
    CODE,
    STATE,
    { name: 'originName', label: 'De la agencia', look: 'cut', from: 'sm', phone: 'labelled', width: 28 },
    SENDER,
    ADDRESSED,
    { name: 'agencyName', label: 'Destino', look: 'cut', optional: true, width: 28 },
    { title: 'Contenido', width: 16, value: contentKind },
    {
      name: 'line_count',
      label: 'Revisadas',
      title: 'Líneas',
      kind: 'integer',
      look: 'num',
      from: 'sm',
      sort: { type: 'integer' },
      text: (row) => `${row.checked_count} de ${row.line_count}`,
      also: [{ title: 'Revisadas', kind: 'integer', value: (row) => row.checked_count }],
    },
    {
      name: 'difference_count',
      label: 'Diferencias',
      kind: 'integer',
      look: 'nowrap',
      from: 'xl',
      text: (row) => differencesText(row.difference_count),
    },
    {
      name: 'days',
      label: 'En camino',
      title: 'Días en camino',
      kind: 'integer',
      look: 'nowrap',
      from: 'sm',
      phone: 'labelled',
      text: ({ days }) => (days === null ? null : transitDaysText(days)),
    },
    SENT_AT,
    { title: 'Fecha de resolución', kind: 'datetime', value: (row) => row.resolutionAt },
    ID_COLUMN,
  ]),
  sortable: { createdAt: { type: 'timestamptz' } },
  usualSort: () => 'sendedAt',
  filters: [
    PACKAGE_STATE_FILTER,
    recordFilter(ORIGIN),
    ADDRESSEE,
    recordFilter({ ...DESTINATION, place: 'more' }),
    LATE_FILTER,
    dayFilter({ labels: ['Enviados desde', 'Enviados hasta', 'Enviados'], column: 'sendedAt' }),
  ],
  access: (actor) => packageAccess(actor, 'receiver'),
  scope: (read, actor) => packageScope(read, actor, 'receiver'),
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

/** Finds `3 de 5`, as the list shows it. */
function byCheckedCount(q: string): SqlFragment | null {
  const [, checked, lines] = /^(\d{1,4}) de (\d{1,4})$/.exec(q) ?? [];
  return checked === undefined ? null : fragment`t.checked_count = ${Number(checked)} AND t.line_count = ${Number(lines)}`;
}

/** Finds `2 diferencias` while the package is being checked too: the search text, which its sender searches too, then omits it. */
function byDifferences(q: string): SqlFragment | null {
  const [, differences] = /^([1-9]\d{0,3}) diferencias?$/.exec(q) ?? [];
  return differences === undefined ? null : fragment`t.difference_count = ${Number(differences)}`;
}

/** Finds `5 días, atrasado`, as the list shows it. */
function byDaysInTransit(q: string): SqlFragment | null {
  const [, days] = /^(\d{1,5}) dias?(?:, atrasado)?$/.exec(normalizeForSearch(q)) ?? [];
  const wanted = days ?? (normalizeForSearch(q) === 'hoy' ? '0' : null);
  return wanted === null ? null : fragment`t.status = 'SENT' AND ${trusted(DAYS_IN_TRANSIT)} = ${Number(wanted)}`;
}

function byNoAddressee(q: string): SqlFragment | null {
  return matchesQuery(ANYBODY, q) ? fragment`t."userAssign" = ''` : null;
}
