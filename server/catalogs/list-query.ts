import { readListAddress, readTextFilter, type ListAddress, type Sortable } from '../read-model/pages/list-address.ts';
import type { CatalogDefinition, CatalogField } from './definition.ts';

const SORTABLE_KINDS: ReadonlySet<string> = new Set(['text', 'phone', 'integer', 'decimal', 'flag', 'choice', 'date']);
const TIME_COLUMNS: ReadonlySet<string> = new Set(['createdAt', 'updatedAt']);

/** What a list shows, read from its address. */
export interface ListQuery extends ListAddress {
  /** False shows the deactivated records instead. */
  isActive: boolean;
  /** Value by field name, as the address holds it. */
  filters: Readonly<Record<string, string>>;
}

export function sortableColumns(definition: CatalogDefinition): string[] {
  return [...definition.fields.filter((field) => SORTABLE_KINDS.has(field.kind)).map((field) => field.name), ...TIME_COLUMNS];
}

/** Leniently, see readListAddress. */
export function readListQuery(definition: CatalogDefinition, params: URLSearchParams, defaultPageSize: number): ListQuery {
  return {
    ...readListAddress(params, {
      sortable: firstDirections(definition),
      pageSize: defaultPageSize,
      sort: definition.orderField ?? 'createdAt',
    }),
    isActive: params.get('isActive') !== 'false',
    filters: Object.fromEntries(definition.fields.flatMap((field) => readFilter(field, params.get(field.name)))),
  };
}

function firstDirections(definition: CatalogDefinition): Sortable {
  return Object.fromEntries(sortableColumns(definition).map((column) => [column, TIME_COLUMNS.has(column) ? 'desc' : 'asc']));
}

function readFilter(field: CatalogField, value: string | null): [string, string][] {
  if (!field.filter || value === null || value === '') return [];
  const known = field.kind === 'reference' ? readTextFilter(value) !== undefined : field.options?.some((option) => option.value === value);
  return known ? [[field.name, value]] : [];
}
