import { ADMIN_ROLE } from '../../domain/roles.ts';
import { canOpen, type Staff } from '../../domain/permissions.ts';
import { masked } from '../../domain/digit-groups.ts';
import { capitalize } from '../../domain/grammar.ts';
import { listFigure } from '../../lists/figures.ts';
import { declareColumns } from '../../lists/columns.ts';
import { dayFilter, optionFilter, valueFilter, type ChoiceFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { fragment, type SqlFragment, trusted } from '../../platform/sql/sql-fragment.ts';
import type { DeclaredRecord, DeclaredRecords } from '../../records/declared-record.ts';
import { readTarget, visibleTargetConditions, targetWord, titleOf } from '../../records/targets.ts';

export const UNREAD_URL = '/settings/unread';
export const IGNORED_TABLE = 'datos_ignorados';

export interface UnreadRow {
  id: string;
  table_name: string;
  path: string;
  field: string;
  name: string;
  value: string;
  reason: string;
  createdAt: Date;
  isIgnored: boolean;
}

const IGNORED = trusted(`EXISTS (SELECT FROM ${IGNORED_TABLE} g WHERE g.id = t.id AND g."isActive" AND NOT g.source_deleted)`);
const STATES = [
  { value: 'ignorados', label: 'Ignorados' },
  { value: 'todos', label: 'Con los ignorados' },
];

/** Not everybody with the menu may see all rows of these tables, so only administrators see their values here. */
const WITH_ROW_ACCESS: ReadonlySet<string> = new Set(['documentos', 'packages', 'maletin_archivos', 'maletin_accesos', 'maletin_lecturas']);

/** Stored values that the portal cannot show, newest first; ignored ones only if they are asked for. */
export function unreadList(records: DeclaredRecords): List<UnreadRow> {
  const labelOf = ({ path, field }: Pick<UnreadRow, 'field' | 'path'>) => fieldLabel(readTarget(records, path).kind, field);
  return {
    menu: 'settings-machinery',
    url: UNREAD_URL,
    noun: { singular: 'dato por revisar', plural: 'datos por revisar', gender: 'm' },
    source: {
      table: 'unread_fields',
      select:
        't.id, t.table_name, t.path, t.field, t.name, t.value, t.reason, t."createdAt", EXISTS (SELECT FROM datos_ignorados g WHERE g.id = t.id AND g."isActive" AND NOT g.source_deleted) AS "isIgnored"',
      named: [
        { column: 'field', values: fieldNames(records) },
        { column: 'table_name', values: [...tableTitles(records)].map(([id, name]) => ({ id, name })) },
      ],
    },
    columns: declareColumns([
      { name: 'name', label: 'Registro', look: 'cut', width: 36 },
      { name: 'collection', label: 'Colección', look: 'cut', from: 'xl', value: ({ path }) => targetWord(records, path) },
      { name: 'field', label: 'Campo', look: 'cut', phone: 'bare', value: labelOf },
      { name: 'value', label: 'Lo guardado', look: 'cut', from: 'sm', phone: 'bare', width: 40 },
      { name: 'reason', label: 'Por qué no se lee', look: 'cut', from: 'md', phone: 'bare', width: 48 },
      { name: 'createdAt', label: 'Desde', kind: 'datetime', as: 'day', look: 'nowrap', from: 'lg', sort: { type: 'timestamptz' } },
      { name: 'isIgnored', label: 'Estado', kind: 'boolean', words: ['Ignorado', 'Por revisar'], optional: true },
      { title: 'Documento', value: ({ path }) => path },
    ]),
    filters: [
      valueFilter({
        name: 'coleccion',
        label: 'Colección',
        all: 'Colección: todas',
        where: (table) => [fragment`t.table_name = ${table}`],
        found: () => trusted(`SELECT DISTINCT table_name AS id, table_name AS name FROM unread_fields WHERE resolved = '' ORDER BY 1`),
        words: (table) => tableTitles(records).get(table) ?? table,
      }),
      valueFilter({
        name: 'campo',
        label: 'Campo',
        all: 'Campo: todos',
        where: (field) => [fragment`t.field = ${field}`],
        found: () => trusted(`SELECT DISTINCT field AS id, field AS name FROM unread_fields WHERE resolved = '' ORDER BY 1`),
        words: (field) => fieldNames(records).find(({ id }) => id === field)?.name ?? field,
      }),
      stateFilter(),
      dayFilter(),
    ],
    access: (actor) => [trusted(`t.resolved = ''`), ...collectionsOf(records, actor)],
    masks: (row) => ({ value: maskedValue(records, row) }),
    hit: { title: ({ name }) => name },
    sheet: { title: 'Datos por revisar', file: 'datos-por-revisar' },
  };
}

/** Without a choice it shows what nobody has reviewed. */
function stateFilter(): ChoiceFilter {
  const usual = optionFilter({ name: 'estado', label: 'Estado', all: 'Estado: por revisar', options: STATES });
  return {
    ...usual,
    where: ({ estado }) => (estado === 'todos' ? [] : [estado === undefined ? fragment`NOT ${IGNORED}` : IGNORED]),
  };
}

/** People who operate the portal see values from collections that they may open; administrators see all. */
function collectionsOf(records: DeclaredRecords, actor: Staff): SqlFragment[] {
  if (actor.role === ADMIN_ROLE) return [];
  const accessibleTables = Object.entries(records).flatMap(([collection, { page }]) => {
    const table = tableOf(collection);
    return page && canOpen(actor, page.menu) && !WITH_ROW_ACCESS.has(table) ? [table] : [];
  });
  return [fragment`t.table_name = ANY(${accessibleTables}::text[])`, ...visibleTargetConditions(records, actor, trusted('t.path'))];
}

/** As lists show it: of a member's DPI or telephone only the last characters. */
export function maskedValue(records: DeclaredRecords, { path, field, value }: Pick<UnreadRow, 'field' | 'path' | 'value'>): string {
  return readTarget(records, path).kind?.masked?.includes(field) ? masked(value) : value;
}

/** Tables are named like collections; those below a record include the name of the one above (projection.ts). */
function tableOf(collection: string): string {
  return collection.replaceAll('/*/', '_').toLowerCase();
}

function tableTitles(records: DeclaredRecords): Map<string, string> {
  return new Map(Object.entries(records).map(([collection, kind]) => [tableOf(collection), titleOf(kind)]));
}

function fieldNames(records: DeclaredRecords): { id: string; name: string }[] {
  const names = new Map(Object.values(records).flatMap(({ fields = [] }) => fields.map(({ name, label }) => [name, label] as const)));
  return [...names].map(([id, name]) => ({ id, name }));
}

const GENERIC: Readonly<Record<string, string>> = { isActive: 'Activo', createdAt: 'Creación', updatedAt: 'Modificación' };

/** Label of a stored field; an undeclared one by its stored name, in words. */
function fieldLabel(kind: DeclaredRecord | null, field: string): string {
  const label = kind?.fields?.find(({ name }) => name === field)?.label ?? GENERIC[field];
  return label ?? capitalize(field.replaceAll('_', ' '));
}

/** Their number, for the tile on the state of the portal. */
export const unreadFigure = (records: DeclaredRecords) =>
  listFigure({ key: 'unread', label: 'Datos por revisar', list: unreadList(records), params: () => ({}) });
