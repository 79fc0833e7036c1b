import type { DigitizedDocument } from '#prisma/generated/client.ts';
import { formatDateTime } from '../../domain/dates.ts';
import { DOCUMENT_STATES, OTHER_STATES, STATE_LABELS, STATE_PLURALS } from '../../domain/document-states.ts';
import { splitTypeKey, typesFor, typesJustIndexed } from '../../domain/document-permissions.ts';
import { fileKind, fileKindLabel } from '../../domain/files-vocabulary.ts';
import { menuHref } from '../../domain/menu.ts';
import { readPackageCode } from '../../domain/package-code.ts';
import { may, type Staff } from '../../domain/permissions.ts';
import { packageCode } from '../../domain/package-code.ts';
import { normalizeForSearch } from '../../domain/normalize.ts';
import { nameOfState } from '../../domain/state-names.ts';
import { declareColumns } from '../../lists/columns.ts';
import { dayFilter, deletedFilter, linkFilter, optionFilter, presenceFilter, recordFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { CREATED_COLUMN, ID_COLUMN, UPDATED_COLUMN } from '../../lists/record-columns.ts';
import { selectColumns, type SelectedRow } from '../../platform/sql/sql-columns.ts';
import { fragment, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { AGENCIES, PEOPLE, CATEGORIES, DIGITIZED_TYPES } from '../../read-model/pages/choices.ts';
import type { NamedColumn } from '../../read-model/pages/page-source.ts';
import { documentAccess, documentScope, documentsToAttach } from '../../staff/document-access.ts';
import { DOCUMENT_ACTS } from './bulk-acts.ts';
import { DOCUMENT_NOUN } from '../../digitized/document-kind.ts';
import { byMember, memberNames } from '../../digitized/members-documents.ts';
import { STATE_NAME, stateFilter, stateJoin, type States } from '../../digitized/states.ts';

const COLUMNS = selectColumns<DigitizedDocument>()(
  'id',
  'documentName',
  'status',
  'ubicacion',
  'fileName',
  'inPackage',
  'createdAt',
  'updatedAt',
);

/** `inPackage` is the id of the sent package that holds it. */
export interface DocumentListRow extends SelectedRow<typeof COLUMNS> {
  stateName: string;
  typeName: string;
  categoryName: string;
  agencyName: string;
  holderName: string;
  creatorName: string;
  /** Code and name of each member that it names, if the person may see them. */
  memberNames: string;
  hasFile: boolean;
}

const WITHOUT_FILE = 'Sin archivo';
/** Value of the filter for documents without a file to which the person may add one. */
const TO_ATTACH = 'agregable';
/** Retention that ends within so many days, or has ended, counts as expiring. */
const EXPIRING_DAYS = 90;

/** SQL over `t`: why a document was returned, on one line and no longer than an address carries. */
export const RETURN_REASON = `btrim(left(regexp_replace(t."returnReason", '[[:cntrl:][:space:]]+', ' ', 'g'), 100))`;

export const STATES: States = {
  records: { table: 'doc_states', name: 'name', place: 'place' },
  known: DOCUMENT_STATES,
  standard: STATE_LABELS,
  plurals: STATE_PLURALS,
  others: OTHER_STATES,
};
export const STATE_FILTER = stateFilter(STATES);

/** Without the members that documents name: not everybody may see those. */
const SELECT = `${COLUMNS.sql('t')}, t.url <> '' AS "hasFile", ${STATE_NAME},
  coalesce(nullif(y.nombre, ''), t."documentId") AS "typeName", coalesce(nullif(k.nombre, ''), t."categoryId") AS "categoryName",
  coalesce(nullif(a.nombre, ''), t."agencyId") AS "agencyName", coalesce(nullif(u.name, ''), t."userId") AS "holderName",
  coalesce(nullif(c.name, ''), t."createdBy") AS "creatorName"`;

const NAMED: readonly NamedColumn[] = [
  { column: 'status', table: STATES.records.table, name: STATES.records.name },
  { column: 'documentId', ...DIGITIZED_TYPES },
  { column: 'categoryId', ...CATEGORIES },
  { column: 'agencyId', ...AGENCIES },
  { column: 'userId', ...PEOPLE },
  { column: 'createdBy', ...PEOPLE },
];

const yes = (label: string) => [{ value: 'true', label }];

export const documentUrl = (id: string) => `${DOCUMENTS.url}/${encodeURIComponent(id)}`;

/** Digitized documents that the person may view: `documentAccess` answers the same as `can` for each of them. */
export const DOCUMENTS: List<DocumentListRow> = {
  menu: 'digitalization-documents',
  url: menuHref('digitalization-documents'),
  noun: DOCUMENT_NOUN,
  source: {
    table: 'documentos',
    select: `${SELECT}, '' AS "memberNames"`,
    joins: `LEFT JOIN tipos_documento y ON y.id = t."documentId" LEFT JOIN categorias k ON k.id = t."categoryId"
      LEFT JOIN agencias a ON a.id = t."agencyId" LEFT JOIN usuarios u ON u.id = t."userId" LEFT JOIN usuarios c ON c.id = t."createdBy"
      ${stateJoin(STATES)}`,
    named: NAMED,
    computed: [withoutFile, byPackageCode],
  },
  sourceFor: (actor) => ({
    select: fragment`${trusted(SELECT)}, ${memberNames(actor)} AS "memberNames"`,
    named: [...NAMED, byMember(actor)],
  }),
  columns: declareColumns([
    {
      name: 'documentName',
      label: 'Nombre',
      as: 'name',
      look: 'cut',
      width: 40,
      sort: { type: 'text' },
      text: (row) => row.documentName || row.id,
    },
    { name: 'status', label: 'Estado', look: 'nowrap', width: 14, value: (row) => row.stateName },
    { name: 'typeName', label: 'Tipo', look: 'cut', from: 'lg', phone: 'bare', width: 28 },
    { name: 'memberNames', label: 'Asociado', look: 'cut', from: 'sm', phone: 'bare', width: 36 },
    { name: 'holderName', label: 'Asignado a', look: 'cut', from: 'md', phone: 'labelled' },
    { name: 'agencyName', label: 'Agencia', look: 'cut', from: 'xl' },
    { name: 'file', label: 'Archivo', look: 'nowrap', from: 'lg', value: fileWord },
    { name: 'categoryName', label: 'Categoría', look: 'cut', from: 'xl' },
    { name: 'creatorName', label: 'Indexado por', look: 'cut', optional: true },
    { name: 'ubicacion', label: 'Lugar del papel', look: 'cut', optional: true },
    { ...UPDATED_COLUMN, optional: true },
    { ...CREATED_COLUMN, from: 'md' },
    ID_COLUMN,
  ]),
  filters: [
    STATE_FILTER,
    recordFilter({ name: 'categoryId', label: 'Categoría', all: 'Categoría: todas', records: CATEGORIES, visible: visibleCategories }),
    recordFilter({ name: 'documentId', label: 'Tipo', all: 'Tipo: todos', records: DIGITIZED_TYPES, visible: visibleTypes }),
    recordFilter({ name: 'agencyId', label: 'Agencia', all: 'Agencia: todas', place: 'more', records: AGENCIES }),
    recordFilter({ name: 'userId', label: 'Asignado a', all: 'Asignado a: todos', place: 'more', records: PEOPLE }),
    recordFilter({ name: 'createdBy', label: 'Indexado por', all: 'Indexado por: todos', place: 'more', records: PEOPLE }),
    recordFilter({ name: 'devueltoA', label: 'Devuelto a', all: 'Devuelto a: todos', place: 'more', records: PEOPLE, where: returnedTo }),
    linkFilter({
      name: 'motivo',
      label: 'Motivo',
      where: (reason) => [fragment`t.status = 'RETURNED' AND ${trusted(RETURN_REASON)} = ${reason}`],
    }),
    linkFilter({ name: 'fromPackaging', label: 'Paquete de origen', words: packageCode }),
    optionFilter({
      name: 'sinArchivo',
      label: 'Archivo',
      all: 'Archivo: todos',
      place: 'more',
      options: [...yes(WITHOUT_FILE), { value: TO_ATTACH, label: `${WITHOUT_FILE}, puede agregarlo` }],
      where: (value, actor) => [fragment`t.url = ''`, ...(value === TO_ATTACH ? toAttach(actor) : [])],
    }),
    presenceFilter({
      name: 'inPackage',
      label: 'Paquete',
      all: 'Paquete: todos',
      words: ['En un paquete enviado', 'En ningún paquete enviado'],
    }),
    optionFilter({
      name: 'porVencer',
      label: 'Retención',
      all: 'Retención: todos',
      place: 'more',
      options: yes(`Vence en ${EXPIRING_DAYS} días o menos`),
      where: () => [expiring()],
    }),
    dayFilter(),
    deletedFilter(DOCUMENT_NOUN, 'Documentos'),
  ],
  access: (actor) => documentAccess(actor),
  scope: documentScope,
  acts: DOCUMENT_ACTS,
  inbox: [
    { id: 'assigned', title: 'Documentos asignados a usted', params: ({ id }) => ({ userId: id, status: 'ASSIGNED' }) },
    { id: 'returned', title: returnedTitle, params: ({ id }) => ({ devueltoA: id }) },
    { id: 'without-file', title: 'Documentos suyos sin archivo', params: ({ id }) => ({ userId: id, sinArchivo: TO_ATTACH }) },
  ],
  hit: {
    title: (row) => row.documentName || row.id,
    facts: (row) => [row.typeName, row.memberNames, row.stateName, row.holderName, row.agencyName, formatDateTime(row.createdAt)],
  },
  sheet: { title: 'Documentos digitalizados', file: 'documentos-digitalizados' },
};

function toAttach(actor: Staff): SqlFragment[] {
  return may(actor, 'digitalization-documents', 'change') ? documentsToAttach(actor) : [trusted('FALSE')];
}

/** The usual title while the state has its usual name. */
function returnedTitle({ stateNames }: Staff): string {
  const name = nameOfState('RETURNED', stateNames.documents);
  return name === STATE_LABELS.RETURNED ? 'Documentos devueltos' : `Documentos en estado «${name}»`;
}

function fileWord({ hasFile, fileName }: Pick<DocumentListRow, 'fileName' | 'hasFile'>): string {
  return hasFile ? fileKindLabel(fileKind(fileName)) : WITHOUT_FILE;
}

/** Finds documents without a file by the words that their rows show. */
function withoutFile(q: string): SqlFragment | null {
  return normalizeForSearch(q) === normalizeForSearch(WITHOUT_FILE) ? fragment`t.url = ''` : null;
}

/** Finds what a package holds by the package's code. */
function byPackageCode(q: string): SqlFragment | null {
  const code = readPackageCode(q);
  return code === null ? null : fragment`t."inPackage" IN (SELECT p.id FROM packages p WHERE p.code = ${code})`;
}

/** Returned documents come back to whoever indexed them and to the agency from which they came. */
function returnedTo(userId: string): SqlFragment[] {
  const agency = fragment`(SELECT nullif(given.agency, '') FROM usuarios given WHERE given.id = ${userId})`;
  return [fragment`t.status = 'RETURNED' AND (t."createdBy" = ${userId} OR t."agencyFromDoc" = ${agency})`];
}

/** Other programs may store any number of years; with most of them Postgres knows no time that far away, and the query fails. */
const addableYears = (years: string) => `least(greatest(${years}, 0), 1000)`;

/** When the retention of document `t` ends; `kept` is its type. */
export const EXPIRES_AT = trusted(`(t."createdAt" + make_interval(years => ${addableYears('kept."retencionAnios"')}))`);

/**
 * The bound on `createdAt` by the shortest retention of all types lets a newest-first list start there instead of at today's documents. One
 * more day, because a year after February 29 is February 28.
 */
function expiring(): SqlFragment {
  return fragment`(t."createdAt" <= now() + make_interval(days => ${EXPIRING_DAYS + 1}::int)
      - make_interval(years => (SELECT ${trusted(addableYears('min(shortest."retencionAnios")'))} FROM tipos_documento shortest))
    AND EXISTS (SELECT 1 FROM tipos_documento kept WHERE kept.id = t."documentId" AND kept."retencionAnios" IS NOT NULL
      AND ${EXPIRES_AT} <= now() + make_interval(days => ${EXPIRING_DAYS}::int)))`;
}

/** Which types are offered as a filter, as a condition over `t`. */
function visibleTypes(actor: Staff): SqlFragment {
  return among(actor, ({ typeId }) => typeId);
}

function visibleCategories(actor: Staff): SqlFragment {
  return among(actor, ({ categoryId }) => categoryId);
}

function among(actor: Staff, idOf: (parts: ReturnType<typeof splitTypeKey>) => string): SqlFragment {
  const keys = typesFor(actor, 'view');
  return keys === null
    ? trusted('TRUE')
    : fragment`t.id = ANY(${[...new Set([...keys, ...typesJustIndexed(actor)].map((key) => idOf(splitTypeKey(key))))]}::text[])`;
}
